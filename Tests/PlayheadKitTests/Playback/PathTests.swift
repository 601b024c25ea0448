import Expectations
import PlayheadKit
import Testing

@Suite("A path that is expensive or constrained")
struct PathTests {
  /// Ten bytes a millisecond, so a frame of 1000 bytes, which lasts 1 s, comes in 100 ms.
  private static let rate = BitRate(bitsPerSecond: 80_000)
  private let clip = Clip.frames(40, lasting: .seconds(1), of: 1000)

  private func profile(
    _ intervals: [(seconds: Int64, path: PathFlags)], _ afterwards: BandwidthProfile.Afterwards
  ) throws -> BandwidthProfile {
    try BandwidthProfile(
      name: "paths",
      intervals: intervals.map {
        .init(duration: .seconds($0.seconds), rate: Self.rate, path: $0.path)
      }, afterwards: afterwards)
  }

  private func times(
    _ session: Session, _ wanted: Event.Kind
  ) -> [WallTime] {
    session.events.filter { $0.kind == wanted }.map(\.wallTime)
  }

  @Test("has the player keep less, until it is left")
  func leaving() throws {
    let session = try clip.play(
      over: profile([(10, .constrained), (1, [])], .holdsLast),
      BufferingPolicy(
        startupThreshold: .seconds(1), constrained: PathLimits(forwardBuffer: .seconds(3))))
    // Starts at 0.1 s. Frame k is in at 0.1 (k + 1) s, and the level then is 1 + 0.9 k s: full at
    // k = 3, 0.4 s, with 3.7 s. The low watermark is half of the high one, 1.5 s: reached at
    // 2.6 s. Two more frames make it 3.3 s at 2.8 s, which takes until 4.6 s, and so on.
    let milliseconds = WallTime.milliseconds
    expect(
      times(session, .isPlaybackBufferFull(true)),
      equals: [400, 2800, 4800, 6800, 8800].map(milliseconds))
    // At 10 s the watermarks are 30 and 25 s, the level 2.1 s.
    expect(
      times(session, .isPlaybackBufferFull(false)),
      equals: [2600, 4600, 6600, 8600, 10_000].map(milliseconds))
    expect(times(session, .pathChanged(.constrained)), equals: [.zero])
    expect(times(session, .pathChanged([])), equals: [.seconds(10)])
    // Twelve frames were in; the other 28 take 2.8 s.
    expect(times(session, .loadingFinished), equals: [milliseconds(12_800)])
    expect(session.endReason == .ended && session.stalls.isEmpty)
  }

  @Test("fills a buffer that is above its watermark at once")
  func entering() throws {
    let session = try clip.play(
      over: profile([(1, []), (1, .expensive)], .holdsLast),
      BufferingPolicy(
        startupThreshold: .seconds(1), expensive: PathLimits(forwardBuffer: .seconds(2))))
    // The tenth frame arrives at 1 s too, and first: 10 s less the 0.9 s played.
    expect(times(session, .isPlaybackBufferFull(true)).first, equals: .seconds(1))
    // The low watermark of 1 s is reached when 9 s are played.
    expect(times(session, .isPlaybackBufferFull(false)).first, equals: .milliseconds(9100))
    expect(
      session.events.last { $0.kind == .pathChanged(.expensive) }?.mediaTime,
      equals: .milliseconds(900))
  }

  @Test("has no byte of a request that it blocked sooner than without")
  func blocksBeforeTheFirstByte() throws {
    // A request sent at 1.9 s for what follows the first 5 s of media is due at 2.4 s. The path
    // fills the buffer from 2 s to 2.2 s.
    let session = try Clip.frames(40, lasting: .seconds(1), of: 100).play(
      over: .expensive(from: 2000, until: 2200, latency: .milliseconds(500)),
      BufferingPolicy(
        startupThreshold: .seconds(1), highWatermark: nil,
        expensive: PathLimits(forwardBuffer: .seconds(1)), readThrough: 0),
      do: [
        UserAction(at: .seconds(1), .seek(to: .seconds(20), .exact)),
        UserAction(at: .milliseconds(1900), .seek(to: .zero, .exact)),
      ])
    expect(times(session, .isPlaybackBufferFull(true)), equals: [.seconds(2)])
    expect(times(session, .isPlaybackBufferFull(false)), equals: [.milliseconds(2200)])
    expect(session.requests.prefix(3).map(\.offset), equals: [0, 2000, 500])
    expect(session.requests.prefix(3).map(\.bytesReceived), equals: [500, 400, 1500])
    expect(session.requests[2].sent, equals: .milliseconds(1900))
    expect(session.requests[2].firstByte, equals: .milliseconds(2401))
    expect(session.requests[2].lastByte, equals: .milliseconds(3900))
  }

