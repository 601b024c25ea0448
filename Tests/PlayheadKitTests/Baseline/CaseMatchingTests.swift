import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite("Cases and records find each other")
struct CaseMatchingTests {
  /// The cases of a suite, by what stands in its list of cases.
  private static func cases(_ text: String) throws -> [SuiteCase] {
    let text =
      "playhead: suite/1\ndefaults: {media: a.mp4, network: 3g, expect: []}\ncases:\n" + text
    return try Suite(contents: Array(text.utf8), path: "s.yaml").cases
  }

  private static func matching(
    _ old: String, _ new: String, areDefined: Bool = true
  ) throws -> (names: [String: String], gone: [String]) {
    let policy = try BufferingPolicy(BufferingPolicy.Parameters())
    let network = RecordedNetwork(try BandwidthProfile(name: "n", rate: .zero))
    let records = try cases(old).map { checkCase in
      RecordedCase(
        name: checkCase.name,
        media: RecordedMedia(name: checkCase.media.name, bytes: 1, digest: ""),
        definition: areDefined
          ? CaseDefinition(checkCase, network: network, policy: policy, tracks: [0]) : nil,
        metrics: [:], stalls: [], tickInterval: .seconds(1), ticks: [])
    }
    let cases = try cases(new)
    let matching = CaseMatching(
      Baseline(toolVersion: "1", readerVersions: [], cases: records), cases: cases)
    var names: [String: String] = [:]
    for checkCase in cases {
      names[checkCase.name] = matching.recordName(ofCaseNamed: checkCase.name)
    }
    return (names, matching.unmatched.map(\.name))
  }

  @Test(
    "by what they agree on",
    arguments: [
      // The same name, whatever else changed.
      ("- {name: x, network: 1M}", "- {name: x, network: 2M}", ["x": "x"], []),
      // The network is part of the name.
      (
        "- {name: x, network: [1M, 4M]}", "- {name: x, network: [900k, 4M]}",
        ["x [900k]": "x [1M]", "x [4M]": "x [4M]"], []
      ),
      // Both of them changed: the position decides.
      (
        "- {name: x, network: [1M, 4M]}", "- {name: x, network: [900k, 3M]}",
        ["x [900k]": "x [1M]", "x [3M]": "x [4M]"], []
      ),
      // One changed, and the list was sorted anew.
      (
        "- {name: x, network: [1M, 4M, 5M]}", "- {name: x, network: [5M, 4M, 900k]}",
        ["x [900k]": "x [1M]", "x [4M]": "x [4M]", "x [5M]": "x [5M]"], []
      ),
      // One was put before the others, and nothing was taken away.
      (
        "- {name: x, network: [1M, 4M]}", "- {name: x, network: [500k, 1M, 4M]}",
        ["x [1M]": "x [1M]", "x [4M]": "x [4M]"], []
      ),
      // A single case became a product, and the other way round.
      (
        "- {name: x, network: 1M}", "- {name: x, network: [1M, 4M]}", ["x [1M]": "x"], []
      ),
      (
        "- {name: x, network: [1M, 4M]}", "- {name: x, network: 4M}", ["x": "x [4M]"], ["x [1M]"]
      ),
      ("- {name: x, network: [1M, 4M]}", "- {name: x, network: 2M}", ["x": "x [1M]"], ["x [4M]"]),
      // One of two media, and one of two players.
      (
        "- {name: x, media: [a.mp4, b.mp4]}", "- {name: x, media: [a.mp4, c.mp4]}",
        ["x [a.mp4]": "x [a.mp4]", "x [c.mp4]": "x [b.mp4]"], []
      ),
      (
        "- {name: x, network: [1M, 4M], policy: [{name: p}, {name: q}]}",
        "- {name: x, network: [1M, 4M], policy: [{name: p}, {name: r}]}",
        [
          "x [1M, p]": "x [1M, p]", "x [1M, r]": "x [1M, q]", "x [4M, p]": "x [4M, p]",
          "x [4M, r]": "x [4M, q]",
        ], []
      ),
      // Another name, and nothing else.
      ("- {name: x, network: 1M}", "- {name: y, network: 1M}", ["y": "x"], []),
      // Another name and another session: a new case.
      ("- {name: x, network: 1M}", "- {name: y, network: 2M}", [:], ["x"]),
      ("- {name: x, network: 1M}", "- {name: y, network: 1M, loop: 2}", [:], ["x"]),
      // Two that could be meant: neither is.
      (
        "- {name: x, network: 1M}\n- {name: y, network: 1M}", "- {name: z, network: 1M}", [:],
        ["x", "y"]
      ),
      // A case of another name keeps its record though it looks alike.
      (
        "- {name: x, network: 1M}\n- {name: y, network: 1M}",
        "- {name: y, network: 1M}\n- {name: z, network: 1M}", ["y": "y", "z": "x"], []
      ),
    ] as [(String, String, [String: String], [String])])
  func rounds(_ old: String, _ new: String, _ names: [String: String], _ gone: [String]) throws {
    let (found, unmatched) = try Self.matching(old, new)
    expect(found, equals: names)
    expect(unmatched, equals: gone)
  }

  @Test("by name alone where records have no definition")
  func names() throws {
    let (names, gone) = try Self.matching(
      "- {name: x, network: [1M, 4M]}", "- {name: x, network: [900k, 4M]}", areDefined: false)
    expect(names, equals: ["x [4M]": "x [4M]"])
    expect(gone, equals: ["x [1M]"])
  }
}
