import Expectations
import Foundation
import StubHTTP
import Testing

@testable import PlayheadCommand

/// Recordings of live streams, on the command line.
@Suite("record, and recordings that play")
struct RecordTests {
  private static let stale = "\(Project.root)/Fixtures/recordings/stale"

  @Test("A stream that has ended is recorded once, and its journal is as its schema says")
  func ended() throws {
    let folder = try TemporaryFolder()
    let server = try StubServer { request, _ in
      if request.path == "/list.m3u8" {
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n"
        return StubReply(Array(list.utf8))
      }
      return StubReply("200 OK", fields: ["Content-Length: 1000"]).framed(.close)
    }
    let run = try ProgramRun("record \(server.url("/list.m3u8")) -o \(folder.path)/event/")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    expect(run.output.hasSuffix("1 change of manifests and 1 segment; the event has ended\n"))
    let lines = try String(contentsOfFile: "\(folder.path)/event/recording.jsonl", encoding: .utf8)
      .split(separator: "\n")
    let fixture = try String(contentsOfFile: "\(Self.stale)/recording.jsonl", encoding: .utf8)
      .split(separator: "\n")
    let verdict = try SchemaValidator.verdict(
      on: (lines + fixture.prefix(8)).map {
        SchemaDocument(name: "line", schema: "recording-1", text: String($0))
      }, mutatedOneIn: 1)
    expect(verdict.problems, equals: [])
    expect(lines.count, equals: 3)
  }

  @Test("A recording plays as it was published, and a stale playlist is its cause")
  func stalePlaylist() throws {
    let run = try ProgramRun(
      "analyze \(Self.stale) -n 3mbit --player hls.js --metric stallCount --metric startup")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    expect(run.output.hasPrefix("1\n"))
    let text = try ProgramRun("analyze \(Self.stale) -n 3mbit --player hls.js --summary")
    expect(text.output.contains("manifest is stale"))
    let found = try ProgramRun("inspect \(Self.stale) --fail-on warning")
    expect(found.code == .checkFailed && found.output.contains("stale-playlist"))
  }

