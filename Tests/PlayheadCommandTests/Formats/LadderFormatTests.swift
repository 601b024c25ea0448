import Expectations
import Foundation
import MediaReading
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("The formats of a session of a ladder")
struct LadderFormatTests {
  private func output(_ line: String) throws -> String {
    let run = try ProgramRun("analyze \(line)")
    expect(run.code, equals: .ok, "\(line): \(run.diagnostics)")
    return run.output
  }

  private func object(_ text: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test(
    "JSON Lines have all that JSON has but the ticks",
    arguments: [
      "\(LadderTests.hls) -n 52k --player hls.js --optimum",
      "\(LadderTests.movie) -n 2M --abr bola",
      "\(LadderTests.dash) -n 100k --player dash.js --do '2s seek 5'",
    ])
  func lines(line: String) throws {
    var json = try object(try output("\(line) --format json"))
    var lines = try output("\(line) --format jsonl").split(separator: "\n").map { try object($0) }
    var first = lines.removeFirst()
    expect(first.removeValue(forKey: "type") as? String, equals: "session")
    expect(first.removeValue(forKey: "schema") as? String, equals: "playhead.session-event/3")
    expect(json.removeValue(forKey: "schema") as? String, equals: "playhead.session/3")
    for (key, value) in first {
      expect(json.removeValue(forKey: key) as? NSObject, equals: value as? NSObject, "\(key)")
    }
    var last = lines.removeLast()
    expect(last.removeValue(forKey: "type") as? String, equals: "summary")
    for (key, value) in try #require(json.removeValue(forKey: "summary") as? [String: Any]) {
      expect(last.removeValue(forKey: key) as? NSObject, equals: value as? NSObject, "\(key)")
    }
    for (key, value) in last {
      expect(json.removeValue(forKey: key) as? NSObject, equals: value as? NSObject, "\(key)")
    }
    for type in ["event", "request", "decision", "segment", "failure"] {
      let these = lines.filter { $0["type"] as? String == type }.map { line in
        line.filter { $0.key != "type" }
      }
      let those = try #require(json.removeValue(forKey: "\(type)s") as? [[String: Any]])
      expect(these as NSArray, equals: those as NSArray, "\(type)")
    }
    expect(Array(json.keys), equals: ["ticks"])
  }

