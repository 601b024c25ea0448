import Expectations
import PlayheadKit
import Testing

@Suite struct `Suite files` {
  /// The mistakes, each with its line and column.
  private func mistakes(_ text: String) -> [String] {
    do {
      _ = try suite(text)
      return []
    } catch {
      return "\(error)".split(separator: "\n").map(String.init)
    }
  }

  private static let defaults = "defaults: {media: a.mp4, network: 3g, expect: no stall}\n"

  @Test func `stand for products, the last part varying first`() throws {
    let suite = try suite(
      """
      name: All
      cases:
        - name: x
          media: [b.mp4, a.mp4]
          network: [4g, {network: 3g, latency: 60ms}]
          player: [basic, p.yaml]
          expect: [no stall]
        - {name: y, media: a.mp4, network: 1M, expect: startup <= 1s}
      """)
    expect(suite.name == "All" && suite.path == "suites/a.yaml")
    expect(
      suite.cases.map(\.name),
      equals: [
        "x [b.mp4, 4g, basic]", "x [b.mp4, 4g, p.yaml]",
        "x [b.mp4, 3g latency 60ms, basic]", "x [b.mp4, 3g latency 60ms, p.yaml]",
        "x [a.mp4, 4g, basic]", "x [a.mp4, 4g, p.yaml]",
        "x [a.mp4, 3g latency 60ms, basic]", "x [a.mp4, 3g latency 60ms, p.yaml]", "y",
      ])
    expect(suite.cases.map(\.media.location).suffix(2), equals: ["suites/a.mp4", "suites/a.mp4"])
    expect(suite.cases[1].player, equals: .file(name: "p.yaml", path: "suites/p.yaml"))
    expect(suite.cases[2].network.shaping?.latency, equals: .milliseconds(60))
    expect(suite.outsidePaths.isEmpty)
  }

  @Test func `have what a case says replace what the defaults say`() throws {
    let cases = try suite(
      """
      defaults:
        media: a.mp4
        network: [3g, 4g]
        policy: {startupBuffer: 4s}
        actions: [1s pause, 2s play]
        loop: 2
        tracks: [0]
        limit: 1m
        tcp: slow-start
        expect: [no stall, startup <= 1s]
        level: warn
        tags: [x, y]
      cases:
        - name: same
          network: 2g
        - name: other
          media: b.mp4
          network: 2g
          player: basic
          actions: []
          loop: 1
          tracks: 1
          limit: 2m
          tcp: slow-start+tls
          expect: [{that: no stall, level: error}, startup <= 2s]
          level: off
          tags: []
      """
    ).cases
    expect(cases.map(\.name), equals: ["same", "other"])
    expect(cases[0].tags == ["x", "y"] && cases[1].tags == [])
    expect(cases.map(\.loops), equals: [2, 1])
    expect(cases.map(\.actions.count), equals: [2, 0])
    expect(cases.map(\.media.tracks), equals: [[0], [1]])
    expect(cases.map(\.limit), equals: [.seconds(60), .seconds(120)])
    expect(
      cases.map(\.transport),
      equals: [
        .slowStart(setUpRoundTrips: 1), .slowStart(setUpRoundTrips: 2),
      ])
    expect(cases[0].expectations.map(\.text), equals: ["no stall", "startup <= 1s"])
    expect(cases[0].expectations.map(\.level), equals: [.warn, .warn])
    expect(cases[1].expectations.map(\.text), equals: ["no stall", "startup <= 2s"])
    expect(cases[1].expectations.map(\.level), equals: [.error, .off])
    guard case .policy(let first) = cases[0].player, case .policy(let second) = cases[1].player
    else {
      Issue.record("the players are no values")
      return
    }
    expect(first.parameters.startupThreshold, equals: .seconds(4))
    expect(second.parameters.startupThreshold, equals: .seconds(2))
  }

