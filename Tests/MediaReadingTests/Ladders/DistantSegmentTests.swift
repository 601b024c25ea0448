import Foundation
import MediaReading
import PlayheadKit
import StubHTTP
import Synchronization
import Testing

@Suite("Reading the segments of a ladder at a URL")
struct DistantSegmentTests {
  private static let folder = Fixtures.folder.appending(path: "ladders").path

  /// A server of the files under `folder`, that sends any part of them, in the state of `tag`.
  private func server(_ tag: String = "\"a\"") throws -> StubServer {
    try StubServer { request, _ in
      let path = request.path.split(separator: "?")[0]
      guard let body = try? Data(contentsOf: URL(fileURLWithPath: Self.folder + path)) else {
        return StubReply("404 Not Found")
      }
      return StubReply(partsOf: Array(body), to: request, entityTag: tag)
    }
  }

  private func reader(_ cache: ReadingCache? = nil) -> MediaReader {
    MediaReader(cores: 1, cache: cache)
  }

  private func segments(_ reading: LadderReading) -> [LadderSegment] {
    reading.ladder.lanes.flatMap(\.levels).flatMap(\.segments)
  }

  @Test(
    "finds the times that reading the files finds",
    arguments: ["hls/master.m3u8", "dash/manifest.mpd"])
  func equalsFiles(path: String) throws {
    let server = try server()
    let distant = try reader().readLadder(server.url("/" + path))
    let local = try reader().readLadder("\(Self.folder)/\(path)")
    #expect(segments(distant) == segments(local))
    #expect(segments(distant).allSatisfy { $0.measured != nil })
    #expect(distant.notes == local.notes)
  }

  @Test("has the times of the manifest where segments are only sized, and asks for each once")
  func sizes() throws {
    let server = try server()
    var reader = reader()
    reader.segmentReading = .size
    let reading = try reader.readLadder(server.url("/hls/master.m3u8"))
    #expect(segments(reading).allSatisfy { $0.measured == nil && $0.resource.bytes > 0 })
    let asked = server.requests.map(\.path).filter { $0.hasSuffix(".m4s") }
    #expect(asked.count == 12 && Set(asked).count == 12)
  }

  @Test("fetches the header of a segment, not its media")
  func headers() throws {
    // Media data of 300 kB, of which samples have only the first bytes.
    let server = try StubServer { request, _ in
      guard var body = try? Data(contentsOf: URL(fileURLWithPath: Self.folder + request.path))
      else {
        return StubReply("404 Not Found")
      }
      if request.path.hasSuffix(".m4s"), let type = body.range(of: Data("mdat".utf8)) {
        let place = type.lowerBound - 4
        let size = body.count - place + 300_000
        body.replaceSubrange(
          place..<place + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) })
        body += Data(count: 300_000)
      }
      return StubReply(partsOf: Array(body), to: request)
    }
    let reading = try reader().readLadder(server.url("/hls/master.m3u8"))
    let local = try reader().readLadder("\(Self.folder)/hls/master.m3u8")
    #expect(segments(reading).map(\.measured) == segments(local).map(\.measured))
    let ranges = server.requests.filter { $0.path.hasSuffix(".m4s") }.compactMap(\.closedRange)
    #expect(ranges.allSatisfy { $0.count <= 64 << 10 })
    #expect(server.requests.count { $0.path.hasSuffix(".m4s") } <= 30)
  }

  @Test("keeps times for as long as the server tells of the same state")
  func cache() throws {
    let folder = NSTemporaryDirectory() + "/playhead-distant-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cache = ReadingCache(directory: folder)
    let tag = Mutex("\"a\"")
    let server = try StubServer { request, _ in
      guard let body = try? Data(contentsOf: URL(fileURLWithPath: Self.folder + request.path))
      else {
        return StubReply("404 Not Found")
      }
      return StubReply(
        partsOf: Array(body), to: request, entityTag: tag.withLock { $0 })
    }
    func read() throws -> (LadderReading, asked: Int) {
      let before = server.requests.count
      let reading = try reader(cache).readLadder(server.url("/hls/master.m3u8"))
      #expect(reading.cacheProblem == nil)
      return (reading, server.requests[before...].count { $0.path.hasSuffix(".m4s") })
    }
    let first = try read()
    // Each is sized, and its header read in a request or two.
    #expect(24...30 ~= first.asked)
    let second = try read()
    #expect(second.asked == 12)
    #expect(segments(first.0) == segments(second.0))
    tag.withLock { $0 = "\"b\"" }
    #expect(24...30 ~= (try read().asked))
    #expect(try read().asked == 12)
  }

  @Test("sizes segments of a server that sends no parts, and says so")
  func withoutParts() throws {
    let server = try StubServer { request, _ in
      guard let body = try? Data(contentsOf: URL(fileURLWithPath: Self.folder + request.path))
      else {
        return StubReply("404 Not Found")
      }
      return StubReply(Array(body), fields: ["ETag: \"a\""])
    }
    let reading = try reader().readLadder(server.url("/hls/master.m3u8"))
    #expect(segments(reading).allSatisfy { $0.measured == nil })
    #expect(reading.notes.contains { $0.contains("sized, not read") })
  }

  @Test("tells how far it has come, in segments")
  func progress() throws {
    let server = try server()
    let told = Mutex<[ReadingProgress]>([])
    let reader = MediaReader(cores: 1) { progress in told.withLock { $0.append(progress) } }
    _ = try reader.readLadder(server.url("/hls/master.m3u8"))
    let progress = told.withLock { $0 }
    for phase in [ReadingProgress.Phase.sizing, .timing] {
      let steps = progress.filter { $0.phase == phase }
      #expect(steps.last?.completed ?? 0 >= 12 && steps.last?.completed == steps.last?.total)
      #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.completed <= $1.completed })
    }
  }

  @Test("a segment that changes while it is read ends it with an error")
  func changes() throws {
    let server = try StubServer { request, number in
      guard let body = try? Data(contentsOf: URL(fileURLWithPath: Self.folder + request.path))
      else {
        return StubReply("404 Not Found")
      }
      // Once all are sized.
      return StubReply(
        partsOf: Array(body), to: request, entityTag: number < 19 ? "\"a\"" : "\"b\"")
    }
    #expect(throws: LadderReadingError.self) {
      try reader().readLadder(server.url("/hls/master.m3u8"))
    }
  }
}
