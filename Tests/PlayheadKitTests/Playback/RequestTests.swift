import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// A byte takes a millisecond, so that sizes can be read as times.
@Suite struct `A request` {
  private static func policy(
    _ change: (inout BufferingPolicy.Parameters) -> Void = { _ in }
  ) throws -> BufferingPolicy {
    var values = BufferingPolicy.Parameters()
    values.startupThreshold = .seconds(1)
    values.readThrough = 50
    change(&values)
    return try BufferingPolicy(values)
  }

  /// Ten seconds of one frame each, 100 B from byte `offset` on.
  private static func clip(from offset: Int64 = 0, reads: [ByteRange] = []) -> Clip {
    var clip = Clip.frames(10, lasting: .seconds(1), of: 100, from: offset)
    clip.openingReads = reads
    return clip
  }

  private struct Expected: Equatable {
    var offset: Int64
    var sent: Int64
    var first: Int64?
    var last: Int64?
    var end: Int64?
    var received: Int64
    var wasted: Int64
    var reason: MediaRequest.EndReason

    /// All times in milliseconds.
    init(
      _ offset: Int64, sent: Int64, first: Int64?, last: Int64?, end: Int64?, received: Int64,
      wasted: Int64 = 0, _ reason: MediaRequest.EndReason
    ) {
      (self.offset, self.sent, self.first, self.last) = (offset, sent, first, last)
      (self.end, self.received, self.wasted, self.reason) = (end, received, wasted, reason)
    }

    init(_ request: MediaRequest) {
      func milliseconds(_ time: WallTime?) -> Int64? {
        guard let nanoseconds = time?.nanoseconds else { return nil }
        return nanoseconds % 1_000_000 == 0 ? nanoseconds / 1_000_000 : -nanoseconds
      }
      self.init(
        request.offset, sent: milliseconds(request.sent) ?? -1,
        first: milliseconds(request.firstByte), last: milliseconds(request.lastByte),
        end: milliseconds(request.end), received: request.bytesReceived,
        wasted: request.bytesWasted, request.endReason)
    }
  }

  private static func requests(_ session: Session) -> [Expected] {
    expect(session.requests.map(\.number), equals: Array(1...session.requests.count))
    return session.requests.map(Expected.init)
  }

  @Test func `is complete with the last byte of the file`() throws {
    let session = try Self.clip().play(
      over: .byteAMillisecond(latency: .milliseconds(30)), Self.policy())
    expect(
      Self.requests(session),
      equals: [
        Expected(0, sent: 0, first: 31, last: 1030, end: 1030, received: 1000, .complete)
      ])
    expect(session.requests[0].rangeText, equals: "bytes=0-")
    expect(session.requests[0].endOffset == nil && session.requests[0].resource == 0)
  }

  /// The head is read, then the tail, then the media; each drop wastes what 30 ms carry.
  @Test func `is dropped where the next bytes lie elsewhere`() throws {
    var clip = Self.clip(from: 100, reads: [ByteRange(0, 40), ByteRange(1200, 1250)])
    clip.bytes = 1250
    let session = try clip.play(
      over: .byteAMillisecond(latency: .milliseconds(30)), Self.policy())
    expect(
      Self.requests(session) == [
        // Sent at 0, the first byte due 30 ms later.
        Expected(
          0, sent: 0, first: 31, last: 70, end: 70, received: 40, wasted: 30, .droppedBySkip),
        // The waste lasts until 100, and so does the latency.
        Expected(1200, sent: 70, first: 101, last: 150, end: 150, received: 50, .complete),
        // Of the file's end nothing is missing any more.
        Expected(
          100, sent: 150, first: 181, last: 1180, end: 1180, received: 1000, wasted: 30,
          .droppedAsLoaded),
      ])
    expect(session.bytesWasted == 60 && session.bytesDownloaded == 1150)
  }

  @Test func `is dropped by a seek beyond its reach, and not by one within`() throws {
    let link = try BandwidthProfile.byteAMillisecond(latency: .milliseconds(30))
    let far = try Self.clip().play(
      over: link, Self.policy(),
      do: [UserAction(at: .milliseconds(230), .seek(to: .seconds(7), .exact))])
    // 200 B are in when the user seeks to byte 700, and 30 more come in vain.
    expect(
      Self.requests(far),
      equals: [
        Expected(
          0, sent: 0, first: 31, last: 230, end: 230, received: 200, wasted: 30, .droppedBySeek),
        Expected(700, sent: 230, first: 261, last: 560, end: 560, received: 300, .complete),
      ])
    let near = try Self.clip().play(
      over: link, Self.policy(),
      do: [UserAction(at: .milliseconds(280), .seek(to: .seconds(3), .exact))])
    expect(near.requests.count, equals: 1)
  }