  /// The members of a line of CMCD, by key.
  private func members(_ line: some StringProtocol) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: line.split(separator: ",").map { member in
        let parts = member.split(separator: "=", maxSplits: 1)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
      })
  }

  /// The rates are those that the manifests declare; the levels, those of `fixed:1`.
  @Test("CMCD tells of a variant with its audio in HLS, of each representation in DASH")
  func rates() throws {
    let hls = try output("\(LadderTests.hls) -n 1M --abr fixed:1 --format cmcd --tick 1s")
      .split(separator: "\n").map(members)
    expect(hls.allSatisfy { $0["sf"] == "h" && $0["br"] == nil && $0["tbl"] == "(30000;av)" })
    expect(hls.allSatisfy { $0["tab"] == "(59;av)" && $0["lab"] == "(31;av)" })
    expect(hls[0]["ab"] == nil && hls[0]["pb"] == nil)
    expect(hls.dropFirst().allSatisfy { $0["ab"] == "(59;av)" && $0["pb"] == "(59;av)" })
    let dash = try output("\(LadderTests.dash) -n 1M --abr fixed:1 --format cmcd --tick 1s")
      .split(separator: "\n").map(members)
    expect(dash.allSatisfy { $0["sf"] == "d" && $0["ab"] == nil })
    expect(dash.allSatisfy { $0["tb"] == "(45;v 15;a)" && $0["lb"] == "(17;v 15;a)" })
    expect(dash.dropFirst().allSatisfy { $0["br"] == "(45;v 15;a)" })
    let movie = try output("\(LadderTests.movie) -n 9M --abr fixed:2 --format cmcd --tick 1s")
      .split(separator: "\n").map(members)
    expect(movie.allSatisfy { $0["sf"] == "o" && $0["tb"] == "(2000;av)" })
    expect(movie.last?["sta"], equals: "e")
  }

  /// The level asked for is ahead of the one at the playhead, and each row has both as JSON has
  /// them.
  @Test("CMCD has the level asked for and the one at the playhead")
  func levels() throws {
    let line = "\(LadderTests.movie) -n 2s@3M,9s@700k --player sabre-throughput --tick 1s"
    let json = try object(try output("\(line) --format json"))
    let rates = [300, 800, 2000]
    let requests = try #require(json["requests"] as? [[String: Any]])
    let segments = try #require(json["segments"] as? [[String: Any]])
    let ticks = try #require(json["ticks"] as? [[String: Any]])
    let reports = try output("\(line) --format cmcd").split(separator: "\n").map(members)
    expect(reports.count, equals: ticks.count)
    var shown: Set<String?> = []
    for (tick, report) in zip(ticks, reports) {
      let time = try #require(tick["wallSeconds"] as? Double)
      let media = try #require(tick["mediaSeconds"] as? Double)
      let asked = requests.last { $0["sentSeconds"] as? Double ?? .infinity <= time }
      let level = try #require(asked?["level"] as? Int)
      expect(report["br"], equals: "(\(rates[level]);av)")
      guard let bitRate = report["pb"] else { continue }
      let segment = segments.last { $0["startSeconds"] as? Double ?? .infinity <= media }
      expect(bitRate, equals: "(\(rates[try #require(segment?["level"] as? Int)]);av)", "\(time)")
      shown.insert(bitRate)
    }
    expect(shown.count > 1)
  }

  @Test("Markdown has the figures of adaptation and no duration that is not styled")
  func markdown() throws {
    let line = "\(LadderTests.movie) -n 2M --abr 'bba0' --format markdown --durations iso8601"
    let text = try output("\(line) --optimum --do '50s seek 2'")
    expect(text.contains("| switches | ") && text.contains("| time at level 2 | PT"))
    expect(text.contains("rule `bba0`") && text.contains("- optimum: "))
    expect(text.contains("| seek | at |"))
    expect(!text.contains(" s |"))
  }

  @Test(
    "each format can be written to a file, whole or not at all",
    arguments: SessionFormat.allCases.filter { $0 != .p1203 })
  func files(format: SessionFormat) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/out"
    let line = "\(LadderTests.movie) -n 2M --format \(format.rawValue)"
    try expect(output("\(line) -o \(path)").isEmpty)
    // Of pictures, what is no text is replaced on both sides.
    let written = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    try expect(written, equals: output(line))
    let failed = try ProgramRun("analyze \(line) -o \(folder.path)/none/out")
    expect(failed.code, equals: .cannotCreate)
  }

  /// The tracks of the levels of a report, those of each level in order.
  private func tracks(_ line: String) throws -> [[[String: Any]]] {
    let report = try object(try output("\(line) --format json"))
    let media = try #require(report["media"] as? [String: Any])
    let lanes = try #require(media["lanes"] as? [[String: Any]])
    let levels = lanes.flatMap { $0["levels"] as? [[String: Any]] ?? [] }
    return try levels.map { try #require($0["tracks"] as? [[String: Any]]) }
  }

  /// Codec, size and frame rate.
  private func facts(_ track: [String: Any]) -> String {
    ["codec", "width", "height", "frameRate"].compactMap { track[$0].map { "\($0)" } }
      .filter { $0 != "<null>" }.joined(separator: ",")
  }

  @Test("the tracks of levels are ffprobe's, and those of a manifest what it declares")
  func tracks() throws {
    let folder = URL(fileURLWithPath: LadderTests.dash).deletingLastPathComponent().path
    let probed = try ["low", "high", "audio"].map { name in
      try ToolRun([
        "ffprobe", "-v", "error", "-show_entries", "stream=codec_name,width,height,avg_frame_rate",
        "-of", "csv=p=0", "\(folder)/\(name).mp4",
      ]).output.trimmingCharacters(in: .whitespacesAndNewlines)
        .replacingOccurrences(of: ",0/0", with: "")
    }
    let read = try tracks("\(LadderTests.dash) -n 1M")
    expect(read.map { $0.map(facts) }, equals: probed.map { [$0] })
    let strings = read.map { $0.map { $0["codecString"] as? String } }
    expect(strings.map { $0.map { $0?.prefix(5) } }, equals: [["avc1."], ["avc1."], ["mp4a."]])
    let declared = try tracks("\(LadderTests.dash) -n 1M --segments declared")
    expect(declared.map { $0.map(facts) }, equals: probed.map { [$0] })
    let file = try tracks("\(folder)/low.mp4 -n 1M --decode none")
    expect(file.map { $0.map(facts) }, equals: [[probed[0]]])
    try expect(tracks("\(LadderTests.movie) -n 1M").allSatisfy(\.isEmpty))
  }

  @Test("JSON Lines have the events as they happen")
  func streams() throws {
    let context = Context.silent()
    let line = "analyze \(LadderTests.movie) -n 1M --loop 900 --tick 1h"
    let parsed = try ParsedArguments(words(line).dropFirst(), for: Analyze.command)
    let arguments = try #require(parsed)
    let plan = try LadderPlan(.sizes, arguments, context)
    let media = try LadderLoading(arguments: arguments, context: context)
      .ladder(at: LadderTests.movie, .sizes, for: plan.player)
    let network = try arguments.givenNetwork()
    let run = try plan.run(
      of: media, over: network, NetworkLink(following: try arguments.profile(of: network)))
    var parts: [String] = []
    try run.write(
      by: SessionFormat.jsonl, style: TextStyle(width: 80, usesUnicode: true, usesColor: false),
      in: context
    ) { parts.append(String(decoding: $0, as: UTF8.self)) }
    expect(parts.count > 3)
    expect(parts[0].hasPrefix("{\"type\": \"session\"") && parts[0].count { $0 == "\n" } == 1)
    expect(parts[1..<parts.count - 1].allSatisfy { !$0.contains("\"type\": \"request\"") })
  }
}
