public import PlayheadAnalysis
public import PlayheadModel

/// Everything that a report on one network is made from.
public struct NetworkReport: Sendable {
  /// The network as it would be played over.
  public package(set) var profile: BandwidthProfile
  /// What it was made from, if that is built in.
  public package(set) var preset: NetworkPreset?
  /// Its figures.
  public package(set) var statistics: NetworkStatistics

  /// A report on `profile`, which comes from `preset` if that is not `nil`.
  public init(profile: BandwidthProfile, preset: NetworkPreset? = nil) {
    self.profile = profile
    self.preset = preset
    statistics = NetworkStatistics(profile)
  }
}
