import Expectations
import Foundation
import MediaReading
import PlayheadKit
import StubHTTP
import Testing

/// How a ladder at a URL is sized: by HEAD, and by GET where HEAD is of no use.
@Suite("Sizing the segments of a ladder at a URL")
struct HeadSizingTests {
  private static let folder = Fixtures.folder.appending(path: "ladders").path

  /// Reads the fixture's ladder from a server that answers HEAD as `head` has it, and anything else
  /// as `get` has it; returns the sizes and what was asked for of each segment.
  private func sizes(
    head: @escaping @Sendable ([UInt8], StubRequest) -> StubReply,
    get: @escaping @Sendable ([UInt8], StubRequest) -> StubReply = {
      StubReply(partsOf: $0, to: $1)
    }
  ) throws -> (bytes: [Int64], methods: [String]) {
    let server = try StubServer { request, _ in
      guard
        let body = try? Data(contentsOf: URL(fileURLWithPath: Self.folder + request.path))
      else { return StubReply("404 Not Found") }
      guard request.path.hasSuffix(".m4s") || request.path.hasSuffix(".mp4") else {
        return StubReply(Array(body))
      }
      return request.method == "HEAD" ? head(Array(body), request) : get(Array(body), request)
    }
    var reader = MediaReader(cores: 1)
    reader.segmentReading = .size
    let reading = try reader.readLadder(server.url("/hls/master.m3u8"))
    return (
      reading.ladder.lanes.flatMap(\.levels).flatMap(\.segments).map(\.resource.bytes),
      server.requests.filter { !$0.path.hasSuffix(".m3u8") }.map(\.method)
    )
  }

  private func localSizes() throws -> [Int64] {
    try MediaReader(cores: 1).readLadder("\(Self.folder)/hls/master.m3u8")
      .ladder.lanes.flatMap(\.levels).flatMap(\.segments).map(\.resource.bytes)
  }

  @Test("One GET is asked beside the first HEAD, and none after")
  func agrees() throws {
    let found = try sizes(head: { StubReply(partsOf: $0, to: $1) })
    expect(found.bytes, equals: (try localSizes()))
    expect(found.methods.count { $0 == "GET" } == 1 && found.methods.prefix(2) == ["HEAD", "GET"])
  }

  @Test(
    "A server that refuses HEAD, lies to it or sends no length is asked by it once",
    arguments: [
      "405 Method Not Allowed", "501 Not Implemented", "403 Forbidden", "400 Bad Request",
      "404 Not Found", "lies", "empty", "no length", "chunked",
    ])
  func refuses(how: String) throws {
    let found = try sizes(head: { body, _ in
      switch how {
      case "lies": StubReply(body + [0])
      case "empty": StubReply([])
      case "no length": StubReply(body).framed(.close)
      case "chunked": StubReply(body).framed(.chunked)
      default: StubReply(how)
      }
    })
    expect(found.bytes, equals: (try localSizes()))
    expect(found.methods.count { $0 == "HEAD" }, equals: 1)
  }

  @Test("A server that sends no parts is asked for no more than one body")
  func withoutParts() throws {
    let found = try sizes(
      head: { body, _ in StubReply(body) }, get: { body, _ in StubReply(body) })
    expect(found.bytes, equals: (try localSizes()))
    expect(found.methods.count { $0 == "GET" }, equals: 1)
  }

  @Test(
    "What is sized, not read, says how far off the times of the manifest can be",
    arguments: [
      (
        "2",
        "whole seconds: each segment may be 0.5 s longer or shorter, and the last begin up to 1 s off"
      ),
      ("2.0", "tenths of a second: each segment may be 0.05 s"),
      ("2.000", "to the millisecond: that hardly matters"),
    ])
  func precision(duration: String, words: String) throws {
    let list =
      "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI=\"low-init.mp4\"\n"
      + "#EXTINF:\(duration),\nlow-0.m4s\n#EXTINF:\(duration),\nlow-1.m4s\n#EXT-X-ENDLIST\n"
    let server = try StubServer { request, _ in
      if request.path == "/hls/list.m3u8" { return StubReply(Array(list.utf8)) }
      let body = try? Data(contentsOf: URL(fileURLWithPath: Self.folder + request.path))
      return body.map { StubReply(Array($0)) } ?? StubReply("404 Not Found")
    }
    let reading = try MediaReader(cores: 1).readLadder(server.url("/hls/list.m3u8"))
    expect(reading.notes.contains { $0.contains("without byte ranges") && $0.contains(words) })
  }
}
