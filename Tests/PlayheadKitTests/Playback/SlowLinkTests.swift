import Expectations
import PlayheadKit
import Testing

@Suite struct `A link too slow to wait for` {
  /// One frame of 1 s; at 1 bit/s it takes 8 · 10⁹ s, more than any time we can count.
  private let clip = Clip(
    samples: [Sample(at: .zero, lasting: .seconds(1), bytes: 0..<1_000_000_000)])

  @Test func `is given up at the limit, as it is not dead`() throws {
    let slow = try BandwidthProfile(name: "slow", rate: BitRate(bitsPerSecond: 1))
    let session = try clip.play(over: slow, BufferingPolicy(), ticks: .seconds(305))
    expect(session.endReason, equals: .limit)
    // Ten times 1 s and ten minutes.
    expect(session.elapsed, equals: .seconds(610))
    expect(session.ticks.map(\.wallTime), equals: [.zero, .seconds(305), .seconds(610)])
    // 610 bits are 76 bytes and two bits.
    expect(session.bytesDownloaded, equals: 76)
    expect(session.requestTime, equals: .seconds(610))
  }

  @Test func `is given up at the limit if its first byte takes longer than all time`() throws {
    let distant = try BandwidthProfile(
      name: "distant", rate: BitRate(bitsPerSecond: 1_000_000), latency: .bound)
    let session = try clip.play(over: distant, BufferingPolicy(), limit: .seconds(5))
    expect(session.endReason, equals: .limit)
    expect(session.elapsed, equals: .seconds(5))
  }

  @Test func `is starved if it ends before it has brought all`() throws {
    // A thousand bytes in the first second and nothing ever after.
    let session = try clip.play(over: .steps([(1000, 1), (0, 0)]), BufferingPolicy())
    expect(session.endReason, equals: .starved)
    expect(session.elapsed, equals: .zero)
  }
}
