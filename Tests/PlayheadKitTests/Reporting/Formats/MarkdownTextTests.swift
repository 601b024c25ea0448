import Testing

@testable import PlayheadKit

@Suite struct `Text in Markdown` {
  /// By CommonMark 0.30, 6.1, and the tables of GitHub Flavored Markdown.
  @Test(arguments: [
    ("movie.mp4", "`movie.mp4`"), ("a`b", "``a`b``"), ("a``b`c", "```a``b`c```"),
    ("`a", "`` `a ``"), ("a`", "`` a` ``"), (" a ", "`  a  `"), (" a", "` a`"), ("  ", "`  `"),
    ("@team #1 <b>*x*</b>", "`@team #1 <b>*x*</b>`"), ("a\nb\u{1B}[1m", "`a\u{FFFD}b\u{FFFD}[1m`"),
    ("a|b\\", "`a|b\\`"), ("", "(empty)"),
  ])
  func `is shown in code as it is`(text: String, code: String) {
    #expect(MarkdownText.code(text) == code)
  }

  @Test(arguments: [
    ("starts at 2 s", true), ("10 MB/s, 6.14 %", true), ("mean (a=b): x", true), ("größer", true),
    ("", false), ("a*b", false), ("a_b", false), ("10s@800k", false), ("#1", false),
    ("a|b", false), ("<b>", false), ("[a](b)", false), ("http://a.b", false),
    ("see WWW.a.b", false), ("a\nb", false), ("~a~", false), ("&amp;", false), ("!x", false),
  ])
  func `is plain only where it can be read in one way`(text: String, isPlain: Bool) {
    #expect((MarkdownText.plain(text) == text) == isPlain)
  }
}
