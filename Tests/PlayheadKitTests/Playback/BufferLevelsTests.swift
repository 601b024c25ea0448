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
    #expect(session.startup == .seconds(1))
    #expect(session.endReason == .limit)
    #expect(session.phases.playing == .zero)
    let summary = SessionSummary(session)
    #expect(summary.meanBuffer == nil)
    #expect(summary.minimumBuffer == nil)
  }

  /// Two frames of half of all time each, loaded after 1 s and after 2 s, and played from 1 s on.
  @Test(arguments: [56, 58, 59])
  func `of the longest media for the longest time do not overflow`(power: Int) throws {
    let half = MediaTime(nanoseconds: 1 << (power - 1))
    let session = try Clip.frames(2, lasting: half, of: 1000).play(
      over: .byteAMillisecond(), BufferingPolicy(startupThreshold: .zero), limit: .bound)
    #expect(session.endReason == .ended)
    // Half is loaded for 1 s and all of it for the rest, from which the playhead moves to the end.
    #expect(
      SessionSummary(session).meanBuffer == half - .milliseconds(500))
  }

  @Test(arguments: [
    (0, 0, 0, 0), (0, 1999, 0, 1999), (0, 2000, 1, 0), (0, 4001, 2, 1), (0, -1, -1, 1999),
    (5, -2000, 4, 0), (5, -2001, 3, 1999), (-3, 1, -3, 1),
  ] as [(Int128, Int128, Int128, Int128)])
  func `keep fewer than a whole of parts`(
    whole: Int128, parts: Int128, sum: Int128, rest: Int128
  ) {
    var integral = PlayedIntegral()
    integral.add(whole, parts: parts)
    #expect(integral.whole == sum)
    #expect(integral.parts == rest)
    integral.add(-whole, parts: -parts)
    #expect(integral == PlayedIntegral())
  }
}
