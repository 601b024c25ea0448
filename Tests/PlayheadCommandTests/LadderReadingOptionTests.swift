import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand

@Suite("How ladders are read, in every command")
final class LadderReadingOptionTests {
  private static let ladders = "\(Project.root)/Fixtures/ladders"
  private let folder: TemporaryFolder
  private var playlist: String { "\(folder.path)/hls/master.m3u8" }

  /// A ladder whose segments take a licence, and that begins live.
  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: "\(Self.ladders)/hls", toPath: "\(folder.path)/hls")
    for name in ["low", "high", "audio"] {
      let path = "\(folder.path)/hls/\(name).m3u8"
      let key =
        "#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"data:text/plain;base64,AAAA\","
        + "KEYFORMAT=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\"\n#EXT-X-MAP"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try text.replacing("#EXT-X-MAP", with: key)
        .write(toFile: path, atomically: true, encoding: .utf8)
    }
  }

  private func write(_ text: String, as name: String) throws -> String {
    let path = "\(folder.path)/\(name)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func suite(_ cases: String) throws -> ProgramRun {
    let path = try write("playhead: suite/1\ncases:\n\(cases)", as: "s.yaml")
    return try ProgramRun("check \(path) --format json")
  }

  private func cases(_ run: ProgramRun) throws -> [[String: Any]] {
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let suites = try #require(object?["suites"] as? [[String: Any]])
    return try #require(suites.first?["cases"] as? [[String: Any]])
  }

  @Test(
    "have the same options",
    arguments: [
      "analyze", "check", "compare", "inspect", "requirements", "serve", "sweep", "validate",
      "watch", "worst",
    ])
  func options(name: String) throws {
    let options = try Program.playhead.command(name).options
    expect(Set(Option.manifestReading).isSubset(of: options), "\(name)")
    expect(Set(options.map(\.name)).count, equals: options.count)
  }

  @Test("A licence takes as long in a suite, a check and a sweep as in analyze")
  func licences() throws {
    let options = "-n 1M --latency 50ms --player hls.js"
    let plain = try ProgramRun("analyze \(playlist) \(options) --metric startup").output
    let line = "analyze \(playlist) \(options) --license 2s --metric startup"
    let asked = try ProgramRun(line).output.split(separator: "\n")[0]
    let (before, after) = try (
      #require(Double(plain.split(separator: "\n")[0])), #require(Double(asked))
    )
    // A round trip, the time of the server, and 4 KiB at 1 Mbit/s beside what is loaded anyway.
    expect(after - before > 2 && after - before < 2.05 + 0.033 + 0.1)
    let single = try ProgramRun(
      "check \(playlist) \(options) --license 2s -e 'startup == \(asked)s'")
    expect(single.code, equals: .ok, "\(single.output)\(single.diagnostics)")
    let common = "media: hls/master.m3u8, network: {network: 1M, latency: 50ms}, player: hls.js"
    let run = try suite(
      """
        - {name: a, \(common), reading: {license: 2s}, expect: startup == \(asked)s}
        - {name: b, \(common), expect: startup == \(asked)s}
      """)
    expect(run.code, equals: .checkFailed)
    let verdicts = try cases(run).map { $0["verdict"] as? String }
    expect(verdicts, equals: ["passed", "failed"])
    let plan = try write(
      """
      playhead: sweep/1
      media: [\(playlist), \(Project.clip("faststart.mp4"))]
      networks: [1M]
      latency: 50ms
      players: [hls.js]
      reading: {license: 2s}
      """, as: "plan.yaml")
    let results = "\(folder.path)/r.sqlite"
    let sweep = try ProgramRun("sweep \(plan) -o \(results)")
    expect(sweep.code, equals: .ok, "\(sweep.diagnostics)")
    expect(sweep.diagnostics.contains("applies to HLS and DASH: left out with 1 media file"))
    let stored = try ProgramRun(
      "results \(results) --format csv --sql 'SELECT session, startupSeconds FROM results "
        + "WHERE media LIKE \"%m3u8\"'")
    let row = stored.output.split(separator: "\r\n")[1].split(separator: ",")
    expect(Double(row[1]), equals: after)
    for session in 1...2 {
      let again = try ProgramRun("analyze --from \(results)#\(session) --metric startup")
      expect(again.code, equals: .ok, "\(again.diagnostics)")
      if String(session) == row[0] { expect(again.output.hasPrefix(asked)) }
    }
    let jobs = try ProgramRun("sweep \(plan) --plan").output
    expect(jobs.contains("--license=2s"))
  }

  @Test("worst writes it into the suite that it saves")
  func saved() throws {
    let run = try ProgramRun(
      "worst \(playlist) --from 1M --budget 20 --save \(folder.path)/w --license 300ms --player "
        + "hls.js")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    let text = try String(contentsOfFile: "\(folder.path)/w/suite.yaml", encoding: .utf8)
    expect(text.contains("reading: {license: \"0.3s\"}"))
    let secret = try ProgramRun(
      "worst \(playlist) --from 1M --save \(folder.path)/w --key "
        + String(repeating: "0f", count: 16))
    expect(secret.code == .usage && secret.diagnostics.contains("the suite would show the key"))
  }

  @Test(
    "With a media file, --license says why it is refused",
    arguments: [
      "analyze FILE -n 1M", "analyze FILE FILE -n 1M", "check FILE -n 1M -e 'no stall'",
      "compare FILE FILE -n 1M", "inspect FILE", "requirements FILE", "worst FILE",
      "validate FILE --with mpv -n 1M",
    ])
  func files(line: String) throws {
    let words = line.replacing("FILE", with: Project.clip("faststart.mp4"))
    let run = try ProgramRun("\(words) --license 1s")
    expect(run.code, equals: .usage)
    expect(
      run.diagnostics,
      equals: "playhead: unexpected option, --license: browsers ask for no licence of an MP4 file, "
        + "so it is played of HLS and DASH only; leave it out, or give the manifest of the "
        + "packaged file\n")
    let strict = try ProgramRun("\(words) --strict")
    expect(strict.code == .usage && strict.diagnostics.contains("not to media files"))
  }

  @Test("A ladder without a manifest takes none of them")
  func sizes() throws {
    for option in ["--license 1s", "--strict", "--codecs avc1"] {
      let run = try ProgramRun("analyze \(Self.ladders)/movie.json -n 1M \(option)")
      expect(run.code == .usage && run.diagnostics.contains("not to other ladders"))
    }
  }

  @Test("A live manifest in a suite is refused with the key that plays it, and plays live")
  func live() throws {
    for name in ["low", "high", "audio"] {
      let path = "\(folder.path)/hls/\(name).m3u8"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try text.replacing("#EXT-X-ENDLIST\n", with: "")
        .replacing("#EXT-X-PLAYLIST-TYPE:VOD\n", with: "")
        .write(toFile: path, atomically: true, encoding: .utf8)
    }
    let common = "media: hls/master.m3u8, network: 1M, player: hls.js, expect: endReason == ended"
    let run = try suite(
      """
        - {name: a, \(common)}
        - {name: b, \(common), live: true}
        - {name: c, \(common), reading: {asVoD: true}}
      """)
    expect(run.code, equals: .badData)
    let cases = try cases(run)
    expect(cases.map { $0["verdict"] as? String }, equals: ["error", "passed", "passed"])
    expect(run.output.contains("--as-vod (in a suite, reading: {asVoD: true}) plays what it"))
  }

  @Test("Two players read what each of them makes of a manifest", arguments: ["compare", "check"])
  func parsers(command: String) throws {
    for name in ["low", "high", "audio"] {
      let path = "\(folder.path)/hls/\(name).m3u8"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try text.replacing("#EXT-X-TARGETDURATION:2\n", with: "")
        .write(toFile: path, atomically: true, encoding: .utf8)
    }
    guard command == "check" else {
      let run = try ProgramRun("compare \(playlist) -n 1M --player shaka --player hls.js --summary")
      expect(run.diagnostics.contains("shaka refuses it"))
      expect(run.diagnostics.contains("hls.js refuses it"))
      return
    }
    let run = try suite(
      """
        - name: a
          media: hls/master.m3u8
          network: 1M
          player: [shaka, hls.js]
          expect: endReason == error
      """)
    expect(run.code, equals: .ok)
    let texts = try cases(run).map { "\($0)" }
    expect(texts[0].contains("shaka refuses it") && !texts[0].contains("hls.js refuses it"))
    expect(texts[1].contains("hls.js refuses it") && !texts[1].contains("shaka refuses it"))
  }

  @Test(
    "What validate reads is called what it is",
    arguments: [
      ("--access-log", "{}", "malformed access log", "accessLog is missing"),
      ("--access-log", "", "malformed access log", "the file is empty"),
      (
        "--access-log", #"{"accessLog": [{}], "errorLog": [{}]}"#, "malformed access log",
        "errorLog: errorStatusCode is missing"
      ),
      ("--replay", "{}", "malformed measurement", "schema is missing"),
      (
        "--replay", #"{"schema": "playhead.session/3"}"#, "malformed measurement",
        "schema: expected “playhead.validation/1”"
      ),
    ])
  func validated(option: String, text: String, what: String, why: String) throws {
    let path = try write(text, as: "log.json")
    let media = option == "--replay" ? "" : " \(playlist) -n 1M"
    let run = try ProgramRun("validate\(media) \(option) \(path)")
    expect(run.code, equals: .badData)
    expect(run.diagnostics.contains("\(what), \(path)"), "\(run.diagnostics)")
    expect(run.diagnostics.contains(why), "\(run.diagnostics)")
  }

  @Test(
    "What only has the name of a manifest is told by what it begins with",
    arguments: [
      ("a.m3u8", "<html>\n</html>", "the first line of an HLS playlist is #EXTM3U, found “<html>”"),
      ("a.m3u8", "", "found an empty file"), ("a.m3u", "\r\na.mp3", "found a blank line"),
      ("a.mpd", "{}", "the root element of a DASH manifest is MPD, found “{}”"),
      ("A.MPD", "\u{1}", "found no text"),
    ])
  func misnamed(name: String, text: String, words: String) throws {
    let path = try write(text, as: name)
    for line in [
      "analyze \(path) -n 1M", "analyze \(path)", "check \(path) -n 1M -e 'no stall'",
      "check \(path) -n 1M -e 'no stall' --strict", "inspect \(path)", "requirements \(path)",
      "compare \(path) \(path) -n 1M", "worst \(path) --from 1M",
    ] {
      let run = try ProgramRun(line)
      expect(run.code, equals: .badData, "\(line)")
      expect(run.diagnostics.hasPrefix("playhead: not playable media, \(path): "), "\(line)")
      expect(run.diagnostics.contains(words), "\(line): \(run.diagnostics)")
    }
    let run = try suite("  - {name: a, media: \(name), network: 1M, expect: []}\n")
    expect(run.code == .badData && run.output.contains(words), "\(run.output)")
  }
}
