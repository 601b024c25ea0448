import Expectations
import Foundation
import MediaReading
import StubHTTP
import Testing

@testable import PlayheadCommand
@testable import PlayheadFiles
@testable import PlayheadKit

@Suite("Media from a URL")
struct URLTests {
  private let folder: TemporaryFolder
  private let server: StubServer

  init() throws {
    folder = try TemporaryFolder()
    let body = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Project.clip("faststart.mp4"))))
    server = try StubServer { request, _ in
      switch request.path.prefix(5) {
      case "/gone": StubReply("403 no hunter22 for s3cr3tvalue")
      case "/busy": StubReply("503 Busy", fields: ["Retry-After: 3600"])
      case "/list": StubReply(Array("#EXTM3U\n".utf8))
      default: StubReply(partsOf: body, to: request)
      }
    }
  }

  /// A URL with secrets, all of which ``tellsNoSecrets(_:)`` looks for.
  private func secretURL(_ path: String = "/a.mp4") -> String {
    "http://someuser:hunter22@127.0.0.1:\(server.port)\(path)?token=s3cr3tvalue&v=1"
  }

  private var shownURL: String { "http://***@127.0.0.1:\(server.port)/a.mp4?token=***&v=1" }

  private static let secrets = [
    "someuser", "hunter22", "s3cr3tvalue", Data("someuser:hunter22".utf8).base64EncodedString(),
  ]

  private func tellsNoSecrets(_ text: String) -> Bool {
    Self.secrets.allSatisfy { !text.contains($0) }
  }

  private func tellsNoSecrets(_ run: ProgramRun) -> Bool {
    tellsNoSecrets(run.output) && tellsNoSecrets(run.diagnostics)
  }

  private var cache: ReadingCache { ReadingCache(directory: "\(folder.path)/cache") }

  @Test("No format of a session tells the secrets of its URL", arguments: SessionFormat.allCases)
  func sessionFormats(format: SessionFormat) throws {
    let run = try ProgramRun(
      "analyze \(secretURL()) -n 4M --format \(format.rawValue) --verbose", cache: cache)
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    expect(!run.output.isEmpty && tellsNoSecrets(run))
  }

  @Test("No format of the overview does", arguments: OverviewFormat.allCases)
  func overviewFormats(format: OverviewFormat) throws {
    let run = try ProgramRun("analyze \(secretURL()) --format \(format.rawValue)", cache: cache)
    expect(run.code, equals: .ok, "\(run.diagnostics)")
    expect(!run.output.isEmpty && tellsNoSecrets(run))
  }

  @Test("No report of a check does, nor the baseline", arguments: CheckFormat.allCases)
  func checks(format: CheckFormat) throws {
    let single = try ProgramRun(
      "check \(secretURL()) -n 4M -e 'no stall' --report \(format.rawValue)=-", cache: cache)
    expect(!single.output.isEmpty && tellsNoSecrets(single))
    let suite = """
      playhead: suite/1
      cases:
        - name: a
          media: ['\(secretURL())', '\(secretURL("/gone"))']
          network: 4M
          expect: startup <= 1ms
      """
    try suite.write(toFile: "\(folder.path)/s.yaml", atomically: true, encoding: .utf8)
    let baseline = "\(folder.path)/b.json"
    for options in ["--update-baseline", ""] {
      let run = try ProgramRun(
        "check \(folder.path)/s.yaml --baseline \(baseline) \(options) "
          + "--report \(format.rawValue)=-", cache: cache)
      expect(!run.output.isEmpty && tellsNoSecrets(run))
    }
    let list = try ProgramRun("check \(folder.path)/s.yaml --list")
    expect(list.output.contains(shownURL) && tellsNoSecrets(list))
    if FileManager.default.fileExists(atPath: baseline) {
      expect(tellsNoSecrets(try String(contentsOfFile: baseline, encoding: .utf8)))
    }
  }

  @Test("No file of the cache has them, in its name or in its content")
  func caches() throws {
    let run = try ProgramRun("analyze \(secretURL()) -n 4M", cache: cache)
    expect(run.code, equals: .ok)
    let names = try FileManager.default.contentsOfDirectory(atPath: cache.directory)
    expect(Set(names.map { $0.split(separator: ".").last }), equals: ["index", "blocks"])
    for name in names {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(cache.directory)/\(name)"))
      for secret in Self.secrets { expect(data.range(of: Data(secret.utf8)) == nil) }
      expect(tellsNoSecrets(name))
    }
  }

  @Test(
    "No error tells them",
    arguments: [
      ("analyze U/gone -n 4M", 66), ("analyze U/gone", 66), ("analyze U/list -n 1M", 65),
      ("analyze U/a.mp4 --tracks 9", 64),
      ("analyze U/a.mp4 --max-download 1kB", 66), ("check U/a.mp4 U/a.mp4 -e 'no stall'", 64),
      ("analyze -n U/a.mp4 U/a.mp4", 64), ("analyze U/a.mp4 -n 1M --player U/a.mp4", 66),
      ("analyze U/busy", 66), ("analyze U/a.mp4 --no-private-hosts", 66),
    ])
  func errors(line: String, code: Int32) throws {
    var words = line
    for path in ["/gone", "/list", "/a.mp4", "/busy"] {
      words = words.split(separator: "U\(path)", omittingEmptySubsequences: false)
        .joined(separator: secretURL(path))
    }
    let run = try ProgramRun(words, cache: nil)
    expect(tellsNoSecrets(run), "\(run.diagnostics)")
    expect(run.code != .ok && run.diagnostics.hasPrefix("playhead: "), "\(run.diagnostics)")
    if line.hasPrefix("analyze U") { expect(run.code.rawValue, equals: code, "\(run.diagnostics)") }
  }

  @Test("A report of a URL with secrets is run again once the URL is named")
  func again() throws {
    let report = "\(folder.path)/r.json"
    let first = try ProgramRun(
      "analyze \(secretURL()) -n 4M --format json -o \(report)", cache: nil)
    expect(first.code, equals: .ok)
    let bare = try ProgramRun("analyze --from \(report)", cache: nil)
    expect(bare.code == .usage && bare.diagnostics.contains("name the whole URL"))
    let named = try ProgramRun("analyze \(secretURL()) --from \(report) --format json", cache: nil)
    expect(named.code, equals: .ok, "\(named.diagnostics)")
    try expect(String(contentsOfFile: report, encoding: .utf8), equals: named.output)
  }

  @Test("Nothing of a URL is decoded unless that is asked for")
  func decoding() throws {
    let url = server.url("/a.mp4")
    let plain = try ProgramRun("analyze \(url) -n 4M --format json", cache: nil)
    expect(plain.output.contains("\"decode\": \"none\""))
    expect(plain.diagnostics.contains("not decoded (a URL); to decode it, add --decode all"))
    let count = server.requests.count
    expect(count < 12)
    let decoded = try ProgramRun("analyze \(url) -n 4M --format json --decode all", cache: nil)
    expect(decoded.output.contains("\"decode\": \"all\""))
    let none = try ProgramRun("analyze \(url) -n 4M --decode none", cache: nil)
    expect(!none.diagnostics.contains("not decoded"))
  }

  @Test(
    "Limits are told with the option that raises them",
    arguments: [
      ("--max-download 50kB", "more than the limit of 50000 bytes; raise --max-download"),
      ("--max-download 64KiB", "more than the limit of 64 KiB; raise --max-download"),
      ("--no-private-hosts", "is refused; to allow it, leave out --no-private-hosts"),
    ])
  func limits(option: String, words: String) throws {
    let run = try ProgramRun("analyze \(server.url("/a.mp4")) -n 4M \(option)", cache: nil)
    expect(run.code, equals: .noInput)
    expect(run.diagnostics.contains(words), "\(run.diagnostics)")
  }

  @Test(
    "Limits that make no sense are refused",
    arguments: [
      "--max-download 1k", "--max-download=-1", "--max-download-time 0s", "--max-download-time 5",
      "--min-download-rate 5", "--max-download-time 999us",
    ])
  func badLimits(option: String) throws {
    let run = try ProgramRun("analyze \(server.url("/a.mp4")) -n 4M \(option)", cache: nil)
    expect(run.code, equals: .usage, "\(run.diagnostics)")
    expect(server.requests.isEmpty)
  }
}