  @Test("is used no faster than the player's peak bit rate")
  func peak() throws {
    let half = BitRate(bitsPerSecond: 40_000)
    let session = try clip.play(
      over: profile([(2, .expensive), (1, [])], .holdsLast),
      BufferingPolicy(
        startupThreshold: .seconds(1), highWatermark: nil,
        expensive: PathLimits(peakBitRate: half)))
    // Five bytes a millisecond for 2 s, then ten: 10,000 bytes and the other 30,000 in 3 s.
    expect(session.startup, equals: .milliseconds(200))
    expect(times(session, .loadingFinished), equals: [.seconds(5)])
  }

  @Test("takes the strictest of what applies")
  func strictest() throws {
    let policy = try BufferingPolicy(
      expensive: PathLimits(forwardBuffer: .seconds(10), peakBitRate: BitRate(bitsPerSecond: 5)),
      constrained: PathLimits(forwardBuffer: .seconds(4), peakBitRate: BitRate(bitsPerSecond: 9)))
    func watermark(_ high: Int64, _ low: Int64) -> WatermarkRule {
      .mark(Watermark(high: .seconds(high), low: .seconds(low)))
    }
    expect(policy.fullness(on: []), equals: watermark(30, 25))
    expect(policy.fullness(on: .expensive), equals: watermark(10, 5))
    expect(policy.fullness(on: .constrained), equals: watermark(4, 2))
    expect(policy.fullness(on: [.expensive, .constrained]), equals: watermark(4, 2))
    // A flag that no policy knows changes nothing.
    expect(policy.fullness(on: PathFlags(rawValue: 1 << 7)), equals: watermark(30, 25))
    expect(policy.peakBitRate(on: []) == nil)
    expect(policy.peakBitRate(on: [.expensive, .constrained]), equals: BitRate(bitsPerSecond: 5))
    #expect(throws: PolicyError.zero(.constrainedBuffer)) {
      try BufferingPolicy(constrained: PathLimits(forwardBuffer: .zero))
    }
    #expect(throws: PolicyError.negative(.expensiveBuffer)) {
      try BufferingPolicy(expensive: PathLimits(forwardBuffer: .seconds(-1)))
    }
  }

  @Test("changes when the link says so, over and over where it repeats")
  func changes() throws {
    let repeating = NetworkLink(
      following: try profile([(2, []), (1, []), (3, .expensive), (4, .constrained)], .repeats))
    var seen: [Int64] = []
    var time = WallTime.zero
    while let next = repeating.nextPathChange(after: time), seen.count < 7 {
      seen.append(next.nanoseconds / 1_000_000_000)
      time = next
    }
    expect(seen, equals: [3, 6, 10, 13, 16, 20, 23])
    expect(repeating.nextPathChange(after: .milliseconds(2999)), equals: .seconds(3))
    let held = NetworkLink(following: try profile([(2, []), (1, .expensive)], .holdsLast))
    expect(held.nextPathChange(after: .zero), equals: .seconds(2))
    expect(held.nextPathChange(after: .seconds(2)) == nil)
    expect(held.nextPathChange(after: .seconds(2000)) == nil)
    let same = NetworkLink(following: try profile([(2, .expensive), (1, .expensive)], .repeats))
    expect(same.nextPathChange(after: .zero) == nil)
  }

  @Test("is constrained throughout in low data mode, and keeps its other flags")
  func lowData() throws {
    let profile = try profile([(2, []), (1, .expensive)], .repeats).inLowDataMode()
    expect(profile.intervals.map(\.path), equals: [.constrained, [.expensive, .constrained]])
    expect(profile.notes, equals: ["low data mode"])
  }

  @Test("does not keep a session alive in which nothing else can happen")
  func starved() throws {
    let dead = try BandwidthProfile(
      name: "dead",
      intervals: [
        .init(duration: .seconds(1), rate: .zero, path: .expensive),
        .init(duration: .seconds(1), rate: .zero),
      ])
    let session = try clip.play(over: dead, BufferingPolicy())
    expect(session.endReason == .starved && session.elapsed == .zero)
  }

  @Test("is a loss where a trace format has no paths", arguments: WritableTraceFormat.allCases)
  func writing(format: WritableTraceFormat) throws {
    let flagged = try profile([(2, []), (1, .expensive)], .repeats)
    try expect(flagged.written(as: format).losses.contains(.path))
    let plain = try profile([(2, []), (1, [])], .repeats)
    try expect(!plain.written(as: format).losses.contains(.path))
  }
}
