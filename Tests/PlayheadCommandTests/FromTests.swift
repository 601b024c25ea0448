import Expectations
import Foundation
import PlayheadModel
import Testing

@testable import PlayheadCommand

/// A report says all that it takes to run its session again.
@Suite("A session of a report")
struct FromTests {
  private static let clip = Project.clip("faststart.mp4")

  /// Options of which a session may have any, one of each list.
  private static let choices: [[String]] = [
    [
      "-n 800k", "-n 3g", "-n apple-very-bad", "-n 10s@300k,5s@0,1.2M", "-n 4s@900k,2s@0",
      "-n \(Project.trace("commute.json"))", "-n \(Project.trace("commute.yaml"))",
      "-n \(Project.trace("outage.json"))", "-n \(Project.trace("dead.json"))",
      "-n \(Project.trace("steps.json")) --network-format sabre",
    ],
    ["", "", "--latency 50ms", "--latency 0ms"],
    ["", "", "--scale 50%", "--scale 1.333333333333333333333x"],
    ["", "", "--offset 3s", "--offset 1000.000000001s"],
    ["", "", "", "", "", "--hold"], ["", "", "--low-data"],
    ["", "", "--jitter 20ms", "--jitter 2s --seed 18446744073709551615", "--jitter 0s"],
    ["", "", "", "", "--seed 7"],
    ["", "", "--loss 0.5", "--loss 100%", "--loss 0"],
    ["", "", "--tcp slow-start", "--tcp slow-start --tls", "--tcp none"],
    ["", "", "--player \(Project.player("cautious.yaml"))", "--player basic"],
    ["", "", "--startup-buffer 1s --resume-buffer 0s", "--after-seek-buffer 300ms"],
    ["", "", "--max-buffer 4s:2s", "--max-buffer 8s", "--max-buffer unlimited"],
    ["", "", "--back-buffer 0s", "--back-buffer unlimited", "--back-buffer 2500ms"],
    ["", "", "--no-automatic-waiting"],
    ["", "", "--expensive-buffer 5s --expensive-rate 1M", "--constrained-rate 500001bps"],
    [
      "", "", "--do '3s seek 14' --do '3s seek 1 keyframe' --do '3s pause' --do '9s play'",
      "--do '5s rate 1.333' --do '4s playImmediately 2' --do '1s rate 0' --do '2s play'",
    ],
    ["", "", "--loop 2", "--loop 3"], ["--tick 4s", "--tick 3333333333ns", "--tick 1h"],
    ["", "", "--limit 20s", "--limit 0s"], ["", "", "--tracks 0", "--tracks 1,0"],
    ["--decode none", "--decode none", "--decode none", "--decode keyframes"],
  ]

  private static func options(_ seed: Int) -> String {
    var random = SystemIndependentRandom(seed: UInt64(seed))
    return choices.map { $0[Int(random.next() % UInt64($0.count))] }.joined(separator: " ")
  }

  @Test("is the same byte for byte, whatever it is of", arguments: 0..<3)
  func roundTrip(block: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s.json"
    var played = 0
    for seed in block * 10..<block * 10 + 5 {
      let options = Self.options(seed)
      let format = seed % 4 == 0 ? "jsonl" : "json"
      let first = try ProgramRun("analyze \(Self.clip) \(options) --format \(format)")
      guard first.code == .ok else {
        // Values that do not fit each other, which is told before anything is played.
        expect(first.code, equals: .usage, "\(options): \(first.diagnostics)")
        continue
      }
      played += 1
      try first.output.write(toFile: path, atomically: false, encoding: .utf8)
      let again = try ProgramRun("analyze --from \(path) --format \(format)")
      expect(again.code == .ok && again.output == first.output, "\(options): \(again.diagnostics)")
    }
    expect(played > 1)
  }

