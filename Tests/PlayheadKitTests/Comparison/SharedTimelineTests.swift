import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadModel

@Suite struct `Timelines of several sessions` {
  private static func ticks(_ milliseconds: [Int64]) -> [ComparedTick] {
    milliseconds.map {
      ComparedTick(
        wallTime: .milliseconds($0), mediaTime: .zero, progress: Ratio(millionths: $0),
        loadedTimeRanges: TimeRangeSet(), phase: .playing, rate: .normal,
        isPlaybackBufferFull: false)
    }
  }

  /// Rows by wall time, and in each the wall time of each session's own row.
  @Test(
    arguments: [
      ([[0, 500, 1000], [0, 500, 1000]], [[0, 0, 0], [500, 500, 500], [1000, 1000, 1000]]),
      // An end off the grid is shown in the next row of the other one.
      (
        [[0, 500, 700], [0, 500, 1000, 1200]],
        [[0, 0, 0], [500, 500, 500], [1000, 700, 1000], [1200, 700, 1200]]
      ),
      // Rows that only one of them has are left out.
      (
        [[0, 500, 1000], [0, 1000, 2000]], [[0, 0, 0], [1000, 1000, 1000], [2000, 1000, 2000]]
      ),
      ([[0, 300, 600], [0, 200, 400, 600]], [[0, 0, 0], [600, 600, 600]]),
      ([[], [0, 500]], [[0, -1, 0], [500, -1, 500]]), ([[], []], []), ([], []),
    ] as [([[Int64]], [[Int64]])])
  func `have the rows that all of them have, or have ended before`(
    timelines: [[Int64]], expected: [[Int64]]
  ) {
    let rows = SharedTimeline(timelines.map(Self.ticks)).rows
    let found = rows.map { row in
      ([row.wallTime] + row.ticks.map { $0?.wallTime ?? .milliseconds(-1) })
        .map { $0.nanoseconds / 1_000_000 }
    }
    expect(found, equals: expected)
  }
}
