import Expectations
import Foundation
import MediaReading
import StubHTTP
import Testing

@testable import PlayheadCommand
@testable import PlayheadFiles
@testable import PlayheadKit

@Suite("playhead inspect of a URL")
struct InspectURLTests {
  private struct Document: Decodable {
    struct File: Decodable {
      var path: String
      var error: String?
      var inspection: Inspection?
    }
    struct Inspection: Decodable {
      var decode: String
      var findings: [InspectTests.Finding]
    }
    var inspections: [File]
  }

  private let server: StubServer

  init() throws {
    server = try StubServer { request, _ in
      let name = String(request.path.dropFirst().prefix { $0 != "?" })
      guard let body = FileManager.default.contents(atPath: Project.clip(name)) else {
        return StubReply("404 Not Found")
      }
      return StubReply(partsOf: [UInt8](body), to: request)
    }
  }

  private func files(_ operands: String, code: ExitCode = .ok) throws -> [Document.File] {
    let run = try ProgramRun("inspect -q \(operands) --format json")
    expect(run.code, equals: code, "\(run.diagnostics)")
    return try JSONDecoder().decode(Document.self, from: Data(run.output.utf8)).inspections
  }

  @Test(
    "finds what it finds in the file, at the same price",
    arguments: ["moov-at-end.mp4", "badly-interleaved.mp4", "joined.mkv", "truncated.mp4"])
  func findings(clip: String) throws {
    let remote = try files(server.url("/" + clip))[0]
    let local = try files("\(Project.clip(clip)) --decode none")[0]
    expect(remote.path, equals: server.url("/" + clip))
    let (own, other) = try (#require(remote.inspection), #require(local.inspection))
    expect(own.findings.map(\.rule) == other.findings.map(\.rule) && !own.findings.isEmpty)
    expect(own.findings.map(\.message), equals: other.findings.map(\.message))
    expect(own.findings.map(\.cost?.totalSeconds), equals: other.findings.map(\.cost?.totalSeconds))
  }

  @Test("decodes only what it is asked to, and finds damage then")
  func decoding() throws {
    let url = server.url("/damaged.mp4")
    let plain = try #require(try files(url)[0].inspection)
    expect(plain.decode == "none" && plain.findings.isEmpty)
    let decoded = try #require(try files("\(url) --decode all")[0].inspection)
    expect(decoded.decode == "all" && decoded.findings.map(\.rule) == ["undecodable-media"])
  }

  @Test("names a command that reads the URL, and a file here that it writes")
  func command() throws {
    let folder = try TemporaryFolder()
    let finding = try #require(try files(server.url("/moov-at-end.mp4"))[0].inspection).findings[0]
    let command = try #require(finding.remedy).command
    expect(command.contains(server.url("/moov-at-end.mp4")))
    try FaultyMedia.run(
      command.replacing("ffmpeg ", with: "ffmpeg -nostdin -v error ", maxReplacements: 1),
      in: folder.path)
    let mended = "\(folder.path)/moov-at-end.mended.mp4"
    try expect(files(mended)[0].inspection?.findings.isEmpty, equals: true)
  }

  @Test("tells no secrets of the URL", arguments: InspectionFormat.allCases)
  func secrets(format: InspectionFormat) throws {
    let address = "127.0.0.1:\(server.port)/moov-at-end.mp4?token="
    let run = try ProgramRun(
      "inspect -q http://someuser:hunter22@\(address)s3cr3tvalue --format \(format.rawValue)")
    expect(run.code == .ok && run.output.contains(address))
    for secret in ["someuser", "hunter22", "s3cr3tvalue"] {
      expect(!run.output.contains(secret) && !run.diagnostics.contains(secret))
    }
  }

  @Test("reports a URL that cannot be read, and inspects the others")
  func unreadable() throws {
    let files = try files(
      "\(server.url("/missing.mp4")) \(server.url("/text.txt")) \(server.url("/video-only.mp4"))",
      code: .noInput)
    expect(files.map { $0.error == nil }, equals: [false, false, true])
    expect(files[0].error?.contains("404"), equals: true)
    expect(files.map { $0.inspection == nil }, equals: [true, true, false])
  }
}
