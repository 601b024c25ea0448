import Expectations
import PlayheadKit
import Testing

@testable import PlayheadLadder

/// Players that catch up with the edge, by hand.
@Suite("Catching up with live events")
struct CatchUpTests {
  /// An event in which segment 30 is 5 s late, so that playback stalls for 1 s.
  private static let late = LiveCase(segmentCount: 120, lateness: [30: 5000])

  private func catching(_ player: LadderPlayer, to rate: Int64) -> LadderPlayer {
    var player = player
    player.live = player.live.catchingUp(to: PlaybackRate(thousandths: rate))
    player.loading.processing = ProcessingTimes()
    player.loading.startupCost = .zero
    return player
  }

  private func latency(of session: LadderSession) throws -> LiveLatency {
    let live = try #require(session.live)
    return try #require(
      LiveLatency(live, duration: .seconds(240), elapsed: session.session.elapsed))
  }

  @Test("Without being told to, no player changes its rate")
  func notTold() throws {
    for player in [LadderPlayer.hlsJS, .shaka, .media3] {
      let session = try Self.late.played(by: player)
      expect(session.live?.rates.isEmpty, equals: true)
      expect(session.session.stalls.count, equals: 1)
    }
  }

  @Test("Shaka plays at its highest rate until it is within a second of where it joined")
  func shaka() throws {
    let session = try Self.late.played(by: catching(.shaka, to: 1100))
    let rates = try #require(session.live?.rates)
    expect(rates.map(\.rate.thousandths), equals: [1100, 1000])
    let stall = try #require(session.session.stalls.first)
    let resumed = stall.start + (stall.duration ?? .zero)
    // It looks every 0.25 s of playback, at a latency behind where it joined that shrinks by 25 ms
    // each.
    let behind = try latency(of: session)
    let joined = try #require(session.live?.start)
    let first = try #require(rates.first)
    expect((first.wallTime - resumed).nanoseconds % 250_000_000, equals: 0)
    let start = try #require(behind.latency(at: first.wallTime))
    let end = try #require(behind.latency(at: rates[1].wallTime))
    let looks = (rates[1].wallTime - first.wallTime).nanoseconds / 250_000_000
    expect(start - end, equals: .milliseconds(25 * looks))
    expect(behind.end, equals: end)
    expect(joined, equals: .seconds(54))
  }

  @Test("hls.js plays at twentieths by its logistic, down to 1× within 0.05 s of its target")
  func hlsJS() throws {
    let session = try Self.late.played(by: catching(.hlsJS, to: 1500))
    let rates = try #require(session.live?.rates)
    expect(!rates.isEmpty)
    expect(rates.allSatisfy { $0.rate.thousandths % 50 == 0 && $0.rate >= .normal })
    expect(rates.last?.rate, equals: .normal)
    let behind = try latency(of: session)
    // One stall moves the target by a second, which is what the stall took, but for what is behind
    // it.
    expect(behind.end < behind.start + .seconds(1) + .milliseconds(150))
    expect(behind.end >= behind.start)
  }

  @Test("Media3 comes back to 0.5 s behind where it joined after a stall")
  func media3() throws {
    let session = try Self.late.played(by: catching(.media3, to: 1030))
    let rates = try #require(session.live?.rates)
    expect(rates.allSatisfy { (970...1030).contains($0.rate.thousandths) })
    let behind = try latency(of: session)
    expect(behind.end < behind.start + .seconds(1))
  }

  @Test("The media played is the wall time played at each rate, exactly")
  func exactRates() throws {
    let session = try Self.late.played(by: catching(.shaka, to: 1100))
    let course = try #require(session.live?.course)
    var played = MediaTime.zero
    for (one, next) in zip(course, course.dropFirst()) {
      let wall = (next.wallTime - one.wallTime).nanoseconds
      let media = (next.playhead - one.playhead).nanoseconds
      expect(media == 0 || media == wall || media == wall * 11 / 10)
      played = played + (next.playhead - one.playhead)
    }
    let start = try #require(session.live?.start)
    expect(start + played, equals: .seconds(240))
  }

  @Test("dash.js asks for segments by number every half a second, and jumps when it is 12 s behind")
  func dashJS() throws {
    var one = LiveCase(segmentCount: 120, addressing: .numbers)
    let plain = try one.played(by: catching(.dashJS, to: 1500))
    // 60.05 s are published as the MPD is in; four segments before that are 52.05 s.
    expect(plain.live?.start, equals: .milliseconds(52_050))
    one.lateness = [30: 3000]
    let late = try one.played(by: catching(.dashJS, to: 1500))
    expect(late.live?.refusedCount ?? 0 > 0)
  }

  @Test(
    "dash.js plays at 1× while its buffer counts as empty, up to 0.3 s",
    arguments: [(300, 1000), (301, 1499)] as [(Int64, Int64)])
  func emptyBuffer(_ buffer: Int64, _ rate: Int64) {
    let maximum = PlaybackRate(thousandths: 1500) ?? .normal
    var state = CatchUpState(CatchUp.Way.dashJS.catchUp(to: maximum))
    state.stalled()
    let outcome = state.outcome(
      in: .init(
        latency: .milliseconds(4500), target: .seconds(3), stale: .zero,
        targetDuration: .seconds(2), bufferLevel: .milliseconds(buffer), rate: .normal))
    // 0.5 + 1 ÷ (1 + e^(−5 × 1.5)).
    expect(outcome, equals: .rate(PlaybackRate(thousandths: rate) ?? .normal))
  }
}
