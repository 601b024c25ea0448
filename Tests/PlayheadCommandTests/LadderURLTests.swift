import Expectations
import Foundation
import StubHTTP
import Testing

/// Ladders at URLs, whose segments are read by a process without a network.
@Suite("Ladders at URLs, read in processes of their own")
struct LadderURLTests {
  private static let folder = "\(Project.root)/Fixtures/ladders/hls"

  /// The playlist of `segments`, each with lines before its name, that need `section`.
  private func playlist(_ section: String, _ segments: [String]) -> String {
    "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI=\"\(section)\"\n"
      + segments.map { "#EXTINF:2,\n\($0)\n" }.joined() + "#EXT-X-ENDLIST\n"
  }

  /// What the program says of the ladder at `location`.
  private func inspection(
    of location: String
  ) throws -> (code: Int32, output: String, diagnostics: String) {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/output"
    expect(FileManager.default.createFile(atPath: path, contents: nil))
    let output = try #require(FileHandle(forWritingAtPath: path))
    let process = try ProgramProcess(
      ["inspect", location, "--format", "json"],
      output: output, environment: ["LANG": "C.UTF-8"])
    let end = process.end()
    expect(!end.isKilled)
    return (end.code, try String(contentsOfFile: path, encoding: .utf8), end.diagnostics)
  }

  /// A server of the files of the fixtures and of `list`.
  private func server(_ list: String) throws -> StubServer {
    try StubServer { request, _ in
      if request.path == "/list.m3u8" { return StubReply(Array(list.utf8)) }
      let path = Self.folder + request.path
      guard let body = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
        return StubReply("404 Not Found")
      }
      return StubReply(partsOf: Array(body), to: request)
    }
  }

  @Test(
    "Segments are read to their last byte, however close to it their samples lie",
    arguments: [
      ("low-init.mp4", ["low-0.m4s"]), ("low-init.mp4", ["low-3.m4s"]),
      ("low-init.mp4", ["low-0.m4s", "#EXT-X-DISCONTINUITY\nlow-1.m4s"]),
      ("low-init.mp4", ["low-0.m4s", "#EXT-X-GAP\nlow-1.m4s", "low-2.m4s"]),
      ("high-init.mp4", ["high-1.m4s"]), ("audio-init.mp4", ["audio-0.m4s"]),
    ])
  func shortRuns(section: String, segments: [String]) throws {
    let folder = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder) {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(name)", withDestinationPath: "\(Self.folder)/\(name)")
    }
    let list = playlist(section, segments)
    try list.write(toFile: "\(folder.path)/list.m3u8", atomically: true, encoding: .utf8)
    let near = try inspection(of: "\(folder.path)/list.m3u8")
    let server = try server(list)
    let far = try inspection(of: server.url("/list.m3u8"))
    expect(near.code == 0 && far.code == 0, "\(near.diagnostics)\(far.diagnostics)")
    func levels(_ text: String) -> String {
      // What comes before has the address.
      text.range(of: "\"levels\"").map { String(text[$0.lowerBound...]) } ?? text
    }
    expect(levels(far.output), equals: levels(near.output))
    expect(far.output.contains("\"levels\""))
  }

  @Test("Ranges beyond all bounds are missing, and end no run by a trap")
  func hugeRanges() throws {
    let range = "#EXT-X-BYTERANGE:9000000000000000000@0\n"
    let server = try server(
      playlist("low-init.mp4", ["\(range)low-0.m4s", "\(range)low-1.m4s"]))
    let end = try inspection(of: server.url("/list.m3u8"))
    expect(end.code, equals: 65, "\(end.diagnostics)")
    expect(
      end.diagnostics.contains("low-0.m4s ends before byte 9000000000000000000"),
      "\(end.diagnostics)")
  }

  @Test("Sizes whose sum is beyond all bounds are bad data")
  func hugeSizes() throws {
    let list = playlist("low-init.mp4", ["low-0.m4s", "low-1.m4s"])
    let server = try StubServer { request, _ in
      if request.path == "/list.m3u8" { return StubReply(Array(list.utf8)) }
      var reply = StubReply(partsOf: [0], to: request)
      reply.fields.removeLast()
      reply.fields.append("Content-Range: bytes 0-0/9000000000000000000")
      return reply
    }
    let end = try inspection(of: server.url("/list.m3u8"))
    expect(end.code, equals: 65, "\(end.diagnostics)")
    expect(end.diagnostics.contains("more than 1 PiB"), "\(end.diagnostics)")
  }
}
