import Expectations
import Testing

@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `The table of media and networks` {
  /// A case of `media` over the network called `network`, expected to start within `bound` seconds
  /// of a session that starts after one and stalls once.
  private static func result(
    _ media: String, _ network: String, startup bound: Int64 = 2, origin: String? = nil
  ) -> CaseResult {
    var result = CheckResults.ran("\(media) on \(network)", startup: bound)
    result.checkCase.media.name = media
    result.checkCase.network.name = network
    if let origin { result.checkCase.origin = CaseOrigin(name: origin, position: 0) }
    return result
  }

  private static func lines(_ results: [CaseResult], width: Int = 80) -> [String] {
    CaseMatrix.matrices(of: results).flatMap {
      $0.lines(TextStyle(width: width, usesUnicode: true, usesColor: false))
    }
  }

  @Test func `has a row for each media and a column for each network`() {
    var failing = Self.result("v/b.mp4", "4g", startup: 0)
    expect(failing.verdict, equals: .failed)
    expect(
      Self.lines([
        Self.result("v/a.mp4", "3g"), Self.result("v/a.mp4", "4g"), Self.result("v/b.mp4", "3g"),
        failing,
      ]),
      equals: [
        "stalls of each media on each network; ✗ fails, ! warns",
        "media    3g   4g",
        "v/a.mp4   1    1",
        "v/b.mp4   1  1 ✗",
      ])
    failing.outcome = CheckResults.error("x").outcome
    expect(
      Self.lines([Self.result("a", "3g"), Self.result("b", "3g"), failing]).last,
      equals: "v/b.mp4      error")
  }

  @Test func `shows the worst of the cases in a cell`() {
    let cases = [("a", "3g"), ("a", "4g"), ("b", "3g"), ("b", "4g")].map { Self.result($0, $1) }
    for order in [
      [Self.result("a", "3g", startup: 0)] + cases, cases + [Self.result("a", "3g", startup: 0)],
    ] {
      expect(Self.lines(order)[2], equals: "a      1 ✗   1")
    }
  }

  @Test(arguments: [(17, true), (16, false)])
  func `puts networks below each other where there is no room`(width: Int, fits: Bool) {
    let lines = Self.lines(
      [("a.mp4", "apple-3g"), ("a.mp4", "4g"), ("b.mp4", "apple-3g"), ("b.mp4", "4g")].map {
        Self.result($0, $1)
      }, width: width + 2)
    expect(lines.contains("media  apple-3g  4g"), equals: fits)
    expect(lines.contains("media  4g"), equals: !fits)
    expect(lines.contains("media  apple-3g"), equals: !fits)
  }

  @Test func `is one of each product where all cases together fill less than half`() {
    func product(_ origin: String, _ media: [String], _ networks: [String]) -> [CaseResult] {
      media.flatMap { media in networks.map { Self.result(media, $0, origin: origin) } }
    }
    let headings = Self.lines(
      product("one", ["a", "b"], ["1", "2"]) + product("two", ["c", "d"], ["3", "4"])
        + product("three", ["e"], ["5", "6", "7"])
    ).filter { $0.contains("stalls") }
    expect(
      headings,
      equals: [
        "one: stalls of each media on each network; ✗ fails, ! warns",
        "two: stalls of each media on each network; ✗ fails, ! warns",
      ])
    // Two products of four cases each fill exactly half.
    expect(
      Self.lines(
        product("one", ["a", "b"], ["1", "2"]) + product("two", ["c", "d"], ["3", "4"])
      )
      .first, equals: "stalls of each media on each network; ✗ fails, ! warns")
  }

  @Test func `is none of one media or one network`() {
    expect(Self.lines([Self.result("a", "3g"), Self.result("a", "4g")]).isEmpty)
    expect(Self.lines([Self.result("a", "3g"), Self.result("b", "3g")]).isEmpty)
  }

  @Test func `is safe in Markdown, with names that hold a bar`() {
    let results =
      [("a|b", "3g"), ("a|b", "4g"), ("c", "3g")].map { Self.result($0, $1) }
      + [Self.result("c", "4g", startup: 0)]
    let text = CheckMarkdown.text([SuiteResult(cases: results)])
    expect(
      text.contains(
        "| stalls | `3g` | `4g` |\n| --- | ---: | ---: |\n| `a\\|b` | 1 | 1 |\n| `c` | 1 | **1 ✗** |"
      ))
  }
}
