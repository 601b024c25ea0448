import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite("A tick diff shows where two timelines part")
struct TickDiffTests {
  /// Rows half a second apart, one for each letter, whose media time stands for it.
  private func rows(_ letters: String) -> [RecordedTick] {
    letters.unicodeScalars.enumerated().map { number, letter in
      RecordedTick(
        wallTime: .milliseconds(500) * Int64(number), mediaTime: .seconds(Int64(letter.value)),
        bufferLevel: .zero, state: .playing)
    }
  }

  /// The diff, each row as its letter behind a sign.
  private func text(_ recorded: String, _ found: String) -> String? {
    let diff = TickDiff(
      recorded: rows(recorded), found: rows(found), interval: .milliseconds(500))
    return diff?.rows.map { row in
      let (sign, tick) =
        switch row {
        case .same(let tick): ("", tick)
        case .recorded(let tick): ("-", tick)
        case .found(let tick): ("+", tick)
        }
      let letter = Unicode.Scalar(UInt8(tick.mediaTime.nanoseconds / 1_000_000_000))
      return "\(sign)\(letter)"
    }.joined(separator: " ")
  }

  @Test(
    "around the first difference",
    arguments: [
      ("", "", nil),
      ("abc", "abc", nil),
      ("abcdefgh", "abcdXfgh", "b c d -e +X f g h"),
      ("abcdefghij", "abcdXYghij", "b c d -e -f +X +Y g h i"),
      // Only the first stretch is shown, and of that the beginning.
      ("abcdefghij", "aXcdefghYj", "a -b +X c d e"),
      ("abcdefghij", "aXcYefghij", "a -b +X c"),
      ("abcdefghij", "ABCDEFGHIJ", "-a -b -c -d +A +B +C +D"),
      // One ends before the other does.
      ("abcd", "abcdefgh", "b c d +e +f +g +h"),
      ("abcdefghi", "abcd", "b c d -e -f -g -h"),
      ("abcd", "abcX", "a b c -d +X"),
      ("abcde", "abX", "a b -c -d -e +X"),
      ("", "abcdef", "+a +b +c +d"),
      ("a", "", "-a"),
    ] as [(String, String, String?)])
  func differences(_ recorded: String, _ found: String, _ expected: String?) {
    expect(text(recorded, found), equals: expected)
  }
}
