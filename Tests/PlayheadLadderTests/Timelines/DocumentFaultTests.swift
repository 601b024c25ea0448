import Expectations
import PlayheadKit
import Testing

@testable import PlayheadLadder

/// Playlists, indexes, sections and manifests that cannot be had, by the rules of players, over
/// 8 kbit/s with a latency of 100 ms: manifest and playlist have 100 bytes.
///
/// So a playlist is asked for at 0.2 s, and its failure is known at 0.3 s.
@Suite("Documents that fail")
struct DocumentFaultTests {
  /// A failure: when it was, in milliseconds, and what the player does.
  struct Outcome: Equatable {
    var milliseconds: Int64
    var response: SegmentFailure.Response

    init(_ milliseconds: Int64, _ response: SegmentFailure.Response) {
      (self.milliseconds, self.response) = (milliseconds, response)
    }

    init(_ failure: SegmentFailure) {
      milliseconds = failure.wallTime.nanoseconds / 1_000_000
      response = failure.response
    }
  }

  /// A player, what fails, of how many levels, and what follows by the source of that player.
  struct Case: Sendable, CustomTestStringConvertible {
    var player: LadderPlayer
    var fault: String
    var levels = 1
    var outcomes: [(Int64, SegmentFailure.Response)]

    var testDescription: String { "\(player.name): \(fault), \(levels) levels" }
  }

  private static func again(_ milliseconds: Int64) -> SegmentFailure.Response {
    .retry(delay: .milliseconds(milliseconds))
  }

  private static let error = SegmentFailure.Response.outcome(.stopsWithError, delay: .zero)
  private static let end = SegmentFailure.Response.outcome(.fails, delay: .zero)

  static let cases: [Case] = [
    // `playlistLoadPolicy`: 1 s, then 2 s.
    Case(
      player: .hlsJS, fault: "playlist of level 0 503", levels: 2,
      outcomes: [(300, again(1000)), (1400, again(2000)), (3500, .fallback(level: 1))]),
    Case(
      player: .hlsJS, fault: "playlist of level 0 404", levels: 2,
      outcomes: [(300, .fallback(level: 1))]),
    Case(
      player: .hlsJS, fault: "playlist 404",
      outcomes: [(300, again(1000)), (1400, again(2000)), (3500, error)]),
    Case(
      player: .hlsJS, fault: "playlist of level 0 timeout", levels: 2,
      outcomes: [(10_300, again(0)), (20_400, again(0)), (30_500, .fallback(level: 1))]),
    Case(
      player: .hlsJS, fault: "playlist of level 0 reset", levels: 2,
      outcomes: [(300, .fallback(level: 1))]),
    // All of its bytes come.
    Case(player: .hlsJS, fault: "playlist unreadable", outcomes: [(400, error)]),
    Case(player: .hlsJS, fault: "manifest 404", outcomes: [(100, end)]),
    Case(player: .hlsJS, fault: "manifest 503", outcomes: [(100, again(1000)), (1200, end)]),
    Case(
      player: .hlsJS, fault: "manifest timeout",
      outcomes: [(20_100, again(0)), (40_200, again(0)), (60_300, end)]),
    // `Player.load` fails with the first playlist.
    Case(
      player: .shaka, fault: "playlist of level 0 404", levels: 2,
      outcomes: [(300, again(1000)), (1400, end)]),
    Case(player: .shaka, fault: "playlist unreadable", outcomes: [(400, end)]),
    Case(
      player: .shaka, fault: "manifest timeout",
      outcomes: [(10_100, again(1000)), (21_200, end)]),
    Case(
      player: .media3, fault: "playlist of level 0 404", levels: 2,
      outcomes: [(300, .fallback(level: 1))]),
    Case(
      player: .media3, fault: "playlist of level 0 reset", levels: 2,
      outcomes: [(300, again(0)), (400, again(1000)), (1500, again(2000)), (3600, error)]),
    Case(
      player: .media3, fault: "manifest 404",
      outcomes: [(100, again(0)), (200, again(1000)), (1300, again(2000)), (3400, end)]),
    Case(
      player: .dashJS, fault: "manifest 404",
      outcomes: [(100, again(500)), (700, again(500)), (1300, again(500)), (1900, end)]),
    Case(player: .chromiumHLS, fault: "playlist 404", outcomes: [(300, end)]),
    Case(
      player: .basic, fault: "playlist of level 0 404", levels: 2,
      outcomes: [(300, .fallback(level: 1))]),
  ]