  @Test("A report of a recording is played again from the recording")
  func fromReport() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/report.json"
    let line = "analyze \(Self.stale) -n 3mbit --player hls.js --format json"
    try expect(ProgramRun("\(line) -o \(path)").code, equals: .ok)
    let again = try ProgramRun("analyze \(Self.stale) --from \(path) --metric stallCount")
    expect(again.code == .ok && again.output == "1\n", "\(again.diagnostics)")
  }

  @Test(
    "Mistakes end in a line",
    arguments: [
      ("record list.m3u8 -o event", 64, "recorded from http(s) URLs"),
      ("record http://127.0.0.1:1/a.m3u8", 64, "a folder to record into is needed"),
      ("record http://127.0.0.1:1/a.m3u8 -o event --variant x", 64, "not the number of a variant"),
      ("record http://127.0.0.1:1/a.m3u8 -o event --reload 1ms", 64, "the minimum is 0.1 s"),
      ("analyze STALE -n 3mbit --live-delay 2s", 64, "a recording has what was published"),
      ("analyze STALE -n 3mbit --join 10m", 64, "the recording is over after"),
      ("analyze STALE -n 3mbit --live 2m", 64, "a length is recorded of one http(s) URL"),
      ("analyze STALE -n 3mbit --recording x", 64, "it keeps what --live with a duration records"),
      ("requirements STALE --live=2m -n 3mbit", 64, "only analyze records a URL"),
    ])
  func mistakes(_ line: String, _ code: Int32, _ words: String) throws {
    let run = try ProgramRun(line.replacing("STALE", with: Self.stale))
    expect(run.code.rawValue == code && run.diagnostics.contains(words), "\(run.diagnostics)")
  }

  /// A browser that plays low latency asks for each version of a playlist by directives.
  @Test("A HAR file of a player that asks for delta updates is one playlist")
  func deltas() throws {
    let folder = try TemporaryFolder()
    var entries: [String] = []
    for number in 0..<10 {
      let skip = number == 0 ? "" : "#EXT-X-SKIP:SKIPPED-SEGMENTS=5\n"
      let listed = number == 0 ? 0..<6 : number + 5..<number + 6
      let text =
        "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:2\n"
        + "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12\n#EXT-X-MEDIA-SEQUENCE:\(number)\n" + skip
        + listed.map { "#EXTINF:2,\ns\($0).ts\n" }.joined()
      let query = number == 0 ? "" : "?_HLS_msn=\(number + 5)&_HLS_skip=YES"
      entries.append(
        "{\"startedDateTime\": \"2026-11-28T12:00:\(10 + 2 * number)Z\", \"request\": {\"url\": "
          + "\"http://a.example/list.m3u8\(query)\"}, \"response\": {\"status\": 200, "
          + "\"headers\": [], \"content\": {\"size\": 100, \"text\": \""
          + text.replacing("\n", with: "\\n") + "\"}, \"bodySize\": 100}, "
          + "\"timings\": {\"wait\": 5, \"receive\": 1}}")
    }
    let path = "\(folder.path)/event.har"
    let har = "{\"log\": {\"entries\": [\(entries.joined(separator: ", "))]}}"
    try har.write(toFile: path, atomically: true, encoding: .utf8)
    let run = try ProgramRun(
      "analyze \(path) -n 3mbit --player hls.js --assume-rate 500k --format json")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    expect(run.output.contains("s14.ts") && run.output.contains("\"stallCount\": 0"))
  }

  @Test("Without a network, a recording plays on a dozen networks, as files do")
  func overview() throws {
    let run = try ProgramRun("analyze \(Self.stale) --player hls.js")
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    expect(run.output.contains("plays without a stall on none of 12 networks"))
    let metric = try ProgramRun("analyze \(Self.stale) --player hls.js --metric stallCount")
    expect(metric.code == .usage && metric.diagnostics.contains("--network"))
  }

  @Test("Playlists with times in their names, and HAR files, are recordings as well")
  func otherForms() throws {
    let folder = try TemporaryFolder()
    let event = "\(folder.path)/event"
    try FileManager.default.createDirectory(atPath: event, withIntermediateDirectories: true)
    func list(_ first: Int) -> String {
      "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
        + (first..<first + 6).map { "#EXTINF:2,\ns\($0).ts\n" }.joined()
    }
    let main = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000\nlist.m3u8\n"
    try main.write(toFile: "\(event)/main.m3u8", atomically: true, encoding: .utf8)
    var entries: [String] = []
    for number in 0..<10 {
      let second = 10 + 2 * number
      try list(number).write(
        toFile: "\(event)/20261128T1200\(second)Z-list.m3u8", atomically: true, encoding: .utf8)
      let text = list(number).replacing("\n", with: "\\n")
      entries.append(
        "{\"startedDateTime\": \"2026-11-28T12:00:\(second)Z\", \"request\": {\"url\": "
          + "\"http://a.example/list.m3u8\"}, \"response\": {\"status\": 200, \"headers\": [], "
          + "\"content\": {\"size\": 100, \"text\": \"\(text)\"}, \"bodySize\": 100}, "
          + "\"timings\": {\"wait\": 5, \"receive\": 1}}")
      entries.append(
        "{\"startedDateTime\": \"2026-11-28T12:00:\(second).2Z\", \"request\": {\"url\": "
          + "\"http://a.example/s\(number + 5).ts\"}, \"response\": {\"status\": 200, "
          + "\"headers\": [], \"content\": {\"size\": 200000}, \"bodySize\": 200000}, "
          + "\"timings\": {\"wait\": 5, \"receive\": 100}}")
    }
    let har = "{\"log\": {\"entries\": [\(entries.joined(separator: ", "))]}}"
    try har.write(toFile: "\(folder.path)/event.har", atomically: true, encoding: .utf8)
    for path in [event, "\(folder.path)/event.har"] {
      let run = try ProgramRun(
        "analyze \(path) -n 3mbit --player hls.js --metric stallCount")
      expect(run.code, equals: .ok, "\(run.diagnostics)")
      expect(run.output.hasPrefix("0\n"), "\(run.output)\(run.diagnostics)")
    }
  }
}
