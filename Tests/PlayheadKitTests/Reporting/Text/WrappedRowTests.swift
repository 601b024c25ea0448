import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `A row of a name and facts` {
  private static func row(_ width: Int, name: String = "media", nameWidth: Int = 9) -> WrappedRow {
    let style = TextStyle(width: width, usesUnicode: false, usesColor: false)
    return WrappedRow(name: name, nameWidth: nameWidth, style: style)
  }

  @Test func `has its facts under its name where fewer than 24 columns are left`() {
    let facts = ["20.00 s", "1.79 MB", "716 kbit/s"]
    expect(
      Self.row(33).lines(facts, separator: ", "),
      equals: [
        "media    20.00 s, 1.79 MB", "         716 kbit/s",
      ])
    expect(
      Self.row(32).lines(facts, separator: ", "),
      equals: [
        "media", "  20.00 s, 1.79 MB, 716 kbit/s",
      ])
    expect(Self.row(32, name: "").lines(facts, separator: ", ").count, equals: 1)
  }

  @Test func `breaks a path behind its slashes only where no line can hold it`() {
    let facts = ["Fixtures/clips/faststart.mp4", "20.00 s"]
    expect(
      Self.row(40).lines(facts, separator: ", "),
      equals: [
        "media    Fixtures/clips/faststart.mp4", "         20.00 s",
      ])
    expect(
      Self.row(20).lines(facts, separator: ", "),
      equals: [
        "media", "  Fixtures/clips/", "  faststart.mp4", "  20.00 s",
      ])
    // Nothing is lost or added at the breaks.
    for width in 10...60 {
      let lines = Self.row(width, name: "", nameWidth: 0).lines([facts[0]], separator: ", ")
      expect(lines.joined(), equals: facts[0])
    }
  }

  @Test func `has a sign before words however little room there is`() {
    expect(Self.row(9, name: ">", nameWidth: 2).lines("ends now"), equals: ["> ends", "  now"])
    expect(Self.row(10, name: ">", nameWidth: 2).lines("ends now"), equals: ["> ends now"])
  }

  @Test func `keeps numbers with their units, and with what they are of`() {
    let text = "stall 1 ends after 1.308 s of 21.31 s (6.14 % of all)"
    expect(
      Self.row(32, name: "", nameWidth: 0).lines(text),
      equals: [
        "stall 1 ends after 1.308 s", "of 21.31 s (6.14 % of all)",
      ])
    expect(
      Self.row(18, name: "", nameWidth: 0).lines(text),
      equals: [
        "stall 1 ends", "after 1.308 s", "of 21.31 s (6.14 %", "of all)",
      ])
    // The word before a number stays if it is a unit itself, or ends with a comma.
    expect(
      Self.row(9, name: "", nameWidth: 0).lines("10 s 20 s, 30 s"),
      equals: ["10 s", "20 s,", "30 s"])
    // What no line can hold is broken after all.
    expect(Self.row(5, name: "", nameWidth: 0).lines("100 kbit/s"), equals: ["100", "kbit/", "s"])
  }
}
