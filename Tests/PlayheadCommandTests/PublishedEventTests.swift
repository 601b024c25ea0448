import Expectations
import PlayheadKit
import Testing
import ThrottledServing

@testable import PlayheadCommand

/// What `serve --live` has just before an instant, and at it.
@Suite("What is published of a live event, instant by instant")
struct PublishedEventTests {
  /// Two levels of six segments of 2 s, half a second late, in a window of 6 s.
  private static func event(
    parts: Int64? = nil, _ change: (inout LiveEvent) -> Void = { _ in }
  ) throws -> PublishedEvent {
    func level(_ name: String, rate: Int64) -> Level {
      Level(
        name: name, bitRate: BitRate(bitsPerSecond: rate),
        playlist: LadderResource("\(name)/list.m3u8", bytes: 500),
        segments: (0..<6).map { number in
          LadderSegment(
            LadderResource("\(number).ts", bytes: 1000),
            declared: TimeRange(start: .seconds(2 * number), end: .seconds(2 * number + 2)))
        }, targetDuration: .seconds(2))
    }
    var ladder = Ladder(
      format: .hls, manifests: [LadderResource("main.m3u8", bytes: 100)],
      lanes: [LadderLane(.video, levels: [level("low", rate: 4000), level("high", rate: 8000)])])
    if let parts { ladder = ladder.inParts(of: .milliseconds(parts)) }
    var event = LiveEvent(join: .zero, delay: .milliseconds(500), window: .seconds(6))
    change(&event)
    return try PublishedEvent(ladder, event, main: "main.m3u8") { path in
      let head = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:10\n"
      return Array((head + (0..<6).map { "#EXTINF:2,\n\($0).ts\n" }.joined()).utf8)
    }
  }

  /// What there is at a time in nanoseconds.
  private static func content(
    _ event: PublishedEvent, _ path: String, at time: Int64, _ arguments: [String: String] = [:],
    range: ClosedRange<Int64>? = nil
  ) -> PublishedContent? {
    event.content(
      of: PublishedRequest(
        path: path, arguments: arguments, range: range, wallTime: WallTime(nanoseconds: time)))
  }

