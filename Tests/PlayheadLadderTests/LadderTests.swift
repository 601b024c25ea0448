import Expectations
import PlayheadLadder
import PlayheadModel
import Testing

@Suite("Ladders")
struct LadderTests {
  /// Three segments of 4, 4 and 2 s.
  private let level = Level(
    name: "a", bitRate: BitRate(bitsPerSecond: 1000),
    segments: [(0, 4), (4, 8), (8, 10)].map { start, end in
      LadderSegment(
        LadderResource("s\(start)", bytes: 100),
        declared: TimeRange(start: .seconds(start), end: .seconds(end)))
    })

  @Test(
    "A segment holds the times from its start up to its end",
    arguments: [
      (MediaTime.zero, 0), (.seconds(4) - .resolution, 0), (.seconds(4), 1), (.seconds(8), 2),
      (.seconds(10) - .resolution, 2), (.seconds(10), nil),
    ] as [(MediaTime, Int?)])
  func findsSegments(time: MediaTime, number: Int?) {
    expect(LadderLane(.muxed, levels: [level]).segment(at: time, level: 0), equals: number)
  }

  @Test("What shows nothing lengthens no lane, wherever its samples lie")
  func length() {
    func duration(showing length: MediaTime) -> MediaTime {
      let segments = level.segments.map { segment in
        LadderSegment(
          segment.resource, declared: segment.declared,
          measured: TimeRange(
            start: segment.declared.end + .seconds(10) - length,
            end: segment.declared.end + .seconds(10)))
      }
      return LadderLane(
        .muxed,
        levels: [
          Level(name: "a", bitRate: BitRate(bitsPerSecond: 1000), segments: segments)
        ]
      ).duration
    }
    expect(duration(showing: .zero), equals: .seconds(10))
    expect(duration(showing: .resolution), equals: .seconds(20))
  }

  @Test("Levels are aligned if their declared times are the same")
  func alignment() {
    let other = Level(
      name: "b", bitRate: BitRate(bitsPerSecond: 2000), segments: Array(level.segments.dropLast()))
    expect(LadderLane(.video, levels: [level, level]).isAligned)
    expect(!LadderLane(.video, levels: [level, other]).isAligned)
  }
}
