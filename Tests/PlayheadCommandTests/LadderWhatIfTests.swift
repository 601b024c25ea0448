import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("What if, of ladders")
struct LadderWhatIfTests {
  private func json(_ line: String) throws -> [String: Any] {
    let run = try ProgramRun("analyze \(line) --format json --no-causes")
    expect(run.code, equals: .ok, "\(line): \(run.diagnostics)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  /// Expects the session of `line` with `changes` to be that of `other`.
  private func expectSame(
    _ line: String, with changes: String..., like other: String
  ) throws {
    let options = changes.map { " --what-if '\($0)'" }.joined()
    let whatIf = try #require(try json(line + options)["whatIf"] as? [String: Any])
    expect(whatIf["changes"] as? [String], equals: changes)
    expect(whatIf["idleChanges"] as? [String], equals: [], "\(changes)")
    let session = try json(other)
    for part in ["summary", "adaptation"] {
      expect(
        whatIf[part] as? NSDictionary, equals: session[part] as? NSDictionary, "\(changes) \(part)")
    }
    let stalls = try #require(session["stalls"] as? [[String: Any]]).map { stall in
      stall.filter { $0.key != "awaited" }
    }
    expect(whatIf["stalls"] as? NSArray, equals: stalls as NSArray, "\(changes)")
  }

  @Test("a change is what the option of that name is")
  func options() throws {
    let movie = LadderTests.movie
    try expectSame("\(movie) -n 600k", with: "link=2M", like: "\(movie) -n 2M")
    try expectSame(
      "\(movie) -n 600k --latency 20ms", with: "latency=400ms",
      like: "\(movie) -n 600k --latency 400ms")
    try expectSame(
      "\(movie) -n 2s@3M,9s@500k", with: "player=dash.js",
      like: "\(movie) -n 2s@3M,9s@500k --player dash.js")
    try expectSame(
      "\(movie) -n 2s@3M,9s@500k --abr bola", with: "player=hls.js",
      like: "\(movie) -n 2s@3M,9s@500k --player hls.js --abr bola")
    try expectSame("\(movie) -n 900k", with: "abr=optimal", like: "\(movie) -n 900k --abr optimal")
    try expectSame("\(movie) -n 900k", with: "abr=fixed:0", like: "\(movie) -n 900k --abr fixed:0")
    try expectSame(
      "\(movie) -n 2s@3M,9s@500k --player sabre-throughput", with: "startup-buffer=9s",
      "resume-buffer=5s", "max-buffer=12s",
      like: "\(movie) -n 2s@3M,9s@500k --player sabre-throughput --startup-buffer 9s "
        + "--resume-buffer 5s --max-buffer 12s")
    try expectSame(
      "\(movie) -n 600k --latency 50ms --tcp slow-start", with: "tcp=none",
      like: "\(movie) -n 600k --latency 50ms")
    try expectSame(
      "\(LadderTests.hls) -n 80k --player chromium-156-hls", with: "abr=bba0", "link=200k",
      like: "\(LadderTests.hls) -n 200k --player chromium-156-hls --abr bba0")
  }

  /// A movie of Sabre with `sizes` of segments of this length, by levels of 100 and 900 kbit/s.
  private func movie(
    _ folder: TemporaryFolder, _ name: String, milliseconds: Int, rates: [Int] = [100, 900],
    bits: [[Int]]
  ) throws -> String {
    let path = "\(folder.path)/\(name).json"
    let sizes = bits.map { "\($0)" }.joined(separator: ", ")
    try """
    {"segment_duration_ms": \(milliseconds), "bitrates_kbps": \(rates), "segment_sizes_bits": [\(sizes)]}
    """.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test("segments are cut where they are told to be, with their bytes where they were")
  func segments() throws {
    let folder = try TemporaryFolder()
    let bits = [
      [320_000, 4_000_000], [480_000, 2_400_000], [160_000, 3_200_000], [640_000, 800_000],
    ]
    let whole = try movie(folder, "whole", milliseconds: 4000, bits: bits)
    let halves = try movie(
      folder, "halves", milliseconds: 2000,
      bits: bits.flatMap { [$0.map { $0 / 2 }, $0.map { $0 / 2 }] })
    let pairs = try movie(
      folder, "pairs", milliseconds: 8000,
      bits: [[800_000, 6_400_000], [800_000, 4_000_000]])
    for rule in ["bola", "fixed:1", "throughput"] {
      let options = "-n 700k --latency 100ms --abr \(rule) --max-buffer 30s"
      try expectSame("\(whole) \(options)", with: "segments=2s", like: "\(halves) \(options)")
      try expectSame("\(whole) \(options)", with: "segments=8s", like: "\(pairs) \(options)")
      try expectSame("\(halves) \(options)", with: "segments=8s", like: "\(pairs) \(options)")
    }
  }

  @Test("levels declare the peak rates that they have")
  func measuredRates() throws {
    let folder = try TemporaryFolder()
    let source = (LadderTests.hls as NSString).deletingLastPathComponent
    /// The fixture with these rates declared, of as many digits.
    func master(_ name: String, low: Int, high: Int) throws -> String {
      let copy = "\(folder.path)/\(name)"
      try FileManager.default.copyItem(atPath: source, toPath: copy)
      let text = try String(contentsOfFile: LadderTests.hls, encoding: .utf8)
        .replacing(":BANDWIDTH=31000", with: ":BANDWIDTH=\(low)")
        .replacing(":BANDWIDTH=59000", with: ":BANDWIDTH=\(high)")
      try text.write(toFile: "\(copy)/master.m3u8", atomically: true, encoding: .utf8)
      return "\(copy)/master.m3u8"
    }
    // RFC 8216bis 4.4.6.2: the largest rate of any run of segments, here of one, and of its audio.
    let right = try master("right", low: 31_088, high: 58_744)
    let wrong = try master("wrong", low: 81_088, high: 98_744)
    for rule in ["throughput", "bola", "hls.js"] {
      let options = "-n 150k --abr \(rule)"
      try expectSame("\(wrong) \(options)", with: "measured-rates", like: "\(right) \(options)")
    }
    // The bytes are the same, and so are the figures: both are scored by the measured rates.
    let run = try json("\(wrong) -n 150k --abr fixed:1 --player basic --what-if measured-rates")
    let whatIf = try #require(run["whatIf"] as? [String: Any])
    let (base, changed) = (whatIf["baseAdaptation"], whatIf["adaptation"])
    let figures = try [base, changed].map { try #require($0 as? NSDictionary) }
    expect(figures[0], equals: figures[1])
    expect(figures[0]["meanPlayedBitRateBitsPerSecond"] as? Int, equals: 58_744)
    expect(
      (run["adaptation"] as? [String: Any])?["meanPlayedBitRateBitsPerSecond"] as? Int,
      equals: 98_744)
    let levels = try [right, wrong].map { path in
      try #require(
        try json("\(path) -n 150k --abr throughput")["adaptation"] as? NSDictionary)
    }
    expect(levels[0] != levels[1])
  }

  @Test("video does not wait for what audio takes, where they load side by side")
  func parallel() throws {
    /// What Chromium would gain, whose lanes take turns; Shaka loads side by side as it is.
    func gain(milliseconds: Int, _ player: String) throws -> Double {
      let line = "\(LadderTests.hls) -n 1G --latency \(milliseconds)ms --player \(player)"
      let session = try json("\(line) --what-if parallel")
      let whatIf = try #require(session["whatIf"] as? [String: Any])
      let startups = try [session, whatIf].map { part in
        try #require((part["summary"] as? [String: Any])?["startupSeconds"] as? Double)
      }
      expect(whatIf["idleChanges"] as? [String], equals: (player == "chromium" ? [] : ["parallel"]))
      return startups[0] - startups[1]
    }
    try expect(gain(milliseconds: 300, "shaka"), equals: 0)
    // The playlist, the initialization section, and the first segment, which is fetched twice.
    let more = try gain(milliseconds: 300, "chromium") - gain(milliseconds: 100, "chromium")
    // At 1 Gbit/s bytes take microseconds.
    expect(abs(more - 4 * 0.2) < 1e-4)
  }

  @Test("levels are dropped, and every segment gets its level's mean rate")
  func levels() throws {
    let folder = try TemporaryFolder()
    let bits = [[320_000, 4_000_000, 8_000_000], [480_000, 2_400_000, 4_000_000]]
    let all = try movie(
      folder, "all", milliseconds: 4000, rates: [100, 800, 1500], bits: bits)
    let some = try movie(
      folder, "some", milliseconds: 4000, rates: [100, 1500], bits: bits.map { [$0[0], $0[2]] })
    let even = try movie(
      folder, "even", milliseconds: 4000, rates: [100, 800, 1500],
      bits: [[400_000, 3_200_000, 6_000_000], [400_000, 3_200_000, 6_000_000]])
    for rule in ["bola", "throughput"] {
      let options = "-n 2M --abr \(rule)"
      try expectSame("\(all) \(options)", with: "levels=0,2", like: "\(some) \(options)")
      try expectSame("\(all) \(options)", with: "cbr", like: "\(even) \(options)")
    }
    let options = "-n 2M --abr bola"
    try expectSame(
      "\(all) \(options)", with: "levels=0-1", "cbr", "levels=1",
      like: {
        let path = try movie(
          folder, "one", milliseconds: 4000, rates: [800], bits: [[3_200_000], [3_200_000]])
        return "\(path) \(options)"
      }())
  }

  @Test(
    "every format that shows two sessions shows them", arguments: ["text", "jsonl", "markdown"])
  func formats(format: String) throws {
    let line = "analyze \(LadderTests.movie) -n 900k --what-if abr=fixed:2 --what-if parallel"
    let run = try ProgramRun("\(line) --format \(format)")
    expect(run.code, equals: .ok)
    expect(run.output.contains("abr=fixed:2") && run.output.contains("arallel"))
    expect(run.output.contains(format == "jsonl" ? "idleChanges" : "changes nothing"))
    guard format != "jsonl" else { return }
    expect(run.output.contains("mean bit rate played") && run.output.contains("switches"))
    let narrow = try ProgramRun(
      "\(line) --format \(format) --summary", environment: ["LANG": "C.UTF-8", "COLUMNS": "40"])
    if format == "text" {
      expect(narrow.output.split(separator: "\n").allSatisfy { $0.count <= 40 })
    }
  }

  @Test("a program decides again, in a session of its own")
  func programs() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/rule"
    let script =
      "while read -r line; do case \"$line\" in *'\"decide\"'*) echo '{\"level\": 2}';; esac; done"
    try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let movie = LadderTests.movie
    try expectSame(
      "\(movie) -n 900k", with: "abr=exec:\(path)", like: "\(movie) -n 900k --abr fixed:2")
    try expectSame(
      "\(movie) -n 900k --abr exec:\(path)", with: "link=3M", like: "\(movie) -n 3M --abr fixed:2")
  }

  @Test(
    "what is no change of a ladder, or cannot be shown, is refused in a line",
    arguments: [
      ("faststart", "it applies to media files"), ("levels=0-9", "the ladder has 3 levels"),
      ("levels=2-1", "is no level"), ("levels=1,", "is no level"), ("segments=1ms", "the minimum"),
      ("segments=4", "without a unit"), ("player=mpv", "no player of HLS and DASH"),
      ("player=shaka-5.2.6", "did you mean shaka-5.2.7?"), ("abr=bolla", "did you mean bola?"),
      ("abr=exec:", "no program is named"), ("abr", "missing value"), ("paralel", "did you mean"),
      ("abr=fixed:2 --what-if levels=0", "the ladder has 1 level"), ("cbr=2", "unknown change"),
      ("cbr --metric stallCount", "--metric"), ("cbr --events", "--events"),
      ("cbr --format cmcd", "--format=cmcd"),
    ])
  func refusals(change: String, words: String) throws {
    let run = try ProgramRun("analyze \(LadderTests.movie) -n 900k --what-if \(change)")
    expect(run.code == .usage && run.output.isEmpty)
    expect(run.diagnostics.contains(words), "\(run.diagnostics)")
    expect(run.diagnostics.count { $0 == "\n" }, equals: 1)
    for change in ["abr=bola", "levels=0", "segments=2s", "measured-rates", "parallel"] {
      let file = try ProgramRun(
        "analyze \(Project.clip("faststart.mp4")) -n 900k --what-if \(change)")
      expect(file.code == .usage && file.diagnostics.contains("not to media files"))
    }
  }
}
