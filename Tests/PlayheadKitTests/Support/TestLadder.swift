@testable import PlayheadLadder
@testable import PlayheadModel

/// Ladders without media.
enum TestLadder {
  /// A ladder of one lane with levels of so many kilobits a second, each cut into segments of 2 s
  /// that have exactly their bit rate.
  static func ladder(_ rates: [Int64] = [100, 300], segments: Int = 5) -> Ladder {
    Ladder(
      format: .sizes,
      lanes: [
        LadderLane(
          .muxed,
          levels: rates.map { rate in
            Level(
              name: "\(rate)k", bitRate: BitRate(bitsPerSecond: rate * 1000),
              segments: (0..<segments).map { number in
                LadderSegment(
                  LadderResource("\(rate)/\(number)", bytes: rate * 250),
                  declared: TimeRange(
                    start: .seconds(Int64(number) * 2), end: .seconds(Int64(number) * 2 + 2)))
              })
          })
      ])
  }

  /// A session in which the segments of `ladder()` were loaded at these levels, and played up to a
  /// time.
  static func session(levels: [Int], playedTo end: MediaTime) -> LadderSession {
    LadderSession(
      session: CheckResults.session, requests: [], decisions: [],
      segments: levels.enumerated().map { number, level in
        let start = MediaTime.seconds(Int64(number) * 2)
        return LoadedSegment(
          lane: 0, level: level, segment: number, begun: .zero, wallTime: .zero, playhead: .zero,
          shown: TimeRange(start: start, end: start + .seconds(2)), bytes: 1,
          isReplacement: false, damage: nil)
      },
      failures: [], awaited: [],
      played: [
        PlayedMedia(
          range: TimeRange(start: .zero, end: end),
          wallTimes: .zero..<WallTime(nanoseconds: end.nanoseconds))
      ])
  }
}
