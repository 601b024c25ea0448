import Foundation
import MediaReading
import StubHTTP
import Synchronization

/// A live stream of one level, published by a clock that stands still but for pauses.
///
/// Segments of two seconds are listed a second after they end, in a window of six.
final class StubEvent: Sendable {
  /// Nanoseconds since 1970.
  private let time = Atomic<Int64>(StubEvent.start)
  /// What is wrong at a time, in milliseconds from the start on.
  let fault: @Sendable (_ milliseconds: Int64, StubRequest) -> StubReply?

  static let start: Int64 = 1_800_000_000_000_000_000

  init(
    _ fault: @escaping @Sendable (Int64, StubRequest) -> StubReply? = { _, _ in nil }
  ) {
    self.fault = fault
  }

  var milliseconds: Int64 { (time.load(ordering: .relaxed) - Self.start) / 1_000_000 }

  var clock: RecordingClock {
    RecordingClock(
      now: { [self] in time.load(ordering: .relaxed) },
      pause: { [self] in time.add(Int64($0) * 1_000_000, ordering: .relaxed) })
  }

  func pass(milliseconds: Int64) { time.add(milliseconds * 1_000_000, ordering: .relaxed) }

  /// The playlist at a time: the event began 20 s before.
  static func playlist(at milliseconds: Int64) -> String {
    let count = (milliseconds + 19_000) / 2000
    let first = max(0, count - 6)
    return "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
      + (first..<count).map { "#EXTINF:2,\ns\($0).ts\n" }.joined()
  }

  func reply(_ request: StubRequest) -> StubReply {
    if let reply = fault(milliseconds, request) { return reply }
    var reply = StubReply("404 Not Found")
    if request.path == "/main.m3u8" {
      let list = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=500000\nlist.m3u8\n"
      reply = StubReply(Array(list.utf8))
    } else if request.path == "/list.m3u8" {
      let list = Self.playlist(at: milliseconds)
      let tag = "\"\(list.hashValue)\""
      reply =
        request["if-none-match"] == tag
        ? StubReply("304 Not Modified", fields: ["ETag: \(tag)"])
        : StubReply(Array(list.utf8), fields: ["ETag: \(tag)"])
    } else if request.path.hasSuffix(".ts") {
      reply = StubReply([UInt8](repeating: 7, count: request.method == "HEAD" ? 0 : 1000))
      if request.method == "HEAD" {
        reply = StubReply("200 OK", fields: ["Content-Length: 1000"]).framed(.close)
      }
    }
    return reply
  }
}
