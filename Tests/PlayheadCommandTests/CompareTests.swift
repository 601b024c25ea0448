import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

@Suite struct `playhead compare` {
  private static let clip = Project.clip("faststart.mp4")
  private static let other = Project.clip("moov-at-end.mp4")

  private static func words(_ run: ProgramRun) -> String {
    run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The report of a session, in a folder of its own.
  private static func report(
    _ line: String, in folder: TemporaryFolder, as name: String = "a.json"
  ) throws -> String {
    let path = "\(folder.path)/\(name)"
    let run = try ProgramRun("analyze \(line) -o \(path)")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    return path
  }

  @Test(arguments: ["", "--format json", "--format csv", "--format markdown", "--summary"])
  func `finds nothing between a file and itself`(format: String) throws {
    let run = try ProgramRun("compare \(Self.clip) \(Self.clip) -n 800k --fail-on worse \(format)")
    expect(run.code, equals: .ok)
    expect(!run.output.contains("worse,") && !run.output.contains("better"))
    if format.isEmpty || format == "--summary" {
      expect(run.output.contains("B is the same as A in every metric and event."))
    }
    if format == "--format json" { expect(run.output.contains("\"isSame\": true")) }
  }

  @Test func `tells two encodes apart, what is better and worse, where they part and why`() throws {
    let run = try ProgramRun(
      "compare \(Self.clip) \(Self.other) -n 800k --fail-on worse",
      environment: ["COLUMNS": "100", "LANG": "C.UTF-8"])
    let words = Self.words(run)
    expect(words.contains("B starts "))
    expect(words.contains("opening the file reads 16,384 bytes in 1 request in A, "))
    let startups = try [Self.clip, Self.other].map {
      try ProgramRun("analyze \($0) -n 800k --metric startup").output
    }
    let seconds = startups.compactMap { Double($0.dropLast()) }
    expect(seconds[0] > seconds[1])
    let row = run.output.split(separator: "\n").first { $0.hasPrefix("startup ") }
    expect(row?.hasSuffix("better"), equals: true)
    expect(row?.contains(String(format: "%.3f s", seconds[0])), equals: true)
    expect(row?.contains(String(format: "%.3f s", seconds[1])), equals: true)
    // It is worse in that less of it is played; without that and its waste, it is not.
    let tolerances = "--tolerance played=-70% --tolerance bytesWasted=+1MB"
    let tolerant = try ProgramRun(
      "compare \(Self.clip) \(Self.other) -n 800k --fail-on worse \(tolerances)")
    expect(tolerant.code, equals: .ok, "\(tolerant.output)")
  }

  @Test func `compares networks and players, and says which value of the player decides`() throws {
    let networks = try ProgramRun("compare \(Self.clip) -n 800k -n 2M --latency 50ms --summary")
    expect(networks.code, equals: .ok)
    expect(
      Self.words(networks).contains("Why: the link carries 800 kbit/s in A, 2 Mbit/s in B."))
    let folder = try TemporaryFolder()
    let policy = "\(folder.path)/p.yaml"
    try "playhead: player/1\nstartupBuffer: 1s\nbackBuffer: 1s\n".write(
      toFile: policy, atomically: true, encoding: .utf8)
    let players = try ProgramRun(
      "compare \(Self.clip) -n 800k --player basic --player \(policy) --summary")
    expect(players.code, equals: .ok, "\(players.diagnostics)")
    expect(Self.words(players).contains("Why: A: starts at 2 s, B: starts at 1 s."))
  }

  @Test func `reads reports, alone and beside media, which plays as the report says`() throws {
    let folder = try TemporaryFolder()
    let line = "\(Self.clip) -n 800k --latency 50ms --do '3s seek 14'"
    let report = try Self.report("\(line) --format json", in: folder)
    let lines = try Self.report("\(line) --format jsonl", in: folder, as: "a.jsonl")
    // Named otherwise, it is known by its contents.
    let bare = "\(folder.path)/report"
    try FileManager.default.copyItem(atPath: report, toPath: bare)
    for operands in [
      "\(report) \(report)", "\(report) \(lines)", "\(bare) \(lines)", "\(report) \(Self.clip)",
      "\(Self.clip) \(lines)",
    ] {
      let run = try ProgramRun("compare \(operands) --fail-on worse")
      expect(run.code, equals: .ok)
      expect(
        run.output.contains("B is the same as A in every metric and event."),
        "\(operands): \(run.output)")
    }
    let faster = try ProgramRun("compare \(report) \(Self.clip) -n 2M")
    expect(faster.code, equals: .ok)
    expect(
      Self.words(faster).contains("Why: the link carries 800 kbit/s in A, 2 Mbit/s in B."))
    let other = try ProgramRun("compare \(report) \(Self.other) --fail-on worse")
    expect(other.code, equals: .checkFailed)
    expect(Self.words(other).contains("Why: the media has 1,790,7"))
  }

  @Test func `tells reports from media that come through pipes`() throws {
    let playhead = ProgramProcess.executable.path
    func compare(_ operands: String, input: String = "true") throws -> ToolRun {
      try ToolRun(
        ["bash", "-c", "\(input) | \(playhead) compare \(operands) --summary --fail-on worse"],
        environment: ["media": Self.clip, "other": Self.other])
    }
    let line = "\(playhead) analyze $media -n 800k"
    for (operands, input) in [
      ("<(\(line) --format json) <(\(line) --format jsonl)", "true"),
      ("<(\(line) --format json) $media", "true"), ("- $media", "\(line) --format json"),
      ("$media -", "\(line) --format json"), ("- -", "\(line) --format json"),
      ("<(cat $media) $media -n 800k", "true"), ("$media - -n 800k", "cat $media"),
      ("<(\(line) --format json) -", "cat $media"), ("- - -n 800k", "cat $media"),
      // From a file, standard input is one.
      ("- $media -n 800k <$media", "true"),
    ] {
      let run = try compare(operands, input: input)
      expect(run.code, equals: 0, "\(operands): \(run.diagnostics)")
      expect(
        run.output.contains("B is the same as A in every metric and event."),
        "\(operands): \(run.output)")
    }
    for (input, code, words) in [
      ("echo '{}'", ExitCode.badData, "malformed session report, /dev/stdin"),
      ("printf ' \\n {\"schema\": 1'", .badData, "malformed session report, /dev/stdin"),
      ("echo text", .badData, "not playable media, /dev/stdin"),
      ("true", .badData, "/dev/stdin"),
    ] {
      let run = try compare("- $media -n 800k", input: input)
      expect(run.code == code.rawValue && run.output.isEmpty, "\(input)")
      expect(run.diagnostics.contains(words), "\(input): \(run.diagnostics)")
    }
  }

  @Test func `lets metrics differ within tolerances`() throws {
    let line = "compare \(Self.clip) -n 800k -n 790k --fail-on worse"
    try expect(ProgramRun(line).code, equals: .checkFailed)
    let names = try ProgramRun("\(line) --format csv").output.split(separator: "\r\n")
      .filter { $0.hasSuffix(",worse") }.map {
        $0.split(separator: ",", omittingEmptySubsequences: false)[5]
      }
    expect(names.contains("startupSeconds"))
    let tolerances = names.map { "--tolerance \($0)=50%" }.joined(separator: " ")
    let run = try ProgramRun("\(line) \(tolerances)")
    expect(run.code, equals: .ok, "\(run.output)")
    expect(run.output.contains("tolerated") && !run.output.contains("worse"))
  }

  @Test func `notes combinations, and compares sixteen sessions but not seventeen`() throws {
    func networks(_ count: Int) -> String {
      (1...count).map { "-n \($0)M" }.joined(separator: " ")
    }
    let most = try ProgramRun("compare \(Self.clip) \(networks(16)) --summary")
    expect(most.code, equals: .ok)
    expect(most.output.contains("P starts "))
    expect(!most.diagnostics.contains("combinations"))
    let tooMany = try ProgramRun("compare \(Self.clip) \(networks(17))")
    expect(tooMany.code, equals: .usage)
    expect(tooMany.diagnostics.contains("there are 17, and 16 can be compared"))
    let product = try ProgramRun("compare \(Self.clip) \(Self.other) \(networks(2)) --summary")
    expect(product.code, equals: .ok)
    expect(
      product.diagnostics.contains(
        "all combinations are compared with the first: 2 media x 2 networks, 4 sessions"))
    let beyond = try ProgramRun("compare \(Self.clip) \(Self.other) \(networks(9))")
    expect(beyond.diagnostics.contains("2 media x 9 networks come to 18"))
  }

  @Test(
    arguments: [
      ("", "FILE|URL|REPORT", .usage), ("\(clip) -n 800k", "nothing to compare", .usage),
      ("\(clip) \(other)", "a network is required", .usage),
      ("\(clip) \(other) -n 800k --format svg", "svg", .usage),
      ("\(clip) \(other) -n 800k --format csv --fold", "it applies to text", .usage),
      ("\(clip) \(other) -n 800k --fold --no-fold", "they cannot be combined", .usage),
      ("\(clip) \(other) -n 800k --format json --durations iso8601", "--durations", .usage),
      ("\(clip) \(other) -n 800k --tolerance startup", "the tolerance is missing", .usage),
      ("\(clip) \(other) -n 800k --fail-on better", "--fail-on", .usage),
      ("\(clip) missing.json -n 800k", "missing.json", .noInput),
      ("\(clip) missing.mp4 -n 800k", "missing.mp4", .noInput),
      ("\(clip) \(Project.root)/Schemas/session-3.schema.json -n 800k", "schema", .badData),
      ("\(clip) \(Project.clip("text.txt")) -n 800k", "text.txt", .badData),
      (
        "\(Project.root)/Tests/Golden/check.json \(clip)", "expected the report of a session",
        .badData
      ),
      ("\(clip) \(other) -n 800k -o \(clip)", "output is an input", .usage),
    ] as [(String, String, ExitCode)])
  func `refuses what it cannot compare`(line: String, part: String, code: ExitCode) throws {
    let run = try ProgramRun("compare \(line)")
    expect(run.code, equals: code, "\(run.diagnostics)")
    expect(run.diagnostics.contains(part), "\(run.diagnostics)")
    expect(run.output.isEmpty)
  }

  @Test func `refuses options of playing where only reports are compared`() throws {
    let folder = try TemporaryFolder()
    let report = try Self.report("\(Self.clip) -n 800k --format json", in: folder)
    for option in ["-n 3g", "--player mpv", "--latency 5ms", "--tick 1s", "--tracks 0", "--loop 2"]
    {
      let run = try ProgramRun("compare \(report) \(report) \(option)")
      expect(run.code, equals: .usage)
      expect(run.diagnostics.contains("it applies to media"), "\(run.diagnostics)")
    }
  }

  @Test(arguments: [30, 40, 60, 80, 120, 200])
  func `fits the width of the terminal`(columns: Int) throws {
    for line in [
      "\(Self.clip) \(Self.other) -n 800k", "\(Self.clip) -n 800k -n 1M -n 3g --fold --ascii",
      "\(Self.clip) -n 800k --player mpv --player chromium --durations iso8601",
    ] {
      let run = try ProgramRun(
        "compare \(line)", environment: ["COLUMNS": "\(columns)", "LANG": "C.UTF-8"])
      expect(run.code, equals: .ok)
      for line in run.output.split(separator: "\n") where !line.contains("/") {
        expect(line.count <= columns, "\(line)")
        expect(line.last != " ", "\(line)")
      }
    }
  }

  @Test func `writes each metric of each session as CSV, with the difference`() throws {
    let csv = try ProgramRun("compare \(Self.clip) -n 800k -n 2M --format csv").output
    let records = csv.split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    expect(records.allSatisfy { $0.count == 11 })
    expect(records.count, equals: 1 + 2 * 29)
    let row = try #require(records.first { $0[0] == "B" && $0[5] == "startupSeconds" })
    expect(row[6] == "lower" && row[10] == "better")
    let numbers = row[7...9].compactMap { Decimal(string: $0) }
    expect(numbers.count == 3 && numbers[0] - numbers[1] == numbers[2])
  }

  @Test func `folds rows in which nothing changes, and loses none that is not counted`() throws {
    let line = "compare \(Self.clip) -n 800k -n 2M --latency 50ms --tick 100ms"
    let environment = ["COLUMNS": "80", "LANG": "C.UTF-8"]
    let folded = try ProgramRun("\(line) --fold", environment: environment).output
    let all = try ProgramRun("\(line) --no-fold", environment: environment).output.split(
      separator: "\n")
    var omitted = 0
    for row in folded.split(separator: "\n") {
      if let mark = row.firstRange(of: "⋮ "),
        let count = Int(row[mark.upperBound...].prefix { $0.isNumber })
      {
        // Of four rows that continue one, none is left out.
        expect(count >= 4)
        omitted += count
      } else {
        expect(all.contains(row))
      }
    }
    expect(omitted > 100)
    let lines = folded.split(separator: "\n")
    expect(lines.count { !$0.contains("⋮ ") } + omitted, equals: all.count)
    // All that stands between rows stands there still.
    expect(lines.count { $0.contains("▸ ") }, equals: all.count { $0.contains("▸ ") })
  }

  @Test func `shows who stands still while the other plays, on one time line`() throws {
    let run = try ProgramRun(
      "compare \(Self.clip) -n 800k -n 2M --latency 50ms --tick 1s",
      environment: ["COLUMNS": "80", "LANG": "C.UTF-8"])
    let lines = run.output.split(separator: "\n")
    expect(lines.contains { $0.contains("STALLED") && $0.hasSuffix("playing") })
    expect(lines.contains { $0.hasPrefix("   8.641  ▸ A stall 1 begins") })
    expect(lines.contains { $0.hasPrefix("  22.349  ") && $0.hasSuffix("ended") })
  }
}
