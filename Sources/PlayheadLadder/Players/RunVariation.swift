package import PlayheadModel

/// What of a player varies from run to run: how long it takes with what has come, when a timer
/// fires, and how long starting takes.
///
/// What two lanes do after the same response is due at about the same time, in an order that
/// varies.
package struct RunVariation: Hashable, Sendable {
  /// Where its values are from.
  package enum Evidence: String, CaseIterable, Hashable, Sendable {
    /// From recorded sessions of the player.
    case measured
    /// From recorded sessions of other players.
    case assumed
    /// Nothing varies, by the player's definition.
    case none
  }

  /// Where its values are from.
  package var evidence = Evidence.none
  /// The time that a manifest takes.
  package var manifest: VariedTime
  /// The time that a playlist or an index takes.
  package var playlist: VariedTime
  /// The time that an initialization section takes.
  package var initialization: VariedTime
  /// The time that a segment takes.
  package var segment: VariedTime
  /// The time that the first segment of video takes, of players that look for captions in it only
  /// if they do so; `nil` for as others.
  package var firstSegment: VariedTime?
  /// How late a timer fires.
  package var timer: VariedTime
  /// The time from when enough is loaded to start to the first frame.
  package var startup: VariedTime
  /// How late the player sees the first byte of a response, in what it measures by it.
  package var firstByte: VariedTime
  /// How late it sees the last byte.
  package var lastByte: VariedTime

  /// The given times in milliseconds, of what is seen in microseconds: the 5th, the 50th and the
  /// 95th of each hundred.
  init(
    _ evidence: Evidence, manifest: Times, playlist: Times, initialization: Times, segment: Times,
    firstSegment: Times? = nil, timer: Times, startup: Times, seen: Seen
  ) {
    func varied(_ times: Times, unit: Int64 = 1_000_000) -> VariedTime {
      let times = [times.0, times.1, times.2].map { WallTime(nanoseconds: $0 * unit) }
      return VariedTime(times[0], times[1], times[2])
    }
    self.evidence = evidence
    self.manifest = varied(manifest)
    self.playlist = varied(playlist)
    self.initialization = varied(initialization)
    self.segment = varied(segment)
    self.firstSegment = firstSegment.map { varied($0) }
    self.timer = varied(timer)
    self.startup = varied(startup)
    firstByte = varied(seen.first, unit: 1000)
    lastByte = varied(seen.last, unit: 1000)
  }

  typealias Times = (Int64, Int64, Int64)
  typealias Seen = (first: Times, last: Times)

  /// The time that `content` takes, the first of its kind or a later one.
  func processing(of content: Download.Content, isFirst: Bool) -> VariedTime {
    if isFirst, content == .segment, let firstSegment { return firstSegment }
    return switch content {
    case .manifest: manifest
    case .playlist, .index: playlist
    case .initialization: initialization
    case .segment: segment
    case .key: VariedTime(.zero, .zero, .zero)
    }
  }
}

extension LadderPlayer {
  /// How late Chromium 156 sees the first byte of a response and its last, in Resource Timing: of
  /// 297 requests of a page, 177 of them while it played video, against the times at which
  /// `playhead serve` had sent them.
  private static let seenByChromium: RunVariation.Seen = (
    first: (300, 450, 700), last: (340, 470, 750)
  )

  /// What varies from run to run: of hls.js, dash.js and Chromium what their recorded sessions show
  /// (`Validation/measurements/ladders`; of dash.js and Shaka Player in `lengths` and `further`,
  /// too), the time from the last byte of a response to the next request of its lane, below the
  /// interval of a timer; of players that were not measured what is common to these.
  ///
  /// Of dash.js and Shaka Player, starting takes until the playhead moves, 0.09 s after the page is
  /// told that it plays.
  package var variation: RunVariation {
    switch product {
    case Self.hlsJS.product:
      RunVariation(
        .measured, manifest: (8, 15, 26), playlist: (3, 11, 29), initialization: (0, 4, 12),
        segment: (4, 8, 20), firstSegment: (21, 57, 117), timer: (0, 0, 100),
        startup: (86, 137, 225), seen: Self.seenByChromium)
    case Self.dashJS.product:
      RunVariation(
        .measured, manifest: (30, 42, 79), playlist: (4, 30, 60), initialization: (3, 5, 23),
        segment: (3, 4, 10), timer: (0, 0, 20), startup: (28, 90, 120), seen: Self.seenByChromium)
    case Self.chromiumHLS.product:
      RunVariation(
        .measured, manifest: (3, 5, 13), playlist: (3, 5, 14), initialization: (3, 5, 14),
        segment: (3, 5, 16), timer: (0, 0, 10), startup: (120, 140, 200), seen: Self.seenByChromium)
    case Self.shaka.product:
      RunVariation(
        .measured, manifest: (11, 18, 56), playlist: (4, 6, 12), initialization: (0, 0, 4),
        segment: (3, 5, 8), firstSegment: (28, 32, 55), timer: (0, 0, 20), startup: (92, 99, 137),
        seen: Self.seenByChromium)
    case Self.media3.product, Self.avPlayer.product:
      RunVariation(
        .assumed, manifest: (0, 10, 40), playlist: (0, 10, 30), initialization: (0, 5, 15),
        segment: (0, 5, 20), timer: (0, 0, 20), startup: (0, 30, 150), seen: Self.seenByChromium)
    default:
      RunVariation(
        .none, manifest: (0, 0, 0), playlist: (0, 0, 0), initialization: (0, 0, 0),
        segment: (0, 0, 0), timer: (0, 0, 0), startup: (0, 0, 0),
        seen: (first: (0, 0, 0), last: (0, 0, 0)))
    }
  }
}
