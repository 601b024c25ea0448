import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite("The report for a pull request")
struct CheckMarkdownTests {
  @Test(
    "has a row for each case, with as many cells, whatever names there are",
    arguments: CheckResults.wildNames)
  func table(_ name: String) {
    let text = CheckMarkdown.text([CheckResults.suite(name)])
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
    expect(rows.count, equals: 2 + 7)
    // A bar behind a backslash is none.
    let bars = rows.map { row in
      zip(row.unicodeScalars.dropFirst(), row.unicodeScalars).count { $0 == "|" && $1 != "\\" }
    }
    expect(bars.allSatisfy { $0 == 5 }, "besides the first of each row")
    let fences = text.split(separator: "\n").count { $0 == "```" }
    expect(fences, equals: 8, "four cases did not pass")
    expect(text.hasPrefix("**Failed**: 9 cases: 3 passed, 1 passed with a warning, 2 failed, "))
  }

  @Test("is cut to any size between lines, with no code left open")
  func limits() {
    let suites = [CheckResults.suite("a")]
    let whole = CheckMarkdown.text(suites)
    expect(CheckMarkdown.text(suites, atMost: whole.utf8.count), equals: whole)
    for limit in Seeds.some(Array(0..<whole.utf8.count), oneIn: 7) {
      let text = CheckMarkdown.text(suites, atMost: limit)
      expect(text.utf8.count <= limit)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      expect(lines.count { $0 == "```" }.isMultiple(of: 2))
      expect(
        text.isEmpty || text.hasSuffix("\nThe rest is omitted: the size limit is reached.\n"))
    }
    expect(CheckMarkdown.text(suites, atMost: 0).isEmpty)
    expect(
      CheckMarkdown.text(suites, atMost: whole.utf8.count - 1).utf8.count > whole.utf8.count / 2)
  }
}
