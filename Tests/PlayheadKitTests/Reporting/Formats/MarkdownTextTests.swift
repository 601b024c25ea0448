import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `Text in Markdown` {
  /// By CommonMark 0.30, 6.1, and the tables of GitHub Flavored Markdown.
  @Test(arguments: [
    ("movie.mp4", "`movie.mp4`"), ("a`b", "``a`b``"), ("a``b`c", "```a``b`c```"),
    ("`a", "`` `a ``"), ("a`", "`` a` ``"), (" a ", "`  a  `"), (" a", "` a`"), ("  ", "`  `"),
    ("@team #1 <b>*x*</b>", "`@team #1 <b>*x*</b>`"), ("a\nb\u{1B}[1m", "`a\u{FFFD}b\u{FFFD}[1m`"),
    ("a|b\\", "`a|b\\`"), ("", "(empty)"), ("a`\u{301}b", "``a`\u{301}b``"),
  ])
  func `is shown in code as it is`(text: String, code: String) {
    expect(MarkdownText.code(text), equals: code)
  }

  @Test(arguments: [
    ("starts at 2 s", true), ("10 MB/s, 6.14 %", true), ("mean (a=b): x", true), ("größer", true),
    ("", false), ("a*b", false), ("a_b", false), ("10s@800k", false), ("#1", false),
    ("a|b", false), ("<b>", false), ("[a](b)", false), ("http://a.b", false),
    ("see WWW.a.b", false), ("a\nb", false), ("~a~", false), ("&amp;", false), ("!x", false),
  ])
  func `is plain only where it can be read in one way`(text: String, isPlain: Bool) {
    expect((MarkdownText.plain(text) == text), equals: isPlain)
  }
}

@Suite struct `A ratio for people` {
  @Test(arguments: [
    (0, 2, "0.00 %"), (61_377, 2, "6.14 %"), (61_350, 2, "6.14 %"), (61_349, 2, "6.13 %"),
    (1_000_000, 2, "100.00 %"), (999_999, 0, "100 %"), (5000, 0, "1 %"), (4999, 0, "0 %"),
    (1, 4, "0.0001 %"),
  ])
  func `has so many decimals in percent, halves up`(millionths: Int64, places: Int, text: String) {
    expect(Ratio(millionths: millionths).percentText(places: places), equals: text)
  }

  @Test(arguments: [
    (2_684_699, 2, "2.68"), (2_685_000, 2, "2.69"), (999_999, 0, "1"), (1, 6, "0.000001"),
  ])
  func `has so many decimals`(millionths: Int64, places: Int, text: String) {
    expect(Ratio(millionths: millionths).text(places: places), equals: text)
  }
}
