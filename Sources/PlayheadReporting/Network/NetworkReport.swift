package import PlayheadAnalysis
package import PlayheadModel

/// Everything that a report on one network is made from.
package struct NetworkReport: Sendable {
  /// The network as it would be played over.
  package var profile: BandwidthProfile
  /// What it was made from, if that is built in.
  package var preset: NetworkPreset?
  /// Its figures.
  package var statistics: NetworkStatistics

  /// A report on `profile`, which comes from `preset` if that is not `nil`.
  package init(profile: BandwidthProfile, preset: NetworkPreset? = nil) {
    self.profile = profile
    self.preset = preset
    statistics = NetworkStatistics(profile)
  }
}
