import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `Buffer levels` {
  @Test func `of a session that ends as playback starts do not exist`() throws {
    // The first of two frames is in at 1 s, which starts playback, and that is the limit.
    let clip = Clip.frames(2, lasting: .seconds(1), of: 1000)
    let policy = try BufferingPolicy(startupThreshold: .zero)
    let session = try clip.play(
      over: .byteAMillisecond(), policy, limit: .seconds(1), ticks: .milliseconds(500))
    expect(session.startup, equals: .seconds(1))
    expect(session.endReason, equals: .limit)
    expect(session.phases.playing, equals: .zero)
    let summary = SessionSummary(session)
    expect(summary.meanBuffer == nil)
    expect(summary.minimumBuffer == nil)
  }

  /// Two frames of half of all time each; the first is loaded after 1 s and played at once.
  @Test(arguments: [56, 58, 59])
  func `of the longest media for the longest time do not overflow`(power: Int) throws {
    let half = MediaTime(nanoseconds: 1 << (power - 1))
    let session = try Clip.frames(2, lasting: half, of: 1000).play(
      over: .byteAMillisecond(), BufferingPolicy(startupThreshold: .zero), limit: .bound)
    expect(session.endReason, equals: .ended)
    // The buffer drains from one half to 24 s, as the other is asked for at the low watermark of 25
    // s and takes 1 s, and then from that and the other half to nothing.
    expect(
      SessionSummary(session).meanBuffer,
      equals: MediaTime(nanoseconds: 1 << (power - 2)) + .seconds(12))
  }

  @Test(
    arguments: [
      (0, 0, 0, 0), (0, 1999, 0, 1999), (0, 2000, 1, 0), (0, 4001, 2, 1), (0, -1, -1, 1999),
      (5, -2000, 4, 0), (5, -2001, 3, 1999), (-3, 1, -3, 1),
    ] as [(Int128, Int128, Int128, Int128)])
  func `keep fewer than a whole of parts`(
    whole: Int128, parts: Int128, sum: Int128, rest: Int128
  ) {
    var integral = PlayedIntegral()
    integral.add(whole, parts: parts)
    expect(integral.whole, equals: sum)
    expect(integral.parts, equals: rest)
    integral.add(-whole, parts: -parts)
    expect(integral, equals: PlayedIntegral())
  }
}