  @Test func `is dropped by a loop whose start is not kept`() throws {
    // Twenty seconds of bytes that are decoded, but never shown, follow what is played from 0.1 s
    // on.
    var clip = Self.clip()
    clip.samples.append(
      Sample(at: .seconds(10), lasting: .zero, bytes: 1000..<21_000, flags: .discarded))
    let session = try clip.play(
      over: .byteAMillisecond(), Self.policy { $0.backBuffer = .zero }, repeats: 1)
    expect(
      Self.requests(session).first,
      equals: Expected(
        0, sent: 0, first: 1, last: 10_100, end: 10_100, received: 10_100, .droppedByLoop))
    let kept = try clip.play(over: .byteAMillisecond(), Self.policy(), repeats: 1)
    expect(kept.requests.map(\.endReason), equals: [.open])
  }

  /// With 300 B in at 0.3 s, 2.8 s are ahead of the playhead, and 1 s at 2.1 s.
  @Test func `stays open while a full buffer blocks it`() throws {
    let policy = try Self.policy {
      $0.highWatermark = .seconds(2)
      $0.lowWatermark = .seconds(1)
    }
    let blocked = try Self.clip().play(
      over: .byteAMillisecond(), policy, limit: .milliseconds(500))
    expect(
      Self.requests(blocked),
      equals: [
        Expected(0, sent: 0, first: 1, last: 300, end: nil, received: 300, .blocked)
      ])
    let open = try Self.clip().play(over: .byteAMillisecond(), policy, limit: .milliseconds(2150))
    expect(
      Self.requests(open),
      equals: [
        Expected(0, sent: 0, first: 1, last: 2150, end: nil, received: 350, .open)
      ])
  }

  @Test func `has no first byte where none arrives`() throws {
    let never = try Self.clip().play(over: .dead, Self.policy())
    expect(
      Self.requests(never),
      equals: [
        Expected(0, sent: 0, first: nil, last: nil, end: nil, received: 0, .open)
      ])
    let early = try Self.clip().play(
      over: .byteAMillisecond(latency: .milliseconds(30)), Self.policy(), limit: .milliseconds(30))
    expect(early.requests[0].firstByte == nil && early.requests[0].bytesReceived == 0)
    let first = try Self.clip().play(
      over: .byteAMillisecond(latency: .milliseconds(30)), Self.policy(), limit: .milliseconds(31))
    expect(first.requests[0].firstByte, equals: .milliseconds(31))
    expect(first.requests[0].bytesReceived, equals: 1)
  }

  /// What the end of the session cuts off is not wasted.
  @Test func `wastes what comes until the session ends`() throws {
    let session = try Self.clip().play(
      over: .byteAMillisecond(latency: .milliseconds(30)), Self.policy(),
      do: [UserAction(at: .milliseconds(230), .seek(to: .seconds(7), .exact))],
      limit: .milliseconds(240))
    expect(session.requests.map(\.bytesWasted), equals: [10, 0])
    expect(session.bytesWasted, equals: 10)
  }

  /// Windows of 100, 200 and 400 B in round trips of 100 ms over a link of 10 B/ms: the last byte
  /// of a window comes long before its round trip is over.
  @Test(arguments: [320, 395, 400] as [Int64])
  func `knows its last byte in slow start`(limit: Int64) throws {
    let clip = Self.clip()
    let profile = try BandwidthProfile(
      name: "fast", rate: BitRate(bitsPerSecond: 80_000), latency: .milliseconds(100))
    var scenario = try clip.scenario(
      over: profile, Self.policy(), limit: .milliseconds(limit))
    scenario.transport = .slowStart(setUpRoundTrips: 1)
    var simulation = Simulation(scenario)
    simulation.loader.channel.connection = Connection(
      over: simulation.link, by: scenario.transport, initialWindow: 100)
    let session = simulation.run()
    // Set up until 100 ms, the first byte due at 200 ms; 100 B until 210 ms, 200 B until 320 ms.
    let request = try #require(session.requests.first)
    expect(request.bytesReceived, equals: 300)
    expect(request.firstByte, equals: WallTime(nanoseconds: 200_100_000))
    expect(request.lastByte, equals: .milliseconds(320))
  }

  @Test func `says its range as HTTP does`() {
    expect(MediaRequest(number: 1, offset: 4096, sent: .zero).rangeText, equals: "bytes=4096-")
    expect(
      MediaRequest(number: 1, offset: 100, endOffset: 300, sent: .zero).rangeText,
      equals: "bytes=100-299"
    )
  }
}
