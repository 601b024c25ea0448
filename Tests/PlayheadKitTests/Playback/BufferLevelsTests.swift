import Testing

@testable import PlayheadKit

@Suite struct `Buffer levels` {
  @Test func `of a session that ends as playback starts do not exist`() throws {
    // The first of two frames is in at 1 s, which starts playback, and that is the limit.
    let clip = Clip.frames(2, lasting: .seconds(1), of: 1000)
    let policy = try BufferingPolicy(startupThreshold: .zero)
    let session = try clip.play(
      over: .byteAMillisecond(), policy, limit: .seconds(1), ticks: .milliseconds(500))
    #expect(session.startup == .seconds(1))
    #expect(session.endReason == .limit)
    #expect(session.played == .zero)
    let summary = SessionSummary(session)
    #expect(summary.meanBuffer == nil)
    #expect(summary.minimumBuffer == nil)
  }

  @Test func `are those of a falling line`() {
    // From 4 s to 1 s in 3 s: 7.5 s², twice that is 15 s²; then from 2 s to 0 s: 4 s² more.
    var levels = BufferLevels()
    levels.fell(from: .seconds(4), for: .seconds(3), isLoadedToEnd: false)
    #expect(levels.mean(over: .seconds(3)) == .milliseconds(2500))
    levels.fell(from: .seconds(2), for: .seconds(2), isLoadedToEnd: true)
    #expect(levels.doubledIntegral == 19_000_000_000_000_000_000)
    #expect(levels.minimum == .seconds(1))
    // 9.5 s² over 5 s.
    #expect(levels.mean(over: .seconds(5)) == .milliseconds(1900))
  }
}
