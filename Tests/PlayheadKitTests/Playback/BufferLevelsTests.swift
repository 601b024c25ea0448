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
}
