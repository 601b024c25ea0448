import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `Durations in text` {
  @Test(
    arguments: [
      (59_994, "59.99 s", "59.994 s", "59.994 s"), (59_995, "1:00.00", "59.995 s", "59.995 s"),
      (60_000, "1:00.00", "1:00.000", "1:00"), (90_500, "1:30.50", "1:30.500", "1:30.5"),
      (3_599_994, "59:59.99", "59:59.994", "59:59.994"),
      (3_600_400, "1:00:00", "1:00:00.400", "1:00:00.4"),
      (7_203_500, "2:00:04", "2:00:03.500", "2:00:03.5"),
    ] as [(Int64, String, String, String)])
  func `have a unit below a minute, and whole seconds from an hour on`(
    milliseconds: Int64, rough: String, exact: String, trimmed: String
  ) {
    let time = WallTime.milliseconds(milliseconds)
    expect(TextStyle.Durations.clock.text(time, places: 2), equals: rough)
    expect(TextStyle.Durations.clock.text(time, places: 3), equals: exact)
    expect(TextStyle.Durations.clock.text(time), equals: trimmed)
  }

  @Test func `stay seconds where these are asked for`() {
    let time = WallTime.milliseconds(3_600_400)
    expect(TextStyle.Durations.seconds.text(time, places: 2), equals: "3600.40 s")
    expect(TextStyle.Durations.seconds.text(time), equals: "3600.4 s")
    expect(TextStyle.Durations.seconds.shortText(time), equals: "3600.4 s")
    expect(TextStyle.Durations.seconds.shortText(WallTime.milliseconds(60)), equals: "60 ms")
    expect(TextStyle.Durations.seconds.columnText(time), equals: "3600.400")
  }

  @Test func `fit the column that the longest of them has`() {
    for durations in TextStyle.Durations.allCases {
      for longest in [0, 999, 9999, 59_999, 60_000, 600_000, 3_599_999, 3_600_000, 36_000_000] {
        let width = durations.columnWidth(upTo: WallTime.milliseconds(Int64(longest)))
        for time in stride(from: 0, through: longest, by: max(1, longest / 997)) {
          expect(durations.columnText(WallTime.milliseconds(Int64(time))).count <= width)
        }
      }
    }
  }
}
