import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite("The nearest match is what was most likely meant")
struct NearestMatchTests {
  @Test(
    "The distance counts single edits and swaps",
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1),
      ("kitten", "sitting", 3), ("json", "jsn", 1), ("ab", "ba", 1), ("flaw", "lawn", 2),
      ("ca", "abc", 3),
    ])
  func distance(left: String, right: String, expected: Int) {
    expect(editDistance(Array(left), Array(right)), equals: expected)
    expect(editDistance(Array(right), Array(left)), equals: expected)
  }

  @Test(
    "Near is one mistake per three letters, upper case for free",
    arguments: [
      ("netwrk", "network"), ("network", "network"), ("NETWORK", "network"), ("tick", "tick"),
      ("tik", "tick"), ("tisk", "tick"), ("formt", "format"), ("x", nil), ("", nil),
      ("zzzzzz", nil), ("no-cahce", "no-cache"), ("net", "network"), ("ne", nil),
    ])
  func nearest(word: String, expected: String?) {
    expect(word.nearest(in: ["network", "tick", "format", "no-cache"]), equals: expected)
  }

  @Test("Of several as near, the first one in the table is named")
  func ties() {
    expect("bat".nearest(in: ["cat", "bar", "hat"]), equals: "cat")
  }

  @Test("A word of a hundred thousand letters is answered at once")
  func long() {
    expect(String(repeating: "n", count: 100_000).nearest(in: ["network"]) == nil)
  }
}
