import Expectations
import PlayheadKit
import Testing

@testable import PlayheadReporting

/// The stretches of a picture's states come from the session's record, which counts times by
/// itself.
///
/// Of a session that is known only by its report, they come from its events.
@Suite struct `The states of a session's picture` {
  /// Where a user pauses in a wait, events do not always tell whether it is still open: by them, of
  /// sessions with actions, one in fifty may differ.
  @Test(arguments: Seeds.blocks(3_600_000..<3_604_000, of: 100, few: 300))
  func `take as long as the session counts`(seeds: Range<UInt64>) throws {
    var differing: [UInt64] = []
    var wrong: [String] = []
    for seed in seeds {
      let random = try RandomSession.connected(seed: seed)
      var simulation = try random.simulation()
      let session = simulation.run()
      let phases = session.phases
      let expected: [StateSpans.State: WallTime] = [
        .startup: phases.startup, .playing: phases.playing, .stalled: phases.stalled,
        .seeking: phases.seeking, .paused: phases.paused, .ended: phases.ended,
      ]
      let ways = [
        StateSpans(session).spans, StateSpans(session.events, until: session.elapsed).spans,
      ]
      for (way, spans) in ways.enumerated() {
        var sums: [StateSpans.State: WallTime] = [:]
        for span in spans { sums[span.state, default: .zero] += span.end - span.start }
        let isSame = expected.allSatisfy { state, time in sums[state, default: .zero] == time }
        if !isSame, way == 0 || random.actions.isEmpty { wrong.append("\(seed) by \(way)") }
        if !isSame { differing.append(seed) }
        let stalls = spans.filter { $0.state == .stalled }.map(\.number)
        let follows = zip(spans, spans.dropFirst()).allSatisfy { $0.end == $1.start }
        if !follows || !Set(stalls).isSubset(of: session.stalls.map(\.number)) {
          wrong.append("\(seed) by \(way): \(stalls)")
        }
      }
    }
    expect(wrong.isEmpty, "\(wrong)")
    expect(differing.count <= 2, "\(differing)")
  }
}
