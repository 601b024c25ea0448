import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("playhead check of ladders")
final class LadderCheckTests {
  private static let ladders = "\(Project.root)/Fixtures/ladders"
  private static let hls = "\(ladders)/hls/master.m3u8"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: Self.ladders, toPath: "\(folder.path)/ladders")
  }

  private func write(_ cases: String) throws {
    try "playhead: suite/1\ncases:\n\(cases)".write(
      toFile: "\(folder.path)/s.yaml", atomically: true, encoding: .utf8)
  }

  private func suite(_ options: String = "") throws -> ProgramRun {
    try ProgramRun(
      "check \(folder.path)/s.yaml \(options)", environment: ["LANG": "C.UTF-8", "COLUMNS": "120"])
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func firstCase(_ text: String) throws -> [String: Any] {
    let suites = try #require(try object(text)["suites"] as? [[String: Any]])
    return try #require(suites.first?["cases"] as? [[String: Any]])[0]
  }

  @Test(
    "exits 0 if all holds and 1 if not",
    arguments: [
      ("hls/master.m3u8", "--player hls.js -e 'no stall' -e 'timeAtLevel(0) < 10%'", ExitCode.ok),
      ("hls/master.m3u8", "--abr fixed:0 -e 'timeAtLevel(0) < 10%'", .checkFailed),
      ("hls/master.m3u8", "--abr fixed:0 -e 'meanBitRate == 31kbit/s'", .ok),
      ("dash/manifest.mpd", "--player dash.js -e 'meanBitRate >= 17kbit/s'", .ok),
      ("movie.json", "--player sabre-bola -e 'switchCount <= 0'", .checkFailed),
      ("movie.json", "--abr fixed:2 -e 'no stall'", .checkFailed),
      ("hls/master.m3u8", "--abr fixed:0 -e 'meanUtility == 0' -e 'linearScore >= -2'", .ok),
      ("movie.json", "--abr fixed:2 -e 'bolaScore >= 0'", .checkFailed),
      ("movie.json", "--abr fixed:0 -e 'optimumGap(bola) <= 1'", .checkFailed),
    ])
  func exitCodes(name: String, options: String, code: ExitCode) throws {
    let run = try ProgramRun("check \(Self.ladders)/\(name) -n 500k --latency 50ms \(options)")
    expect(run.code, equals: code, "\(run.diagnostics)")
    expect(!run.output.contains("cause"))
  }

  @Test("comes to the same figures as analyze", arguments: ["hls/master.m3u8", "movie.json"])
  func sameFigures(name: String) throws {
    let options =
      "\(Self.ladders)/\(name) -n 400k --latency 50ms --player shaka --abr bola --do '3s seek 5' "
      + "--tcp slow-start --max-buffer 8s"
    let checked = try ProgramRun("check \(options) -e 'startup <= 9s' --format json")
    let analyzed = try object(try ProgramRun("analyze \(options) --format json").output)
    let checkedCase = try firstCase(checked.output)
    expect(checkedCase["summary"] as? NSDictionary, equals: analyzed["summary"] as? NSDictionary)
    expect(
      checkedCase["adaptation"] as? NSDictionary, equals: analyzed["adaptation"] as? NSDictionary)
    expect((checkedCase["summary"] as? NSDictionary)?.count, equals: 30)
    try checked.output.write(
      toFile: "\(folder.path)/check.json", atomically: true, encoding: .utf8)
    try Python.validate("\(folder.path)/check.json", against: "check-1")
  }

  @Test("--metric prints what the JSON report has")
  func metrics() throws {
    let line = "analyze \(Self.hls) -n 400k --player shaka"
    let adaptation = try #require(
      try object(try ProgramRun("\(line) --format json").output)["adaptation"] as? [String: Any])
    for metric in SessionMetric.ofAdaptation {
      let value = try #require(adaptation[metric.rawValue] as? Double)
      let run = try ProgramRun("\(line) --metric \(metric.plainName)")
      expect(Double(run.output.dropLast()), equals: value, "\(metric)")
    }
    let times = try #require(adaptation["secondsAtLevel"] as? [Double])
    let run = try ProgramRun(
      "\(line) --metric 'timeAtLevel(0)' --metric 'secondsAtLevel(1)' --metric 'timeAtLevel(2)'")
    expect(run.output.split(separator: "\n").map { Double($0) }, equals: [times[0], times[1], nil])
    expect(run.diagnostics.contains("timeAtLevel(2): there is no level 2: "), "\(run.diagnostics)")
    let file = try ProgramRun("analyze \(Project.clip("faststart.mp4")) -n 3g --metric switchCount")
    expect(file.code, equals: .usage)
    expect(file.diagnostics.contains("not of media files"))
  }

  @Test("The gap to the optimum is that of --optimum", arguments: ["linear", "bola", "stall-free"])
  func optimumGap(objective: String) throws {
    let line = "analyze \(Self.ladders)/movie.json -n 700k --latency 50ms --abr fixed:0"
    let report = try object(
      try ProgramRun("\(line) --optimum=\(objective) --format json").output)
    let optimum = try #require(report["optimum"] as? [String: Any])
    expect(optimum["objective"] as? String, equals: objective)
    let numbers = try ["score", "bound", "sessionScore"].map {
      try #require(optimum[$0] as? Double)
    }
    let gap = try ProgramRun("\(line) --metric 'optimumGap(\(objective))'")
    let value = try #require(Double(gap.output.dropLast()))
    expect(abs(value - (numbers[0] + numbers[1] - numbers[2])) < 3e-6)
    let text = try ProgramRun("\(line) --optimum=\(objective) --summary").output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(text.contains("optimum \(objective) ") && text.contains("more than this session"))
    let best = try ProgramRun(
      "check \(Self.ladders)/movie.json -n 99M --abr fixed:2 -e 'optimumGap(\(objective)) == 0'")
    expect(best.code, equals: .ok, "\(best.output)")
  }

  @Test("A session beside which the optimum means nothing has no gap, and that is said")
  func noGap() throws {
    let line = "\(Self.ladders)/movie.json -n 700k --do '3s pause' --do '4s play'"
    let run = try ProgramRun("check \(line) -e 'optimumGap(linear) <= 100'")
    expect(run.code == .checkFailed && run.output.contains("no optimum is comparable"))
    let metric = try ProgramRun("analyze \(line) --metric 'optimumGap(bola)'")
    expect(metric.output == "null\n" && metric.diagnostics.contains("where the user acts"))
    let text = try ProgramRun("analyze \(line) --optimum --summary").output
    expect(
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains("not comparable with this session: the user acts"))
  }

  @Test(
    "says what does not fit",
    arguments: [
      ("CLIP --player hls.js -e 'no stall'", "hls.js-1.6.15 plays HLS, DASH and other ladders"),
      ("CLIP -e 'meanBitRate >= 1Mbps'", "meanBitRate is measured of HLS, DASH"),
      ("CLIP -e 'linearScore >= -2'", "linearScore is measured of HLS, DASH"),
      ("CLIP --abr bola -e 'no stall'", "bola chooses levels of HLS, DASH"),
      ("HLS --player mpv -e 'no stall'", "it plays files, not HLS and DASH"),
      ("HLS --abr fixed:2 -e 'no stall'", "the ladder has 2 levels, from 0"),
      ("HLS -e 'shareAtLevel(2) < 10%'", "there is no level 2: "),
      ("HLS -e 'timeAtLevel(9) < 10%'", "there is no level 9: "),
      ("HLS --abr bolla -e 'no stall'", "did you mean bola?"),
      ("HLS --tracks 2 -e 'no stall'", "has no track 2, but 2 tracks, from 0"),
      ("HLS -e 'optimumGap <= 1'", "write optimumGap(linear), optimumGap(bola) or"),
      ("CLIP -e 'optimumGap(linear) <= 1'", "optimumGap(linear) is measured of HLS, DASH"),
    ])
  func misfits(line: String, words: String) throws {
    let line = line.replacing("CLIP", with: Project.clip("faststart.mp4"))
      .replacing("HLS", with: Self.hls)
    let run = try ProgramRun("check \(line) -n 3g")
    expect(run.code, equals: .usage, "\(run.output)")
    expect(run.diagnostics.contains(words), "\(run.diagnostics)")
    expect(run.output.isEmpty)
  }

  @Test("In a suite, what does not fit is an error of its case, and the others run")
  func misfitsInSuites() throws {
    try write(
      """
        - {name: a, media: ladders/hls/master.m3u8, network: 3g, player: mpv, expect: [no stall]}
        - {name: b, media: ladders/dash/manifest.mpd, network: 3g, player: shaka, expect: [no stall]}
      """)
    let run = try suite()
    expect(run.code, equals: .configuration)
    expect(run.output.contains("error   a"))
    expect(run.output.contains("passed  b"))
  }

  @Test("A missing segment fails the case, unless damage is allowed")
  func damage() throws {
    try FileManager.default.removeItem(atPath: "\(folder.path)/ladders/hls/high-1.m4s")
    let line = "check \(folder.path)/ladders/hls/master.m3u8 -n 3g --abr fixed:0 -e 'no stall'"
    let run = try ProgramRun(line)
    expect(run.code, equals: .checkFailed)
    expect(
      run.output.filter { $0 != "\n" }.split(separator: " ").joined(separator: " ")
        .contains(
          "level 1 (192x108): 1 of 4 segments missing or truncated (2.000 s), from 2.000 s on"),
      "\(run.output)")
    try expect(ProgramRun("\(line) --allow-damage").code, equals: .ok)
  }

  @Test("A malformed manifest is an error of the case with its line")
  func malformed() throws {
    try "#EXTM3U\n#EXT-X-TARGETDURATION:x\n".write(
      toFile: "\(folder.path)/bad.m3u8", atomically: true, encoding: .utf8)
    try write("  - {name: a, media: bad.m3u8, network: 3g, expect: [no stall]}\n")
    let run = try suite()
    expect(run.code, equals: .badData)
    expect(run.output.contains("bad.m3u8:2"), "\(run.output)")
  }

  @Test("A baseline passes until a segment has another size")
  func baseline() throws {
    try write(
      """
        - {name: a, media: ladders/hls/master.m3u8, network: 100k, player: hls.js, expect: []}
        - {name: b, media: ladders/movie.json, network: 1M, abr: bola, expect: []}
      """)
    let options = "--baseline \(folder.path)/b.json"
    try expect(suite("\(options) --update-baseline").code, equals: .ok)
    try Python.validate("\(folder.path)/b.json", against: "baseline-1")
    let recorded = try String(contentsOfFile: "\(folder.path)/b.json", encoding: .utf8)
    expect(recorded.contains("\"secondsAtLevel(1)\""))
    expect(recorded.contains("\"abr\": \"hls.js\""))
    let again = try suite(options)
    expect(again.code, equals: .ok, "\(again.output)")
    // Renewing it changes nothing.
    try expect(suite("\(options) --update-baseline").diagnostics.contains("left as it is"))

    let path = "\(folder.path)/ladders/hls/high-2.m4s"
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    // A free box, which players pass over.
    try handle.write(contentsOf: Data([0, 0, 0, 8]) + Data("free".utf8))
    try handle.close()
    let changed = try suite(options)
    expect(changed.code, equals: .checkFailed)
    expect(changed.output.contains("media: was ladders/hls/master.m3u8"), "\(changed.output)")
    try expect(suite("\(options) --on-media-change compare").code, equals: .ok)
  }

  @Test("A suite makes requests of each kind of document fail")
  func faults() throws {
    let run = try ProgramRun("check \(Project.root)/Fixtures/suites/ladder-faults.yaml")
    expect(run.code, equals: .ok, "\(run.output)")
    expect(run.output.hasSuffix("\n10 cases: 10 passed\n"), "\(run.output)")
  }

  @Test("A suite of ladders reads every format and kind of report")
  func reports() throws {
    let run = try ProgramRun(
      "check \(Project.root)/Fixtures/suites/ladders.yaml --report junit=\(folder.path)/j "
        + "--report tap=\(folder.path)/t --report markdown=\(folder.path)/m "
        + "--report json=\(folder.path)/c.json")
    expect(run.code, equals: .ok, "\(run.output)")
    try Python.validate("\(folder.path)/c.json", against: "check-1")
    try expect(
      String(contentsOfFile: "\(folder.path)/j", encoding: .utf8)
        .contains("name=\"simulatedSeconds\""))
    try expect(
      String(contentsOfFile: "\(folder.path)/t", encoding: .utf8)
        .contains("secondsAtLevel(2): "))
  }
}
