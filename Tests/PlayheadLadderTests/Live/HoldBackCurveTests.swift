import Expectations
import PlayheadKit
import PlayheadLadder
import Testing

/// How far from the edge a player has to stay, held against playing it.
@Suite("Hold-backs that a network needs")
struct HoldBackCurveTests {
  /// A segment of 2 s that is 3 s late and takes 450 ms is in 5.45 s after its start was captured.
  @Test("The least latency is that of the segment that is in last")
  func closedForm() throws {
    let one = LiveCase(lateness: [40: 3000])
    let curve = try #require(HoldBackCurve(of: try one.scenario()))
    let bound = try #require(curve.bound)
    expect(bound.latency, equals: .milliseconds(5450))
    expect(bound.segment.segment, equals: 40)
    expect(bound.availability == .milliseconds(85_000) && bound.transfer == .milliseconds(450))
    let smallest = try #require(curve.smallest)
    let latency = try #require(smallest.latency)
    expect(latency.start >= bound.latency)
    // A step less stalls.
    let less = try one.played { $0.holdBack = smallest.holdBack - HoldBackCurve.step }
    expect(!less.session.stalls.isEmpty)
    var byNumber = one
    byNumber.addressing = .numbers
    expect(HoldBackCurve(of: try byNumber.scenario())?.bound == nil)
  }

  @Test(
    "No session without a stall has less latency than the bound",
    arguments: Seeds.each(few: 8, all: 200))
  func necessary(_ seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    func below(_ bound: Int64) -> Int64 { Int64.random(in: 0..<bound, using: &random) }
    var one = LiveCase(segmentCount: 40, join: 10_000 + below(30_000), window: 16_000)
    one.delay = below(1000)
    one.latency = 1 + below(200)
    one.transfer = 1 + below(1900)
    one.lateness = [Int(below(40)): below(5000)]
    let player: LadderPlayer = below(2) == 0 ? .basic : .hlsJS
    let curve = try #require(HoldBackCurve(of: try one.scenario(by: player)))
    guard let bound = curve.bound else { return }
    for point in curve.points where point.isClear {
      let most = try #require(point.latency?.course.map(\.latency).max())
      expect(most >= bound.latency, "\(point.holdBack.text)")
    }
  }

  /// hls.js joins in the middle of segments.
  ///
  /// Half a second before the end of one, the next one, which takes 0.75 s, comes too late, however
  /// far from the edge that is.
  @Test("Hold-backs that stall again are told, with what they wait for")
  func again() throws {
    let one = LiveCase(transfer: 700)
    let curve = try #require(HoldBackCurve(of: try one.scenario(by: .hlsJS)))
    let smallest = try #require(curve.smallest)
    let least = try #require(curve.least)
    expect(smallest.holdBack < .seconds(4) && least.holdBack > .seconds(58))
    expect(curve.stalling.count > 20)
    for point in curve.stalling {
      let start = try #require(point.start)
      // It takes a few milliseconds to read a playlist, by which the edge is further.
      expect((1_500_000_000...1_520_000_000).contains(start.nanoseconds % 2_000_000_000))
      let next = Int(start.nanoseconds / 2_000_000_000) + 1
      let obstacle = try #require(point.obstacle)
      expect(obstacle.segment.segment == next && obstacle.missing == .transfer)
    }
    // Played once more: the stalls are as told, and none from the last one on.
    for point in curve.points {
      let played = try one.played(by: .hlsJS) { $0.holdBack = point.holdBack }
      expect(played.session.stalls.isEmpty, equals: point.isClear)
      if point.holdBack >= least.holdBack { expect(point.isClear) }
    }
  }

  @Test("What a stall waits for is a segment that is late, unknown, or loading")
  func obstacles() throws {
    func first(_ one: LiveCase) throws -> HoldBackCurve.Obstacle? {
      HoldBackCurve(of: try one.scenario())?.points.first { $0.holdBack == .seconds(6) }?
        .obstacle
    }
    let late = try #require(try first(LiveCase(lateness: [30: 5000])))
    expect(late.segment.segment == 30 && late.missing == .publication(late: .seconds(5)))
    let stale = try #require(try first(LiveCase(stale: [61_000..<68_000])))
    expect(stale.segment.segment == 30 && stale.missing == .request)
  }
}