  private static func lines(_ content: PublishedContent?) throws -> [String] {
    guard case .document(let bytes)? = content else { return try #require(nil) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static let second: Int64 = 1_000_000_000

  @Test(
    "A playlist lists a segment from its instant on, and drops those behind the window",
    arguments: [
      (2_499_999_999, 10, []), (2_500_000_000, 10, [0]), (4_499_999_999, 10, [0]),
      (4_500_000_000, 10, [0, 1]), (8_499_999_999, 10, [0, 1, 2]), (8_500_000_000, 11, [1, 2, 3]),
      (12_499_999_999, 12, [2, 3, 4]), (12_500_000_000, 13, [3, 4, 5]),
    ] as [(Int64, Int, [Int])])
  func listed(time: Int64, sequence: Int, segments: [Int]) throws {
    let event = try Self.event()
    for level in ["low", "high"] {
      let lines = try Self.lines(Self.content(event, "\(level)/list.m3u8", at: time))
      expect(lines.contains("#EXT-X-MEDIA-SEQUENCE:\(sequence)"))
      expect(lines.filter { $0.hasSuffix(".ts") }, equals: segments.map { "\($0).ts" })
      expect(lines.contains("#EXT-X-ENDLIST"), equals: (segments.last == 5))
    }
    expect(Self.content(event, "main.m3u8", at: time) == nil)
  }

  /// Segment 1 is there at 4.5 s, and gone its length and two windows behind its end, 0.5 s late.
  @Test(
    "A segment is there from its instant on, until it is gone",
    arguments: [
      (4_499_999_999, false), (4_500_000_000, true), (18_499_999_999, true),
      (18_500_000_000, false),
    ] as [(Int64, Bool)])
  func segment(time: Int64, isThere: Bool) throws {
    let content = Self.content(try Self.event(), "low/1.ts", at: time)
    expect(content, equals: (isThere ? nil : .missing))
  }

  /// Parts of a second: part n is there at n + 1.5 s.
  @Test(
    "A part is listed, hinted at and had from its instant on",
    arguments: [
      (2_499_999_999, 1, 500), (2_500_000_000, 2, 0), (3_499_999_999, 2, 0),
      (3_500_000_000, 3, 500),
    ] as [(Int64, Int, Int)])
  func parts(time: Int64, parts: Int, offset: Int) throws {
    let event = try Self.event(parts: 1000)
    let lines = try Self.lines(Self.content(event, "low/list.m3u8", at: time))
    expect(lines.filter { $0.hasPrefix("#EXT-X-PART:") }.count, equals: parts)
    let name = parts / 2
    expect(
      lines.last,
      equals: "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(name).ts\",BYTERANGE-START=\(offset)")
    func range(_ part: Int) -> ClosedRange<Int64> {
      Int64(part % 2) * 500...Int64(part % 2) * 500 + 499
    }
    func part(_ number: Int) -> PublishedContent? {
      Self.content(event, "low/\(number / 2).ts", at: time, range: range(number))
    }
    expect(part(parts - 1) == nil)
    expect(part(parts), equals: .held(until: .milliseconds(Int64(parts) * 1000 + 1500)))
    expect(part(parts + 1), equals: .missing)
  }

  @Test(
    "A playlist is held back until it lists what is asked for",
    arguments: [
      ("10", "0", nil), ("10", "1", 2500), ("10", nil, 2500), ("10", "2", 3500), ("11", "0", 3500),
      ("11", nil, 4500), ("11", "9", 5500),
    ] as [(String, String?, Int64?)])
  func blocking(segment: String, part: String?, until: Int64?) throws {
    var arguments = ["_HLS_msn": segment]
    arguments["_HLS_part"] = part
    let event = try Self.event(parts: 1000)
    let content = Self.content(event, "low/list.m3u8", at: 2 * Self.second, arguments)
    guard let until else {
      _ = try Self.lines(content)
      return
    }
    expect(content, equals: .held(until: .milliseconds(until)))
    // Asked for again then, it is there.
    _ = try Self.lines(
      Self.content(event, "low/list.m3u8", at: until * 1_000_000, arguments))
    expect(
      Self.content(event, "low/list.m3u8", at: until * 1_000_000 - 1, arguments),
      equals: .held(until: .milliseconds(until)))
  }

  @Test("What makes no sense is refused", arguments: ["x", "13", "99", "-1"])
  func refused(segment: String) throws {
    let event = try Self.event(parts: 1000)
    let content = Self.content(event, "low/list.m3u8", at: 2 * Self.second, ["_HLS_msn": segment])
    guard case .refused? = content else {
      // A number of long ago is there.
      expect(segment, equals: "-1")
      return
    }
  }

  /// Target durations of 2 s would need 12 s; the window is long enough to leave out what is older.
  @Test(
    "Delta updates leave out what is older than the boundary, for those who ask",
    arguments: [
      (10_500, nil, 0), (10_500, "YES", 3), (10_500, "v2", 3), (8_499, "YES", 1), (4_500, "YES", 0),
    ]
      as [(Int64, String?, Int)])
  func deltas(time: Int64, skip: String?, count: Int) throws {
    let event = try Self.event { ($0.window, $0.skipUntil) = (.seconds(60), .seconds(4)) }
    let lines = try Self.lines(
      Self.content(
        event, "low/list.m3u8", at: time * 1_000_000, skip.map { ["_HLS_skip": $0] } ?? [:]))
    expect(lines.contains("#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=4"))
    expect(
      lines.filter { $0.hasPrefix("#EXT-X-SKIP") },
      equals: (count > 0 ? ["#EXT-X-SKIP:SKIPPED-SEGMENTS=\(count)"] : []))
    expect(lines.contains("#EXT-X-MEDIA-SEQUENCE:10"))
    let all = Int(time - 500) / 2000
    expect(lines.filter { $0.hasSuffix(".ts") }, equals: (count..<all).map { "\($0).ts" })
  }

  @Test(
    "Reports tell how far the other playlists are",
    arguments: [
      (nil, 4_500, "LAST-MSN=11"), (1000, 4_499, "LAST-MSN=11,LAST-PART=0"),
      (1000, 4_500, "LAST-MSN=11,LAST-PART=1"),
    ] as [(Int64?, Int64, String)])
  func reports(parts: Int64?, time: Int64, words: String) throws {
    let event = try Self.event(parts: parts) { $0.reportsRenditions = true }
    let lines = try Self.lines(Self.content(event, "low/list.m3u8", at: time * 1_000_000))
    expect(
      lines.filter { $0.contains("REPORT") },
      equals: ["#EXT-X-RENDITION-REPORT:URI=\"../high/list.m3u8\",\(words)"])
  }
}