  @Test("Each player does about them what its source says", arguments: cases)
  func rules(of own: Case) throws {
    let session = try FaultTests.session([own.fault], levels: own.levels) {
      // What it does besides takes time of its own.
      $0.loading.failures = own.player.loading.failures
    }
    expect(session.failures.map(Outcome.init), equals: own.outcomes.map { Outcome($0, $1) })
    let isOver = if case .outcome? = own.outcomes.last?.1 { true } else { false }
    expect(session.session.endReason, equals: (isOver ? .error : .ended))
  }

  @Test("What could not be had as the ladder was read fails as if by wish")
  func found() throws {
    let wished = try FaultTests.session(["playlist of level 0 503"], levels: 2) {
      $0.loading.failures = LadderPlayer.hlsJS.loading.failures
    }
    let found = try FaultTests.session(
      [], levels: 2, change: { $0.loading.failures = LadderPlayer.hlsJS.loading.failures },
      with: {
        guard $0.name == "0" else { return }
        $0.playlist = LadderResource("p0", bytes: 0, failing: .status(503))
      })
    expect(found.failures == wished.failures && found.segments == wished.segments)
  }

  @Test("A level that is never asked for bothers nobody")
  func unasked() throws {
    let session = try FaultTests.session(["playlist of level 1 404"], levels: 2)
    expect(session.failures.isEmpty && session.session.endReason == .ended)
  }

  @Test("dash.js asks for all indexes four times, and goes on without")
  func indexes() throws {
    func session(level: Int) throws -> LadderSession {
      try FaultTests.session(
        ["index of level 1 404"], levels: 2, plays: level, limit: .seconds(60),
        change: {
          $0.loading.failures = LadderPlayer.dashJS.loading.failures
          $0.loading.fetchesAllIndexes = true
        },
        with: { own in
          own.playlist = nil
          own.indexes = [LadderResource("i", bytes: 100)]
        })
    }
    let low = try session(level: 0)
    let times = low.failures.map { $0.wallTime.nanoseconds / 1_000_000 }
    expect(times, equals: [300, 1400, 2500, 3600])
    expect(low.failures.last?.response, equals: .outcome(.leavesHole, delay: .zero))
    expect(low.segments.map(\.segment) == [0, 1, 2, 3, 4] && low.session.endReason == .ended)
    let first = low.requests.first { $0.subject.content == .initialization }
    expect(first?.request.sent, equals: .milliseconds(3600))
    // Of a level without one there is nothing to ask for.
    let high = try session(level: 1)
    expect(high.segments.isEmpty && high.session.endReason == .limit)
  }

  /// Level 0, then level 1.
  private struct Raising: AdaptationRule {
    var count = 0

    mutating func downloaded(_ download: Download, _ observation: Observation) {}
    mutating func decide(_ observation: Observation) -> Decision {
      count += 1
      return Decision(level: count > 2 ? 1 : 0, reason: "raises")
    }
  }

  @Test("dash.js ends with what is loaded as its rule chooses a level without an index")
  func raised() throws {
    let session = try FaultTests.session(
      ["index of level 1 404"], levels: 2, limit: .seconds(60), rule: Raising(),
      change: {
        $0.loading.failures = LadderPlayer.dashJS.loading.failures
        $0.loading.gapJump = LadderPlayer.dashJS.loading.gapJump
        $0.loading.fetchesAllIndexes = true
      },
      with: { own in
        own.playlist = nil
        own.indexes = [LadderResource("i", bytes: 100)]
      })
    // Two segments of 2 s.
    expect(session.segments.map(\.segment), equals: [0, 1])
    expect(session.session.endReason == .ended && session.session.stalls.isEmpty)
    expect(session.played.last?.range.end, equals: .seconds(4))
  }
}
