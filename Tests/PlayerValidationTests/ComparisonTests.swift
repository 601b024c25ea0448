import Expectations
import PlayheadKit
import Testing

@testable import PlayerValidation

/// A playback of ten seconds of media from a startup and stalls in milliseconds.
private func outline(
  startup: Int64? = 500, stalls: [(Int64, Int64?)] = [], offsets: [Int64] = [0],
  end: PlaybackOutline.End = .ended
) -> PlaybackOutline {
  let stalled = stalls.reduce(0) { $0 + ($1.1 ?? 0) }
  return PlaybackOutline(
    startup: startup.map { .milliseconds($0) },
    stalls: stalls.map { start, length in
      .init(start: .milliseconds(start), duration: length.map { .milliseconds($0) })
    }, end: end, elapsed: .milliseconds((startup ?? 0) + 10_000 + stalled),
    requests: offsets.enumerated().map { index, offset in
      .init(offset: offset, asked: .milliseconds(Int64(index) * 100), bytes: 100)
    })
}

@Suite struct `A prediction` {
  /// 10 % of a second is less than 150 ms, and of two seconds more.
  @Test(
    arguments: [
      (1000, 850, true), (1000, 849, false), (1000, 1150, true), (1000, 1151, false),
      (2000, 1800, true), (2000, 1799, false), (2000, 2200, true), (2000, 2201, false),
    ] as [(Int64, Int64, Bool)])
  func `agrees in startup within 150 ms or 10 %`(real: Int64, predicted: Int64, agrees: Bool) {
    let comparison = PlayerComparison(
      predicted: outline(startup: predicted), runs: [outline(startup: real)])
    expect(comparison.startupAgrees, equals: agrees)
  }

  @Test(
    arguments: [
      (1000, 700, true), (1000, 699, false), (1000, 1300, true), (1000, 1301, false),
      (4000, 3600, true), (4000, 3599, false), (4000, 4401, false),
    ] as [(Int64, Int64, Bool)])
  func `agrees in stalled time within 300 ms or 10 %`(
    real: Int64, predicted: Int64, agrees: Bool
  ) {
    let comparison = PlayerComparison(
      predicted: outline(stalls: [(2000, predicted)]), runs: [outline(stalls: [(2000, real)])])
    expect(comparison.stalledAgrees, equals: agrees)
  }

  @Test(arguments: [(0, false), (1, true), (2, true), (3, true), (4, false)])
  func `is judged against the spread of several runs`(count: Int, agrees: Bool) {
    func stalls(_ count: Int) -> PlaybackOutline {
      outline(stalls: (0..<count).map { (Int64($0) * 1000 + 2000, 100) })
    }
    let comparison = PlayerComparison(predicted: stalls(count), runs: [stalls(3), stalls(1)])
    expect(comparison.stallCountAgrees, equals: agrees)
  }

  @Test func `of no start agrees where a player did not start`() {
    let never = outline(startup: nil, end: .limit)
    expect(PlayerComparison(predicted: never, runs: [never]).startupAgrees)
    expect(!PlayerComparison(predicted: never, runs: [outline()]).startupAgrees)
    expect(!PlayerComparison(predicted: outline(), runs: [never]).startupAgrees)
  }

  @Test(
    arguments: [
      (.ended, .ended, true), (.ended, .limit, true), (.other("one"), .other("another"), true),
      (.ended, .other("an error"), false), (.other("an error"), .ended, false),
      (.limit, .other("an error"), false),
    ] as [(PlaybackOutline.End, PlaybackOutline.End, Bool)])
  func `agrees in the end if both or neither end with an error`(
    predicted: PlaybackOutline.End, real: PlaybackOutline.End, agrees: Bool
  ) {
    let comparison = PlayerComparison(
      predicted: outline(end: predicted), runs: [outline(end: real)])
    expect(comparison.endAgrees, equals: agrees)
    expect(comparison.agrees, equals: agrees)
    let runs = PlayerComparison(
      predicted: outline(end: predicted), runs: [outline(end: real), outline()])
    expect(runs.endAgrees, equals: (agrees || !predicted.isError))
  }

  @Test func `parts from a player first in what comes first`() {
    func first(_ predicted: PlaybackOutline, _ real: PlaybackOutline)
      -> PlayerComparison.Difference?
    {
      PlayerComparison(predicted: predicted, runs: [real]).firstDifference
    }
    expect(first(outline(), outline()) == nil)
    expect(
      first(outline(offsets: [0, 7]), outline(offsets: [0, 8]))?.mechanism, equals: .requests)
    expect(first(outline(offsets: [0, 7]), outline(offsets: [0]))?.realOffset == nil)
    expect(first(outline(offsets: [0, 7]), outline(offsets: [0]))?.number, equals: 2)
    expect(first(outline(startup: 100), outline(startup: 900))?.mechanism, equals: .startup)
    // The request that differs is sent at 0.1 s, before either start.
    expect(
      first(outline(startup: 300, offsets: [0, 7]), outline(startup: 900, offsets: [0]))?.mechanism,
      equals: .requests)
    let missing = first(outline(), outline(stalls: [(3000, 500)]))
    expect(missing?.mechanism == .stall && missing?.real == .seconds(3))
    let longer = first(outline(stalls: [(3000, 900)]), outline(stalls: [(3000, 200)]))
    expect(longer?.mechanism == .resume && longer?.time == .milliseconds(3200))
    expect(first(outline(), outline(end: .limit))?.mechanism, equals: .end)
  }
}
