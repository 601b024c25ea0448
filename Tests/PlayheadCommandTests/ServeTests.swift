import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import PlayheadCommand
@testable import ThrottledServing

@Suite("serve delivers media to real players", .serialized)
struct ServeTests {
  private static let clip = Project.clip("faststart.mp4")

  static let mistakes: [BadInput] = [
    BadInput("serve", .usage, "missing operand, FILE|DIR"),
    BadInput("serve \(clip)", .usage, "missing option, --network"),
    BadInput("serve \(clip) -n 3g --listen example.com", .usage, "bad value, --listen=example.com"),
    BadInput("serve \(clip) -n 3g --format json", .usage, "--format=json and a request log"),
    BadInput(
      "serve --self-test --format jsonl", .usage, "--format=jsonl and --self-test"),
    BadInput("serve --self-test -n 3g", .usage, "--network and --self-test"),
    BadInput("serve --self-test \(clip)", .usage, "unexpected operand"),
    BadInput("serve \(clip).mp4 -n 3g", .noInput, "cannot open, \(clip).mp4: No such file"),
    BadInput("serve /dev/null -n 3g", .noInput, "it is neither a file nor a folder"),
    BadInput(
      "serve \(clip) -n 3g --log /no/such/folder/log", .cannotCreate, "cannot create output"),
    BadInput("serve \(clip) -n 3g --log \(clip)", .usage, "output is an input"),
    BadInput(
      "serve \(clip) -n 3g --listen 192.0.2.1:1", .cannotCreate,
      "cannot listen, 192.0.2.1:1"),
    BadInput(
      "serve \(clip) -n 3g --listen 127.0.0.1:0 --log /dev/full", .inputOutput,
      "cannot write, /dev/full: No space left on device"),
  ]

  @Test("What cannot work ends with a line and the right code", arguments: mistakes)
  func refusals(_ mistake: BadInput) throws {
    let run = try ProgramRun(mistake.line)
    expect(run.code, equals: mistake.code)
    expect(run.diagnostics.contains(mistake.words), "\(run.diagnostics)")
    expect(run.diagnostics.filter(\.isNewline).count, equals: 1)
  }

  @Test("A port in use is one line")
  func portInUse() throws {
    let server = try ThrottledServer(
      serving: ServedFiles(zeros: 1), over: NetworkPreset.all[0].profile)
    let run = try ProgramRun("serve \(Self.clip) -n 3g --listen 127.0.0.1:\(server.port)")
    expect(run.code, equals: .cannotCreate)
    expect(
      run.diagnostics,
      equals: "playhead: cannot listen, 127.0.0.1:\(server.port): the port is in use; "
        + "choose another with --listen\n")
  }

  /// A server as a process, and what it wrote.
  private struct Serving {
    let process: ProgramProcess
    let output = Pipe()
    let folder: TemporaryFolder
    var log: String { folder.path + "/log.jsonl" }
    let port: UInt16

    init(_ arguments: [String]) throws {
      folder = try TemporaryFolder()
      let log = folder.path + "/log.jsonl"
      process = try ProgramProcess(
        ["serve"] + arguments
          + ["--listen", "127.0.0.1:0", "--format", "jsonl", "--log", log],
        output: output.fileHandleForWriting)
      var line = ""
      try process.wait {
        line = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        return line.hasSuffix("\n")
      }
      let url = try #require(line.firstMatch(of: #/http://127\.0\.0\.1:([0-9]+)\//#))
      port = try #require(UInt16(url.1))
    }

