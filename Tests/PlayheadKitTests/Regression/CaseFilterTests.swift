import Expectations
import PlayheadKit
import Testing

@Suite struct `Picking cases` {
  private func admits(_ filter: CaseFilter, _ name: String, tags: [String] = []) -> Bool {
    filter.admits(
      SuiteCase(
        name: name, tags: tags, media: CheckedMedia(name: "a", location: "a"),
        network: CheckedNetwork(name: "a", .file("a")), player: .file(name: "a", path: "a"),
        expectations: []))
  }

  @Test(arguments: [
    ("home", "home [wifi, basic]", true), ("HOME", "home", true), ("wifi", "Home [WiFi]", true),
    ("[w", "home [wifi]", true), ("homes", "home", false), ("", "home", true),
    ("home", "at home", true), ("home*", "at home", false), ("*home", "at home", true),
    ("h?me", "home", true), ("h?me", "hoome", false), ("*", "", true), ("?", "", false),
    ("a*b*c", "aXbYbc", true), ("a*b*c", "aXcYb", false), ("*.mp4]", "x [a.mp4]", true),
    ("**a", "bca", true), ("a?", "a", false), ("é*", "École", true),
  ])
  func `goes by their names`(pattern: String, name: String, isAdmitted: Bool) {
    expect(admits(CaseFilter(name: pattern), name), equals: isAdmitted)
  }

  @Test func `goes by their tags, any of those given`() {
    let filter = CaseFilter(tags: ["a", "b"])
    expect(admits(filter, "x", tags: ["c", "b"]))
    expect(!admits(filter, "x", tags: ["c"]) && !admits(filter, "x"))
    expect(!admits(CaseFilter(name: "y", tags: ["a"]), "x", tags: ["a"]))
  }

  @Test func `takes no time even where a pattern nearly fits all over`() {
    let name = String(repeating: "a", count: 3000)
    let pattern = String(repeating: "*a", count: 1000) + "b"
    expect(!admits(CaseFilter(name: pattern), name))
  }
}
