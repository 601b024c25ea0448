import Expectations
import Foundation
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `Reports on checks` {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A case by the bytes a second of its link, which needs 1000.
  private static func result(
    _ name: String, bytesASecond: Int64?, _ expectations: [String],
    level: SessionExpectation.Level = .error
  ) throws -> CaseResult {
    let checkCase = SuiteCase(
      name: name, tags: ["a", "b\u{1B}"], media: CheckedMedia(name: "a\u{7}.mp4", location: "a"),
      network: CheckedNetwork(name: "n", .file("n")), player: .file(name: "p", path: "p"),
      expectations: try expectations.map { try SessionExpectation(parsing: $0, level: level) })
    guard let bytesASecond else {
      return CaseResult(
        checkCase,
        .couldNotRun(
          CaseError(.missingInput, "cannot open", at: "x\u{1B}[31m\n.mp4", why: "it is missing")))
    }
    let profile = try BandwidthProfile(
      name: "n", rate: BitRate(bitsPerSecond: 8 * bytesASecond))
    let session = try Clip.frames(200, lasting: .milliseconds(100), of: 100)
      .play(over: profile, BufferingPolicy())
    return CaseResult(checkCase, .ran(checkCase.checked(session, damage: .none)))
  }

  private static var suites: [SuiteResult] {
    get throws {
      let expectations = ["no stall", "startup <= 2s", "every stall <= 1ms", "minimumBuffer >= 1s"]
      let hostile =
        "\u{1B}[2J\u{202E}<&>]]>\"\\ \u{0}\r\n名前 " + String(repeating: "long ", count: 50)
      return [
        SuiteResult(
          name: "First", path: "a.yaml",
          cases: [
            try result("good", bytesASecond: 100_000, Array(expectations.dropLast())),
            try result("slow", bytesASecond: 300, expectations),
            try result("slow, told", bytesASecond: 300, expectations, level: .warn),
            try result("slow, off", bytesASecond: 300, expectations, level: .off),
            try result(hostile, bytesASecond: nil, expectations),
          ]),
        SuiteResult(
          name: nil, path: "b.yaml", cases: [try result("dead", bytesASecond: 0, expectations)],
          skippedCount: 3),
      ]
    }
  }

  @Test(arguments: [20, 40, 60, 80, 200], [true, false])
  func `keep to the width and to the letters that a terminal has`(
    width: Int, usesUnicode: Bool
  ) throws {
    let style = TextStyle(width: width, usesUnicode: usesUnicode, usesColor: false)
    let text = CheckText.text(try Self.suites, style: style)
    for line in text.split(separator: "\n") where line.count > width {
      // A word that no line can hold stands in a line of its own.
      expect(line.drop { $0 == " " }.split(separator: " ").count <= 2, "\(line)")
    }
    let controls = text.unicodeScalars.filter { $0.value < 32 && $0 != "\n" || $0.value == 0x202E }
    expect(controls.isEmpty)
  }

  @Test func `say in words what colours say too`() throws {
    let style = TextStyle(width: 80, usesUnicode: true, usesColor: true)
    var plain = style
    plain.usesColor = false
    let colored = CheckText.text(try Self.suites, style: style)
    expect(
      colored.replacing(/\u{1B}\[[0-9]+m/, with: ""),
      equals: CheckText.text(try Self.suites, style: plain))
    expect(colored.contains("\u{1B}[31mfailed\u{1B}[0m"))
  }

  @Test func `give one line to what passed, and all there is to the rest`() throws {
    let style = TextStyle(width: 80, usesUnicode: true, usesColor: false)
    let lines = CheckText.text(try Self.suites, style: style).split(separator: "\n")
    expect(lines[0], equals: "First · a.yaml")
    expect(lines[1], equals: "passed  good")
    expect(lines[2], equals: "failed  slow")
    expect(lines[3].hasPrefix("        failed  no stall: "))
    expect(lines.contains("        failed  minimumBuffer >= 1s: 0s"))
    expect(lines.contains("warned  slow, told"))
    expect(lines.contains("passed  slow, off"))
    expect(lines.contains("        failed  startup <= 2s: unknown: playback never started"))
    expect(lines.contains("        failed  no stall: unknown: playback never started"))
    expect(
      lines.last,
      equals: "9 cases: 2 passed, 1 passed with a warning, 2 failed, 1 could not run, 3 not run")
    expect(lines.count { $0.hasPrefix("        stall ") } > 2)
  }

  @Test func `in JSON are what their schema says, whatever names there are`() throws {
    let bytes = CheckJSON.bytes(try Self.suites)
    let value = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    expect(value["hasPassed"] as? Bool, equals: false)
    let suites = try #require(value["suites"] as? [[String: Any]])
    let cases = try #require(suites[0]["cases"] as? [[String: Any]])
    let verdicts = cases.map { $0["verdict"] as? String ?? "" }
    expect(verdicts, equals: ["passed", "failed", "warned", "passed", "error"])
    expect(
      (cases[4]["name"] as? String)?.hasPrefix("\u{1B}[2J\u{202E}<&>]]>\"\\ \u{0}\r\n名前 "),
      equals: true)
    try JSONSchema.validate(
      bytes, against: Self.root.appending(path: "Schemas/check-1.schema.json").path)
  }

  @Test(arguments: ["example", "failing"])
  func `come from suites that the schema for editors takes`(name: String) throws {
    let path = Self.root.appending(path: "Fixtures/suites/\(name).yaml").path
    let node = try YAMLNode(parsing: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    var printer = JSONPrinter(openLevels: 9)
    printer.print(Self.json(node))
    try JSONSchema.validate(
      printer.bytes, against: Self.root.appending(path: "Schemas/suite-1.schema.json").path)
  }

  @Test func `may say all that there is about reading by the schema for editors`() throws {
    let reading =
      #"{"language": "en", "asVoD": true, "segments": "size", "codecs": ["avc1"], "allowRemote": "#
      + #"false, "assumeRate": "1M", "key": "k.bin", "license": "300ms", "strict": true}"#
    let text =
      #"{"playhead": "suite/1", "defaults": {"network": "1M", "expect": [], "media": "a", "#
      + #""reading": \#(reading)}, "cases": [{"name": "x"}, {"name": "y", "reading": "#
      + #"{"codecs": "avc1,mp4a"}}]}"#
    let cases = try Suite(contents: Array(text.utf8), path: "a.json").cases
    expect(cases[0].media.reading.parts.count, equals: 8)
    try JSONSchema.validate(
      Array(text.utf8), against: Self.root.appending(path: "Schemas/suite-1.schema.json").path)
  }

  @Test func `may expect anything of any metric by the schema for editors`() throws {
    let metrics =
      SessionMetric.allCases + SessionMetric.ofAdaptation + [.secondsAtLevel(0), .shareAtLevel(0)]
    let texts = metrics.flatMap { metric in
      Set([metric.plainName, metric.rawValue]).map { "\($0) \(metric.kind.example)" }
    }
    for text in texts { _ = try SessionExpectation(parsing: text) }
    // In one document, as each takes another process.
    let cases = texts.enumerated().map {
      #"{"name": "\#($0)", "media": "a", "expect": "\#($1)"}"#
    }
    try JSONSchema.validate(
      Array(#"{"playhead": "suite/1", "cases": [\#(cases.joined(separator: ","))]}"#.utf8),
      against: Self.root.appending(path: "Schemas/suite-1.schema.json").path)
  }

  @Test(arguments: [
    #"{"cases": []}"#,
    #"{"playhead": "suite/1", "cases": [{"name": "x", "expct": "no stall"}]}"#,
    #"{"playhead": "suite/1", "cases": [{"name": "x", "expect": "stalCount <= 1"}]}"#,
    #"{"playhead": "suite/1", "cases": [{"name": "x", "level": "warning"}]}"#,
    #"{"playhead": "suite/1", "cases": [{"name": "x", "player": "a", "policy": {}}]}"#,
    #"{"playhead": "suite/1", "cases": [{"name": "x", "policy": {"startupBufer": "1s"}}]}"#,
    #"{"playhead": "suite/1", "cases": [{"name": "x", "actions": "10s jump 3"}]}"#,
    #"{"playhead": "suite/1", "cases": [{"name": "x", "reading": {"licence": "1s"}}]}"#,
    #"{"playhead": "suite/1", "cases": [{"name": "x", "reading": {"segments": "some"}}]}"#,
  ])
  func `cannot be had for what the schema for editors refuses`(text: String) throws {
    #expect(throws: YAMLError.self) { try Suite(contents: Array(text.utf8), path: "a.json") }
    #expect(throws: JSONSchema.Refusal.self) {
      try JSONSchema.validate(
        Array(text.utf8),
        against: Self.root.appending(path: "Schemas/suite-1.schema.json").path)
    }
  }

  /// YAML as an editor takes it: what is plain and looks like a number or a truth is one.
  private static func json(_ node: YAMLNode) -> JSONValue {
    switch node.content {
    case .sequence(let nodes): .array(nodes.map(json))
    case .mapping(let entries):
      .object(entries.map { JSONValue.Member(key: $0.key, value: json($0.value)) })
    case .scalar(let text, isQuoted: true): .string(text)
    case .scalar("true", _): .bool(true)
    case .scalar("false", _): .bool(false)
    case .scalar(let text, _): Int64(text).map { .integer($0) } ?? .string(text)
    }
  }
}

/// Python's jsonschema, which knows nothing of us.
enum JSONSchema {
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  static func validate(_ bytes: [UInt8], against schema: String) throws {
    let path = NSTemporaryDirectory() + "/playhead-schema-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let tool = try Tool(
      "/usr/bin/python3",
      [
        "-W", "ignore", "-m", "jsonschema", "--base-uri",
        URL(fileURLWithPath: schema).deletingLastPathComponent().absoluteString, "-i", path, schema,
      ], input: [])
    // A refusal of the instance begins with its value; anything else is a defect of the test.
    let words = tool.output
    guard tool.status == 0 else {
      if words.contains("No module named") || words.contains("Traceback") {
        throw CaseError(.badData, "cannot validate", at: schema, why: words)
      }
      throw Refusal(description: words)
    }
  }
}