    /// The response up to its first zero byte, as decoding a movie as text takes seconds.
    func body(of path: String) throws -> String {
      let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      let client = try #require(LoopbackClient(port: port, request: request))
      let bytes = client.everything(within: 20_000)
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  @Test("It serves until a signal ends it", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(signal: Int32) throws {
    let serving = try Serving([Self.clip, "-n", "100M"])
    try expect(serving.body(of: "/media/faststart.mp4").hasPrefix("HTTP/1.1 200 OK\r\n"))
    serving.process.signal(signal)
    let end = serving.process.end()
    expect(end.code == 130 && !end.isKilled)
    expect(end.diagnostics, equals: "playhead: interrupted: after 1 request\n")
  }

  @Test(
    "Of a manifest all of its folder is served, and nothing beside it",
    arguments: [
      ("hls/master.m3u8", ["low.m3u8", "low-0.m4s", "audio-init.mp4"], ["movie.json", "dash"]),
      ("dash/manifest.mpd", [], ["movie.json"]),
    ])
  func manifest(path: String, beside: [String], outside: [String]) throws {
    let serving = try Serving([Project.root + "/Fixtures/ladders/" + path, "-n", "100M"])
    let name = path.split(separator: "/")[1]
    let opening = try String(contentsOfFile: serving.log, encoding: .utf8)
    expect(opening.contains("/\(name)\""), "\(opening)")
    for name in beside + [String(name)] {
      try expect(serving.body(of: "/media/\(name)").hasPrefix("HTTP/1.1 200 OK\r\n"), "\(name)")
    }
    for name in outside {
      for target in ["/media/../\(name)", "/media/%2e%2e/\(name)", "/media/\(name)"] {
        try expect(!serving.body(of: target).hasPrefix("HTTP/1.1 200"), "\(target)")
      }
    }
    try expect(serving.body(of: "/api/files").contains("\"files\": [\n    {\"name\": \"\(name)\""))
    serving.process.signal(SIGINT)
    expect(serving.process.end().code, equals: 130)
  }

  @Test("Its log and the report of its self-test are what their schemas say, and no more")
  func schemas() throws {
    let serving = try Serving([Self.clip, "-n", "50M", "--latency", "5ms"])
    _ = try serving.body(of: "/media/faststart.mp4?session=1")
    _ = try serving.body(of: "/media/none")
    // Still open when it ends.
    let client = try #require(LoopbackClient(port: serving.port, path: "/media/faststart.mp4"))
    var buffer = [UInt8](repeating: 0, count: 1000)
    while client.bodyBytes == nil { expect(client.receive(within: 20_000, into: &buffer)) }
    serving.process.signal(SIGINT)
    expect(serving.process.end().diagnostics, equals: "playhead: interrupted: after 3 requests\n")
    let lines = try String(contentsOfFile: serving.log, encoding: .utf8).split(separator: "\n")
    expect(lines.count, equals: 4)
    for (line, words) in zip(
      lines.dropFirst(),
      [
        #""status": 200, "rangeFirstByte": 0, "rangeLastByte": 1790780"#, #""status": 404"#,
        #""endReason": "stopped""#,
      ])
    {
      expect(line.contains(words), "\(line)")
    }
    try serving.output.fileHandleForWriting.close()
    let output = String(
      decoding: try serving.output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    expect(output.split(separator: "\n"), equals: lines)
    let measurement = ServingSelfTest.Measurement(
      subject: .sharing, rate: BitRate(bitsPerSecond: 8_000_000), latency: .zero, connections: 2,
      elapsed: .seconds(3), dueBytes: 1_500_000, receivedBytes: 1_400_000, head: .milliseconds(1),
      longestDelay: .milliseconds(4))
    let report = String(decoding: SelfTestReport.json([measurement]), as: UTF8.self)
    let documents =
      lines.map { SchemaDocument(name: "log", schema: "served-request-1", text: String($0)) }
      + [SchemaDocument(name: "self-test", schema: "serve-self-test-1", text: report)]
    let verdict = try SchemaValidator.verdict(on: documents)
    expect(verdict.problems == [] && verdict.documents == documents.count)
    expect(verdict.mutations > 50)
    expect(SelfTestReport.row(measurement).count, equals: SelfTestReport.heading.count)
    expect(SelfTestReport.row(measurement).contains("93.33 % !"))
  }

  @Test("Its page is one document that its policy permits, with the prediction of analyze")
  func page() throws {
    let serving = try Serving([Project.root + "/Fixtures/clips", "-n", "800k", "--latency", "50ms"])
    let page = try serving.body(of: "/").components(separatedBy: "\r\n\r\n")
    let (head, html) = (page[0], page[1])
    for resource in ["style", "script"] {
      let start = try #require(html.range(of: "<\(resource)>"))
      let end = try #require(html.range(of: "</\(resource)>"))
      let hash = try ToolRun(
        [
          "python3", "-c",
          "import base64, hashlib, sys\n"
            + "print(base64.b64encode(hashlib.sha256(sys.stdin.buffer.read()).digest()).decode())",
        ], input: String(html[start.upperBound..<end.lowerBound]))
      let digest = hash.output.trimmingCharacters(in: .whitespacesAndNewlines)
      expect(head.contains("\(resource)-src 'sha256-\(digest)'"), "\(resource)")
    }
    for attribute in ["src=", "@import", "url("] { expect(!html.contains("\(attribute)\"http")) }
    let list = try serving.body(of: "/api/files")
    let files = serving.folder.path + "/files.json"
    try Data((list.components(separatedBy: "\r\n\r\n").last ?? "").utf8)
      .write(to: URL(fileURLWithPath: files))
    try Python.validate(files, against: "served-files-1")
    expect(list.contains(#""name": "faststart.mp4""#) && list.contains(#""player": "basic""#))
    let prediction = try serving.body(of: "/api/prediction?file=faststart.mp4")
      .components(separatedBy: "\r\n\r\n")
    let path = serving.folder.path + "/prediction.json"
    try Data(prediction[1].utf8).write(to: URL(fileURLWithPath: path))
    try Python.validate(path, against: "session-3")
    let analyzed = try ProgramRun(
      "analyze \(Self.clip) -n 800k --latency 50ms --decode none --metric startup "
        + "--metric stallCount --metric elapsed"
    ).output.split(separator: "\n")
    for (key, value) in zip(["startupSeconds", "stallCount", "elapsedSeconds"], analyzed) {
      expect(prediction[1].contains("\"\(key)\": \(value),"), "\(key)")
    }
    try expect(serving.body(of: "/api/prediction?file=none.mp4").hasPrefix("HTTP/1.1 404"))
    try expect(serving.body(of: "/api/prediction?file=../x").hasPrefix("HTTP/1.1 404"))
    serving.process.signal(SIGINT)
    expect(serving.process.end().code, equals: 130)
  }
}
