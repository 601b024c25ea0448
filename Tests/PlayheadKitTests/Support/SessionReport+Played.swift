import PlayheadKit

extension SessionReport {
  /// The report on a clip played over `profile`.
  static func played(
    _ clip: Clip, over profile: BandwidthProfile, _ policy: BufferingPolicy,
    do actions: [UserAction] = [], repeats: Int = 0, limit: WallTime? = nil,
    ticks: WallTime = .milliseconds(500), name: String = "clip"
  ) throws -> SessionReport {
    let media = MediaDescription(
      name: name, index: clip.index, presentation: try clip.presentation, decoding: nil)
    let scenario = try clip.scenario(
      over: profile, policy, do: actions, repeats: repeats, limit: limit, ticks: ticks)
    var simulation = Simulation(scenario)
    return SessionReport(SessionSetting(media, scenario), simulation.run())
  }
}
