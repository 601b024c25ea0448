import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite struct `playhead worst` {
  private static let clip = Project.clip("faststart.mp4")

  private static func json(_ line: String) throws -> [String: Any] {
    let run = try ProgramRun("worst \(line) --format json")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(object as? [String: Any])
  }

  private static func cases(_ line: String) throws -> [[String: Any]] {
    try #require(try json(line)["cases"] as? [[String: Any]])
  }

  private static func stalls(_ options: String) throws -> Int {
    let run = try ProgramRun("analyze \(clip) \(options) --metric stallCount --decode none")
    return try #require(Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines)), "\(run)")
  }

  /// Played by another command, over a network that is written out.
  @Test func `of a file is exact: a nanosecond or a bit per second less does not stall`() throws {
    let cases = try Self.cases("\(Self.clip) --from 1.2M")
    var seen: [String] = []
    var wrong: [String] = []
    for found in cases where found["isExact"] as? Bool == true {
      guard let change = found["change"] as? [String: Double] else { continue }
      seen.append(found["family"] as? String ?? "")
      if let rate = change["bitsPerSecond"] {
        let counts = try [0.0, 1].map { try Self.stalls("-n \(Int(rate + $0))bit/s") }
        if counts[0] == 0 || counts[1] != 0 { wrong.append("\(rate): \(counts)") }
        continue
      }
      let (start, depth) = (try #require(change["startSeconds"]), try #require(change["depth"]))
      let nanoseconds = Int((try #require(change["lengthSeconds"]) * 1e9).rounded())
      let rate = Int((1_200_000 * (1 - depth)).rounded())
      let counts = try [0, 1].map { less in
        let length = nanoseconds - less
        let seconds =
          "\(length / 1_000_000_000)."
          + String(String(length % 1_000_000_000 + 1_000_000_000).dropFirst())
        return try Self.stalls("-n \(start)s@1.2M,\(seconds)s@\(rate)bit/s,1.2M")
      }
      if counts != [1, 0] { wrong.append("\(change): \(counts)") }
    }
    expect(wrong == [] && seen == ["rates", "dip", "dip", "outage"], "\(seen) \(wrong)")
  }

  /// What `analyze` finds by search, and proves.
  @Test func `finds one bit per second less than the minimum rate`() throws {
    let cases = try Self.cases("\(Self.clip) --from 2M")
    let change = try #require(cases[0]["change"] as? [String: Int])
    let overview = try ProgramRun("analyze \(Self.clip) --decode none --latency 0s --format json")
    let report =
      try JSONSerialization.jsonObject(with: Data(overview.output.utf8)) as? [String: Any]
    let minimum = try #require(report?["minimumRate"] as? [String: Any])
    expect(minimum["rateBitsPerSecond"] as? Int, equals: change["bitsPerSecond"].map { $0 + 1 })
  }

  @Test func `keeps networks that fail in a suite, and fewer numbers do not`() throws {
    let folder = try TemporaryFolder()
    let lines = [
      ("\(LadderTests.hls) --player hls.js --from 3g", "rates latency outage request"),
      ("\(Self.clip) --from 1.2M", "rates dip-50 dip-75 outage"),
      ("\(Self.clip) --from \(Project.trace("commute.yaml")) --offset 30s", "window"),
      (
        "\(Self.clip) --from 1.2M --player \(Project.player("cautious.yaml")) --tcp slow-start "
          + "--tls --do '3s seek 8' --loop 2 --limit 5m --tracks 0", "window"
      ),
    ]
    for (number, (line, names)) in lines.enumerated() {
      let path = "\(folder.path)/\(number)"
      let run = try ProgramRun("worst \(line) --save \(path)")
      expect(run.code, equals: .ok, "\(run.diagnostics)")
      let count = names.split(separator: " ").count
      let check = try ProgramRun("check \(path)/suite.yaml --no-causes")
      expect(
        check.code == .checkFailed
          && check.output.contains("\(counted(count, "case")): \(count) failed"))
      for name in names.split(separator: " ") {
        let network = try ProgramRun("networks \(path)/\(name).yaml")
        expect(network.code, equals: .ok, "\(network.diagnostics)")
      }
    }
    let outage = try String(contentsOfFile: "\(folder.path)/1/outage.yaml", encoding: .utf8)
    expect(outage.hasSuffix("  - {duration: 2s, rate: 0bit/s}\n  - {rate: 1.2Mbit/s}\n"))
    let window = try String(contentsOfFile: "\(folder.path)/2/window.yaml", encoding: .utf8)
    expect(window.hasSuffix("{duration: 9s, rate: 800kbit/s}\n  - {rate: 100Gbit/s}\n"))
  }

  @Test func `says what the network does by itself, and fits forty columns`() throws {
    let run = try ProgramRun(
      "worst \(Self.clip) --expect 'startup <= 1.5s' --expect 'no stall' --from 3g",
      environment: ["COLUMNS": "40"])
    let lines = run.output.split(separator: "\n").filter { !$0.contains(Self.clip) }
    expect(run.code == .ok && lines.allSatisfy { $0.count <= 40 }, "\(run.output)")
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(words.contains("holds, startup <= 1.5s: 0.79553s, no stall "), "\(words)")
    let broken = try Self.json("\(Self.clip) --from 800k")
    let families = (broken["cases"] as? [[String: Any]])?.map { $0["family"] as? String ?? "" }
    expect(broken["isBroken"] as? Bool == true && families == ["window"])
  }

  @Test func `writes what the schema says`() throws {
    let lines = [
      "\(Self.clip) --from 1.2M", "\(Self.clip) --from 800k --latency 40ms", "\(Self.clip)",
      "\(LadderTests.hls) --player shaka --from 1M --abr bola",
      "\(Self.clip) --from 3g --expect 'startup <= 1s' --budget 40 --tcp slow-start",
    ]
    let documents = try lines.map { line in
      SchemaDocument(
        name: line, schema: "worst-1",
        text: try ProgramRun("worst \(line) --format json").output)
    }
    let verdict = try SchemaValidator.verdict(on: documents, mutatedOneIn: 9)
    expect(verdict.problems == [] && verdict.documents == lines.count)
  }

  @Test(arguments: [
    ("CLIP --from lan", "bad value, --from=lan: unknown network"),
    ("CLIP --budget 0", "expected a whole number from 1 to 10000000"),
    ("CLIP --expect 'stallCount <= 0 in 95%'", "worst cases are of one session"),
    ("CLIP --expect 'startup <= 1ms'", "the expectation holds on no network of the overview"),
    ("HLS --abr exec:true --from 1M", "worst cases take hundreds of sessions"),
    (
      "HLS --key 00112233445566778899aabbccddeeff --save x", "the suite would show the key"
    ),
    ("HLS --player hls.js --startup-buffer 1s --save x", "suites have no key for them"),
    ("CLIP --fault '1s..2s 404'", "is a request of HLS, DASH and other ladders"),
  ])
  func `refuses in a line what has no meaning`(line: String, words: String) throws {
    let line = line.replacing("CLIP", with: Self.clip).replacing("HLS", with: LadderTests.hls)
    let run = try ProgramRun("worst \(line)")
    expect(run.code == .usage && run.output.isEmpty, "\(run.code)")
    expect(run.diagnostics.contains(words), "\(run.diagnostics)")
  }
}