  @Test func `may be JSON`() throws {
    let text = """
      {"playhead": "suite/1", "cases": [
        {"name": "x", "media": "a.mp4", "network": "3g", "expect": ["no stall"], "loop": 3}]}
      """
    let suite = try Suite(contents: Array(text.utf8), path: "a.json")
    expect(suite.cases.map(\.loops), equals: [3])
    expect(suite.cases[0].media.location, equals: "a.mp4")
  }

  @Test func `cannot be the report of a run, which is refused once`() throws {
    let text = """
      {"schema": "playhead.session/1", "generator": {}, "media": {}, "ticks": []}
      """
    #expect(throws: YAMLError.self) { try Suite(contents: Array(text.utf8), path: "a.json") }
    do {
      _ = try Suite(contents: Array(text.utf8), path: "a.json")
    } catch {
      expect(
        error.problems.map(\.description),
        equals: [
          "line 1, column 12: schema: “playhead.session/1” is a report of playhead, not a suite"
        ])
    }
  }

  @Test func `may come to ten thousand cases and no more`() throws {
    func text(_ media: Int, more: String = "") -> String {
      let list = (0..<media).map { "\($0).mp4" }.joined(separator: ", ")
      let networks = (1...100).map { "\($0)k" }.joined(separator: ", ")
      return
        "cases:\n- {name: x, media: [\(list)], network: [\(networks)], expect: no stall}\(more)"
    }
    try expect(suite(text(100)).cases.count, equals: 10_000)
    let refusal =
      "the suite expands to more than 10000 cases; split it into several files"
    expect(mistakes(text(101)), equals: ["line 3, column 10: \(refusal)"])
    let one = "\n- {name: y, media: a.mp4, network: 3g, expect: no stall}"
    expect(mistakes(text(100, more: one + one.replacing("y", with: "z"))).count, equals: 1)
  }

  @Test func `may have ten thousand cases written out`() throws {
    let cases = (0..<10_000).map { "- {name: case \($0)}" }.joined(separator: "\n")
    try expect(suite(Self.defaults + "cases:\n" + cases).cases.count, equals: 10_000)
  }

