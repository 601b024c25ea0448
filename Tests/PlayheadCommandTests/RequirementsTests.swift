import Expectations
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("playhead requirements")
struct RequirementsTests {
  private static let clip = Project.clip("faststart.mp4")

  @Test("names the bounds on a network and at a startup delay, which analyze confirms")
  func bounds() throws {
    let run = try ProgramRun("requirements \(Self.clip) -n 800k --latency 50ms --format json")
    expect(run.code, equals: .ok)
    let startup = try #require(
      Self.number("startupSeconds", in: run.output, from: "minimumStartup"))
    let delay = try WallTime(parsing: "\(startup)s", unit: .required)
    let player = "--startup-buffer 0 --resume-buffer 0 --max-buffer unlimited --decode none"
    func stalls(_ delay: WallTime) throws -> String {
      try ProgramRun(
        "analyze \(Self.clip) -n 800k --latency 50ms \(player) --do '0s pause' "
          + "--do '\(delay.secondsText)s play' --metric stallCount"
      ).output
    }
    try expect(stalls(delay), equals: "0\n")
    try expect(stalls(delay - .resolution), equals: "1\n")
    let rate = try #require(Self.number("rateBitsPerSecond", in: run.output, from: "minimumRate"))
    let bits = try #require(Int64(rate))
    for bits in [bits - 1, bits, bits + 1] {
      let run = try ProgramRun(
        "analyze \(Self.clip) -n \(bits)bps --latency 50ms \(player) --do '0s pause' "
          + "--do '2s play' --metric stallCount")
      expect(run.code == .ok && (run.output == "0\n") == (bits >= Int64(rate) ?? 0))
    }
  }

  @Test("finds rates with the latency of the network, as with the same latency typed")
  func latency() throws {
    let network = try ProgramRun("requirements \(Self.clip) -n 3g --format json").output
    let typed = try ProgramRun("requirements \(Self.clip) --latency 300ms --format json").output
    let none = try ProgramRun("requirements \(Self.clip) --format json").output
    func rate(_ text: String) -> String? {
      Self.number("rateBitsPerSecond", in: text, from: "minimumRate")
    }
    expect(rate(network) != nil && rate(network) == rate(typed))
    expect(rate(network) != rate(none))
    let text = try ProgramRun("requirements \(Self.clip) -n 3g").output
    expect(text.contains("2 s and 300 ms of latency,"))
  }

  @Test("find the highest mean rate at which the file plays")
  func encoding() throws {
    let run = try ProgramRun("requirements \(Self.clip) -n 800k --latency 50ms --format json")
    let rate = try #require(
      Self.number("highestMeanBitsPerSecond", in: run.output, from: "encoding").flatMap {
        Int64($0)
      })
    // Within 1 kbit/s of the highest.
    for (rate, plays) in [(rate, true), (rate + 1000, false)] {
      let run = try ProgramRun(
        "analyze \(Self.clip) -n 800k --latency 50ms --startup-buffer 0 --resume-buffer 0 "
          + "--max-buffer unlimited --do '0s pause' --do '2s play' --no-causes --format json "
          + "--what-if bitrate=\(rate)bps")
      let stalls = Self.number("stallCount", in: run.output, from: "whatIf")
      expect((stalls == "0"), equals: plays, "\(rate) bit/s")
    }
  }

  /// The number behind the first key `key` after the key `start`.
  private static func number(_ key: String, in text: String, from start: String) -> String? {
    guard let place = text.firstRange(of: "\"\(start)\":"),
      let found = text[place.upperBound...].firstRange(of: "\"\(key)\": ")
    else { return nil }
    return String(text[found.upperBound...].prefix { $0.isNumber || $0 == "." })
  }

  @Test("says that no delay is enough where the network dies, and none is a failure")
  func dead() throws {
    let run = try ProgramRun("requirements \(Self.clip) -n \(Project.trace("dead.json"))")
    expect(run.code, equals: .ok)
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(words.contains("No startup delay is enough on this network."))
    expect(words.contains("which never arrive"))
    let late = try ProgramRun("requirements \(Self.clip) --startup 0s")
    expect(late.code == .ok && late.output.contains("No rate is enough for a startup of 0 s."))
  }

  @Test("writes the corners as CSV, each cheaper than the one before it, and as a picture")
  func formats() throws {
    let csv = try ProgramRun("requirements \(Self.clip) --format csv").output
    let records = csv.split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    expect(records[0].first == "startupSeconds" && records[1][0] == "0" && records[1][1] == "")
    let rates = records.dropFirst(2).compactMap { Int64($0[1]) }
    expect(rates.count == records.count - 2 && rates.count > 2)
    expect(zip(rates, rates.dropFirst()).allSatisfy(>))
    expect(records.allSatisfy { $0.count == 6 })
    let svg = try ProgramRun("requirements \(Self.clip) --format svg").output
    expect(svg.hasPrefix("<svg xmlns=") && svg.hasSuffix("</svg>\n"))
    expect(svg.contains("<path d=\"") && svg.contains("●"))
  }

  @Test(
    "refuses what has no meaning",
    arguments: [
      ("\(clip) --offset 3s", "missing option, --network: --offset needs a --network"),
      ("\(clip) --tcp slow-start", "missing option, --network: --tcp needs a --network"),
      ("\(clip) --format csv --durations iso8601", "it applies to text"),
      ("\(clip) --startup -1s", "--startup"), ("\(clip) --format jsonl", "jsonl"), ("", "FILE|URL"),
    ])
  func refusals(line: String, part: String) throws {
    let run = try ProgramRun("requirements \(line)")
    expect(run.code, equals: .usage)
    expect(run.diagnostics.contains(part), "\(run.diagnostics)")
  }

  @Test(
    "bounds whatever plays, and fails as analyze does on what does not",
    arguments: [
      ("audio-only.m4a", ExitCode.ok), ("moov-at-end.mp4", .ok), ("truncated.mp4", .ok),
      ("fragmented.mp4", .ok), ("text.txt", .badData), ("empty.mp4", .badData),
      ("missing.mp4", .noInput),
    ])
  func files(clip: String, code: ExitCode) throws {
    let run = try ProgramRun("requirements \(Project.clip(clip)) -n 3g --tcp slow-start")
    expect(run.code, equals: code, "\(run.diagnostics)")
    expect(run.output.isEmpty, equals: (code != .ok))
  }

  @Test("fits the width of the terminal", arguments: [30, 40, 60, 80, 200])
  func width(columns: Int) throws {
    let run = try ProgramRun(
      "requirements \(Self.clip) -n 800k", environment: ["COLUMNS": "\(columns)"])
    for line in run.output.split(separator: "\n") where !line.contains("/") {
      expect(line.count <= columns, "\(line)")
    }
  }
}
