import PlayheadKit

extension Clip {
  /// The report on playing it from the start, its tracks being `tracks`.
  func report(
    over profile: BandwidthProfile, _ policy: BufferingPolicy, do actions: [UserAction] = [],
    repeats: Int = 0, limit: WallTime? = nil, ticks: WallTime = .seconds(1),
    name: String = "clip", tracks: [Track]? = nil
  ) throws -> SessionReport {
    var index = index
    if let tracks { index.tracks = tracks }
    let media = MediaDescription(
      name: name, index: index, presentation: try Presentation(index), decoding: nil)
    let scenario = try scenario(
      over: profile, policy, do: actions, repeats: repeats, limit: limit, ticks: ticks)
    var simulation = Simulation(scenario)
    return SessionReport(SessionSetting(media, scenario), simulation.run())
  }
}

extension Track {
  /// A preferred track that says of itself what players ask for.
  static func video(
    _ id: Int = 0, codec: String = "h264", frameRate: Rational? = Rational(25, 1),
    dimensions: Dimensions? = Dimensions(width: 320, height: 180)
  ) -> Track {
    Track(
      id: id, kind: .video, codec: codec, dimensions: dimensions, frameRate: frameRate,
      timeBase: Rational(1, 1000), isPreferred: true)
  }

  static func audio(_ id: Int, codec: String = "aac", profile: String? = "LC") -> Track {
    Track(
      id: id, kind: .audio, codec: codec, profile: profile, timeBase: Rational(1, 1000),
      isPreferred: true)
  }
}