  @Test(arguments: [
    (
      "cases: []", ["line 2, column 8: cases: the list is empty"]
    ),
    ("name: x", ["line 1, column 1: cases is missing; write cases: followed by a list"]),
    (
      "cases: [{name: x}]",
      [
        "line 2, column 9: media is missing; write media: movie.mp4, here or in defaults",
        "line 2, column 9: network is missing; write network: 3g, here or in defaults",
        "line 2, column 9: expect is missing; write expect: [no stall], here or in defaults",
      ]
    ),
    (
      defaults + "cases: [{name: x}, {name: 'x'}]",
      ["line 3, column 27: name: duplicate name “x”, first on line 3"]
    ),
    (
      defaults + "cases: [{name: 'x [1k]'}, {name: x, network: [1k, 2k]}]",
      [
        "line 3, column 34: a case expands to the name “x [1k]”, which line 3 has already; rename one of the cases"
      ]
    ),
    (
      defaults + "cases: [{name: \"a\\tb\"}]",
      ["line 3, column 16: name: a name cannot contain control characters: “a\u{FFFD}b”"]
    ),
    (
      defaults + "cases: [{name: \"a\\u202eb\"}]",
      ["line 3, column 16: name: a name cannot contain control characters: “a\u{FFFD}b”"]
    ),
    (
      defaults + "cases: [{name: ''}]",
      ["line 3, column 16: name: expected a name, found nothing"]
    ),
    (
      defaults + "cases: [{name: x, media: \"a\\0b\"}]",
      [
        "line 3, column 26: media: a path, a pattern or a URL cannot contain "
          + "control characters: “a\u{FFFD}b”"
      ]
    ),
    (
      defaults + "cases: [{name: x, media: ['file:///a.mp4', a.mp4, FTP://b/a.mp4]}]",
      [
        "line 3, column 27: media: only http and https URLs are supported; write the path of a local file",
        "line 3, column 51: media: only http and https URLs are supported; write the path of a local file",
      ]
    ),
    (
      defaults + "cases: [{name: x, actions: 2s pause, limit: 1999ms}, "
        + "{name: y, limit: 2s, actions: 2s pause}]",
      [
        "line 3, column 28: actions: an action is at 2 s, and the session ends at 1.999 s; "
          + "write a longer limit"
      ]
    ),
    (
      defaults + "cases: [{name: x, expct: no stall}]",
      ["line 3, column 19: unknown key “expct”; did you mean expect?"]
    ),
    (
      defaults + "cases: [{name: x, network: {network: 3g, latncy: 1s}}]",
      ["line 3, column 42: unknown key “latncy”; did you mean latency?"]
    ),
    (
      defaults + "cases: [{name: x, network: {latency: 1s}}]",
      ["line 3, column 28: network is missing; write network: 3g"]
    ),
    (
      defaults + "cases: [{name: x, network: {network: 3g, format: csv}}]",
      ["line 3, column 50: format: only the network of a file has a format"]
    ),
    (
      defaults + "cases: [{name: x, player: bsic}]",
      ["line 3, column 27: player: “bsic”: unknown player; did you mean basic?"]
    ),
    (
      defaults + "cases: [{name: x, player: {startupBuffer: 1s}}]",
      [
        "line 3, column 27: player: expected a player name or the path of a policy file, "
          + "found a mapping; write the values under policy"
      ]
    ),
    (
      defaults + "cases: [{name: x, policy: [{name: a}, {startupBuffer: 1s}]}]",
      [
        "line 3, column 39: policy: name is missing; policies in a list "
          + "need names"
      ]
    ),
    (
      defaults + "cases: [{name: x, policy: {lowWatermark: 31s}}]",
      ["line 3, column 42: lowWatermark (31 s) is above highWatermark (30 s by default)"]
    ),
    (
      defaults + "cases: [{name: x, expect: {level: warn}}]",
      ["line 3, column 27: that is missing; write that: no stall"]
    ),
    (
      defaults + "cases: [{name: x, expect: [{that: no stall, level: warning}]}]",
      ["line 3, column 52: level: expected off, warn or error, found “warning”"]
    ),
    (
      defaults + "cases: [{name: x, network: [3g, 3g]}]",
      ["line 3, column 33: network: duplicate “3g” in the list"]
    ),
    (
      "defaults: {name: x}\n" + defaults.replacing("defaults", with: "cases"),
      [
        "line 2, column 18: name: defaults cannot have a name; each case has its own",
        "line 3, column 8: cases: expected a list, found a mapping",
      ]
    ),
  ])
  func `are refused with all mistakes, where they are`(text: String, expected: [String]) {
    expect(mistakes(text), equals: expected)
  }

  @Test func `hold names to two hundred characters`() throws {
    func name(_ count: Int) -> String { String(repeating: "n", count: count) }
    try expect(suite(Self.defaults + "cases: [{name: \(name(200))}]").cases.count, equals: 1)
    expect(
      mistakes(Self.defaults + "cases: [{name: \(name(201))}]"),
      equals: [
        "line 3, column 16: name: a name has at most 200 characters, found 201"
      ])
  }

  @Test func `say what kind of file they are`() throws {
    func error(_ text: String) -> String? {
      do {
        _ = try Suite(contents: Array(text.utf8), path: "a.yaml")
        return nil
      } catch {
        return "\(error)"
      }
    }
    expect(
      error("cases: [{name: x, media: a, network: 3g, expect: no stall}]"),
      equals: "line 1, column 1: playhead is missing; write “playhead: suite/1”")
    expect(
      error("playhead: suite/2\ncases: 1"),
      equals: "line 1, column 11: playhead: “suite/2” is not a supported version; "
        + "write suite/1, or use a newer Playhead"
    )
    expect(error("a: &x [1]\nb: *x")?.contains("anchors are not supported"), equals: true)
  }
}
