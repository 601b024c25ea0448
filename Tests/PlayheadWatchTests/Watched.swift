import PlayheadKit
import PlayheadWatch

/// Media whose sessions can be worked out on paper: twenty frames of a second and a megabit each.
///
/// Over 1 Mbit/s, second k has come after k seconds: it starts after 2 s and never stalls. Over
/// 500 kbit/s it starts after 4 s; the third second comes at 6 s, so it stalls at 7 s, and resumes
/// at 10 s, as two more have come.
enum Watched {
  static let bytes: Int64 = 125_000

  static let index = MediaIndex(
    name: "clip", bytes: bytes * 20,
    container: "none", announcedDuration: nil, openingReads: [],
    tracks: [
      Track(id: 0, kind: .video, codec: "none", timeBase: Rational(1, 1000), isPreferred: true)
    ],
    samples: (0..<20).map { number in
      Sample(
        track: 0, offset: bytes * number, size: UInt32(bytes), needs: bytes * (number + 1),
        presentationTime: .seconds(number), decodeTime: .seconds(number), duration: .seconds(1),
        flags: .sync)
    })

  static func scenario(_ rate: String, _ actions: [UserAction] = []) throws -> FileScenario {
    let profile = try BandwidthProfile(name: rate, rate: BitRate(parsing: rate), latency: .zero)
    return FileScenario(
      try Presentation(index), over: NetworkLink(following: profile), actions: actions,
      options: SessionOptions(tickInterval: .milliseconds(100)))
  }

  /// Somebody who watches it over a network of this rate.
  static func watching(
    _ rate: String = "500k", do actions: [UserAction] = [], speed: Int64 = 1000,
    isHeld: Bool = false, size: ScreenSize = ScreenSize(columns: 80, rows: 24),
    view: Watching.View = .player
  ) throws -> Watching {
    try Watching(
      "movies/clip.mp4",
      choices: WatchChoices(networks: ["500k", "none", "1M"], players: ["basic"]),
      selection: WatchSelection(network: rate, player: "basic"), actions: actions, speed: speed,
      isHeld: isHeld, size: size, view: view
    ) { selection, actions throws(WatchRefusal) in
      let network = selection.network ?? ""
      guard let scenario = try? Self.scenario(network, actions) else {
        throw WatchRefusal(reason: "no such network")
      }
      return WatchedSession(
        .file(scenario), Scenario.file(scenario).play(),
        names: .init(network: network, player: "basic"))
    }
  }
}

extension Watching {
  /// Keys are pressed, one after the other.
  mutating func press(_ keys: String) {
    for key in keys { _ = handle(.key(.character(key))) }
  }

  /// Time passes, in the steps in which a terminal draws.
  mutating func pass(_ seconds: Int64) {
    for _ in 0..<seconds * 10 { advance(by: .milliseconds(100)) }
  }
}