  @Test(
    "is that of the same options and others, where options are given beside it",
    arguments: [
      ("-n 800k", "-n 2M"), ("-n 800k --latency 50ms", "-n 2M"),
      ("-n 4s@900k,2s@0 --offset 1s --scale 50%", "--offset 3s"),
      ("-n 4s@900k,2s@0 --offset 1s --scale 50%", "--scale 2x"),
      ("-n 4s@900k,2s@0 --latency 20ms --jitter 10ms --seed 3", "--jitter 20ms --seed 3"),
      ("-n 800k --jitter 10ms", "--seed 5"), ("-n 800k --latency 50ms --loss 2", "--loss 1"),
      ("-n 10s@800k,5s@0", "--hold"), ("-n 800k", "--low-data --constrained-rate 500k"),
      ("-n 800k --startup-buffer 1s", "--resume-buffer 4s"), ("-n 800k", "--max-buffer 4s"),
      ("-n 800k --max-buffer 4s:1s", "--max-buffer 40s"), ("-n 800k --tick 1s", "--tick 2s"),
      ("-n 800k --do '1s pause'", "--do '2s seek 9'"), ("-n 800k", "--loop 3"),
      ("-n 800k --limit 9s", "--limit 12s"), ("-n 800k", "--tracks 1"),
      ("-n 800k", "--tcp slow-start"), ("-n 800k --tcp slow-start", "--tcp slow-start --tls"),
      ("-n 800k --tcp slow-start --tls", "--tcp none"),
    ])
  func overriding(first: String, second: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s.json"
    // Of each option, the last is that of the second.
    var kept = words(first)
    let given = words(second)
    let repeated = given.filter { $0.hasPrefix("-") && kept.contains($0) }
    for option in repeated {
      guard let place = kept.firstIndex(of: option) else { continue }
      let isFlag = place + 1 == kept.count || kept[place + 1].hasPrefix("-")
      kept.removeSubrange(place...place + (isFlag ? 0 : 1))
    }
    if given.contains("none") { kept.removeAll { $0 == "--tls" } }
    let both = (kept + given).map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
    let base = "--decode none --format json"
    let run = try ProgramRun("analyze \(Self.clip) \(first) --decode none -o \(path) --format json")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    let wanted = try ProgramRun("analyze \(Self.clip) \(both) \(base)")
    let found = try ProgramRun("analyze --from \(path) \(second) --format json")
    expect(found.code == .ok && wanted.code == .ok, "\(found.diagnostics)\(wanted.diagnostics)")
    expect(found.output, equals: wanted.output)
    try expect(found.output != String(contentsOfFile: path, encoding: .utf8))
  }

  @Test("adds TLS to TCP, and refuses it without")
  func tls() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s.json"
    let base = "analyze \(Self.clip) -n 800k --latency 90ms --decode none --format json"
    _ = try ProgramRun("\(base) --tcp slow-start -o \(path)")
    let found = try ProgramRun("analyze --from \(path) --tls --format json")
    expect(found.output, equals: (try ProgramRun("\(base) --tcp slow-start --tls")).output)
    _ = try ProgramRun("\(base) -o \(path)")
    try expect(ProgramRun("analyze --from \(path) --tls").code, equals: .usage)
  }

  // MARK: Media

  @Test("has media that is looked for where it was, then beside the report")
  func relative() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s.json"
    let run = try ProgramRun(
      "analyze \(Self.clip) -n 800k --tick 9s --decode none --format json -o \(path)")
    expect(run.code, equals: .ok)
    let digest = #""scenarioSha256": "[0-9a-f]{64}""#
    // The path is part of the digest.
    let report = try String(contentsOfFile: path, encoding: .utf8)
      .replacingOccurrences(of: Self.clip, with: "clips/a.mp4")
      .replacing(try Regex(digest), with: "\"scenarioSha256\": null")
    try report.write(toFile: path, atomically: false, encoding: .utf8)
    let missing = try ProgramRun("analyze --from \(path) --format json")
    expect(missing.code, equals: .noInput)
    expect(missing.diagnostics.contains("cannot open, clips/a.mp4"))
    try FileManager.default.createDirectory(
      atPath: folder.path + "/clips", withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: Self.clip, toPath: folder.path + "/clips/a.mp4")
    let found = try ProgramRun("analyze --from \(path) --format json").output
    expect(found.replacing(try Regex(digest), with: "\"scenarioSha256\": null"), equals: report)
  }

  @Test("refuses media that has changed, unless it is named")
  func changedMedia() throws {
    let folder = try TemporaryFolder()
    let (path, media) = (folder.path + "/s.json", folder.path + "/a.mp4")
    try FileManager.default.copyItem(atPath: Self.clip, toPath: media)
    _ = try ProgramRun("analyze \(media) -n 800k --decode none --format json -o \(path)")
    try FileManager.default.removeItem(atPath: media)
    try FileManager.default.copyItem(atPath: Project.clip("moov-at-end.mp4"), toPath: media)
    let refused = try ProgramRun("analyze --from \(path)")
    expect(refused.code == .badData && refused.output.isEmpty)
    expect(refused.diagnostics.hasPrefix("playhead: media has changed, \(media): "))
    expect(refused.diagnostics.hasSuffix("'playhead analyze \(media) --from \(path)'\n"))
    let named = try ProgramRun("analyze \(media) --from \(path) --format json")
    let anew = try ProgramRun("analyze \(media) -n 800k --decode none --format json")
    expect(named.output, equals: anew.output)
  }

  @Test("is never written over its own report")
  func overwriting() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s.json"
    _ = try ProgramRun("analyze \(Self.clip) -n 800k --decode none --format json -o \(path)")
    let run = try ProgramRun("analyze --from \(path) --format json -o \(path)")
    expect(run.code == .usage && run.diagnostics.contains("output is an input"))
  }

  // MARK: Reports that are no reports

  private static func report(_ options: String = "") throws -> String {
    try ProgramRun(
      "analyze \(clip) -n 4s@900k,2s@0 --tick 9s --decode none --format json \(options)"
    ).output
  }

  @Test(
    "is refused in one line, with the place, where the report is malformed",
    arguments: [
      ("\"schema\": \"playhead.session/3\"", "\"schema\": \"playhead.overview/1\"", ":2:13: "),
      ("\"schema\": \"playhead.session/3\"", "\"schema\": 1", ":1:1: "),
      ("\"run\": {", "\"ran\": {", ":1:1: "),
      ("\"loops\": 1", "\"loops\": 0", "run.loops"),
      ("\"loops\": 1", "\"loops\": 1.5", "run.loops"),
      ("\"loops\": 1", "\"loops\": 99999999999999999999", "run.loops"),
      ("\"tickSeconds\": 9", "\"tickSeconds\": 0.0001", "run.tickSeconds"),
      ("\"rateBitsPerSecond\": [900000, 0]", "\"rateBitsPerSecond\": [900000]", "network.timeline"),
      ("\"rateBitsPerSecond\": [900000, 0]", "\"rateBitsPerSecond\": [900000, -1]", "network.time"),
      ("\"rateBitsPerSecond\": [900000, 0]", "\"rateBitsPerSecond\": []", "network.timeline"),
      ("\"offsetSeconds\": 0", "\"offsetSeconds\": 1", "network.given"),
      ("\"scale\": null", "\"scale\": \"x\"", "network.given.shaping.scale"),
      ("\"startupBufferSeconds\": 2", "\"startupBufferSeconds\": \"2\"", "player.startupBuffer"),
      ("\"highWatermarkSeconds\": 30", "\"highWatermarkSeconds\": 1", "lowWatermark is above"),
      ("\"decode\": \"none\"", "\"decode\": \"some\"", "run.decode"),
    ])
  func malformed(part: String, changed: String, words: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s.json"
    let report = try Self.report()
    expect(report.contains(part), "\(part)")
    try report.replacingOccurrences(of: part, with: changed)
      .write(toFile: path, atomically: false, encoding: .utf8)
    let run = try ProgramRun("analyze --from \(path) --format json")
    expect(run.code == .badData && run.output.isEmpty)
    expect(run.diagnostics.hasPrefix("playhead: malformed session report, \(path)"))
    expect(run.diagnostics.contains(words), "\(run.diagnostics)")
    expect(run.diagnostics.split(separator: "\n").count, equals: 1)
  }

  @Test("is refused wherever the report is cut off, and never crashes on one that is changed")
  func hostile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s.json"
    let report = Array(try Self.report("--limit 1s").utf8)
    for length in stride(from: 0, to: report.count - 2, by: 97) {
      try Data(report.prefix(length)).write(to: URL(fileURLWithPath: path))
      let run = try ProgramRun("analyze --from \(path)")
      expect(run.code == .badData && run.diagnostics.split(separator: "\n").count == 1)
    }
    var random = SystemIndependentRandom(seed: 1)
    for _ in 0..<100 {
      var changed = report
      let place = Int(random.next() % UInt64(report.count))
      changed[place] = UInt8(truncatingIfNeeded: random.next())
      try Data(changed).write(to: URL(fileURLWithPath: path))
      let run = try ProgramRun("analyze --from \(path) --summary")
      expect([.ok, .badData, .noInput].contains(run.code), "\(place): \(run.diagnostics)")
    }
    let deep = String(repeating: "[", count: 1_000_000)
    for text in ["{\"schema\": \(deep)", "{\"x\": \(deep)", "", " \n", "null", "\0", "#!/bin/sh"] {
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      try expect(ProgramRun("analyze --from \(path)").code, equals: .badData, "\(text.prefix(20))")
    }
    try expect(ProgramRun("analyze --from \(folder.path)/none.json").code, equals: .noInput)
    try expect(ProgramRun("analyze").code, equals: .usage)
  }

  @Test(
    "of version 1 of the schema is refused with the command that runs its session again",
    arguments: ["session", "session-event"])
  func olderSchema(name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s.json"
    let format = name == "session" ? "json" : "jsonl"
    let report = try ProgramRun(
      "analyze \(Self.clip) -n 4s@900k,2s@0 --decode none --format \(format)"
    ).output
    expect(report.contains("\"playhead.\(name)/3\""))
    try report.replacingOccurrences(of: "playhead.\(name)/3", with: "playhead.\(name)/1")
      .write(toFile: path, atomically: false, encoding: .utf8)
    let run = try ProgramRun("analyze --from \(path)")
    expect(run.code == .badData && run.output.isEmpty)
    expect(run.diagnostics.split(separator: "\n").count, equals: 1)
    expect(
      run.diagnostics.hasSuffix(
        "playhead.\(name)/1 is of an older version; run “playhead analyze \(Self.clip) "
          + "-n 4s@900k,2s@0” again, with the player and the settings of its run\n"),
      "\(run.diagnostics)")
  }

  @Test(
    "of a ladder from before it held all of its session is refused with the command that plays it again",
    arguments: [
      (
        "ladder-session-1.json",
        "Fixtures/ladders/hls/master.m3u8 -n 1M --player hls.js-1.6.15 --abr hls.js"
      ),
      (
        "ladder-session-event-1.jsonl",
        "Fixtures/ladders/movie.json -n 1M --player basic --abr bola:basic"
      ),
    ])
  func ladder(name: String, words: String) throws {
    let path = "\(Project.root)/Fixtures/reports/\(name)"
    let line = "analyze \(words)"
    for command in ["analyze --from \(path)", "compare \(path) \(path)"] {
      let run = try ProgramRun(command)
      expect(run.code == .badData && run.output.isEmpty)
      expect(
        run.diagnostics.contains("this report of a ladder (HLS, DASH) is of an older version")
          && run.diagnostics.contains("run “playhead \(line)” again"), "\(run.diagnostics)")
    }
  }

  /// The report of a session at 800 kbit/s, written before players had an order of reading, blocks,
  /// several requests and tracks to load over, and by hand without its digests and results.
  @Test("of version 2 that lacks later fields of the player is read with their defaults")
  func olderPlayer() throws {
    let path = Project.root + "/Fixtures/fuzz/session/older.json"
    let older = try String(contentsOfFile: path, encoding: .utf8)
    let later = ["loadedOver", "readOrder", "blockBytes", "parallelRequests", "seekBackBytes"]
    expect(later.allSatisfy { !older.contains("\"\($0)\"") })
    expect(older.contains("\"playhead.session/2\""))
    let run = try ProgramRun("analyze \(Self.clip) --from \(path) --format json")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    let direct = try ProgramRun("analyze \(Self.clip) -n 800k --latency 50ms --format json")
    expect(run.output, equals: direct.output)

    // A later field is still checked where there is one, and an earlier one has to be there.
    let folder = try TemporaryFolder()
    func code(_ key: String, _ replacement: String) throws -> ExitCode {
      let edited = older.replacingOccurrences(of: key, with: replacement)
      expect(edited != older)
      try edited.write(toFile: folder.path + "/s.json", atomically: false, encoding: .utf8)
      return try ProgramRun("analyze \(Self.clip) --from \(folder.path)/s.json").code
    }
    let last = "\"readThroughBytes\": 65536"
    try expect(code(last, last + ", \"parallelRequests\": 2"), equals: .ok)
    try expect(code(last, last + ", \"parallelRequests\": 0"), equals: .badData)
    try expect(code(last, "\"readOrder\": \"byte\""), equals: .badData)
  }

  @Test("is said to be another version's")
  func versions() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s.json"
    let report = try Self.report()
    let version = "\"version\": \"\(Program.playhead.version)\""
    expect(report.contains(version))
    try report.replacingOccurrences(of: version, with: "\"version\": \"0.0.1\"")
      .write(toFile: path, atomically: false, encoding: .utf8)
    let run = try ProgramRun("analyze --from \(path) --format json")
    expect(run.code == .ok && run.output == report)
    expect(run.diagnostics.contains("written by playhead 0.0.1, this is "))
  }

  /// A trace of twenty thousand intervals takes a few bytes each, and is read back.
  @Test("stays small and quick with a long trace")
  func longTrace() throws {
    let folder = try TemporaryFolder()
    let (trace, path) = (folder.path + "/t.csv", folder.path + "/s.json")
    let rows = (0..<20_000).map { "\($0),\(500 + $0 % 997),50" }
    try (["seconds,kbps,latency_ms"] + rows).joined(separator: "\n")
      .write(toFile: trace, atomically: false, encoding: .utf8)
    let options = "-n \(trace) --tick 9s --decode none --format json"
    let first = try ProgramRun("analyze \(Self.clip) \(options)")
    expect(first.code, equals: .ok, "\(first.diagnostics)")
    expect(first.output.utf8.count < 500_000)
    try first.output.write(toFile: path, atomically: false, encoding: .utf8)
    try expect(ProgramRun("analyze --from \(path) --format json").output, equals: first.output)
  }
}

/// SplitMix64, so that a test that fails can be run again.
private struct SystemIndependentRandom {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= SplitMix.increment
    return SplitMix.mixed(state)
  }
}
