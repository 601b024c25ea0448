import PlayheadKit
import Testing

@testable import PlayheadReporting

/// The stretches of a picture's states come from events; the session counts the time of each by
/// itself.
@Suite struct `The states of a session's picture` {
  /// Where a user pauses in a wait, events do not always tell whether it is still open: of sessions
  /// with actions, one in fifty may differ.
  @Test(arguments: Seeds.blocks(3_600_000..<3_604_000, of: 100, few: 300))
  func `take as long as the session counts`(seeds: Range<UInt64>) throws {
    var differing: [UInt64] = []
    for seed in seeds {
      let random = try RandomSession.connected(seed: seed)
      var simulation = try random.simulation()
      let session = simulation.run()
      let spans = StateSpans(session).spans
      var sums: [StateSpans.State: WallTime] = [:]
      for span in spans { sums[span.state, default: .zero] += span.end - span.start }
      let phases = session.phases
      let expected: [(StateSpans.State, WallTime)] = [
        (.startup, phases.startup), (.playing, phases.playing), (.stalled, phases.stalled),
        (.seeking, phases.seeking), (.paused, phases.paused), (.ended, phases.ended),
      ]
      let isSame = expected.allSatisfy { state, time in sums[state, default: .zero] == time }
      if random.actions.isEmpty { #expect(isSame, "\(seed): \(session.timeline)") }
      if !isSame { differing.append(seed) }
      #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.end == $1.start }, "\(seed)")
      let stalls = spans.filter { $0.state == .stalled }
      #expect(Set(stalls.map(\.number)).isSubset(of: session.stalls.map(\.number)), "\(seed)")
    }
    #expect(differing.count <= 2, "\(differing)")
  }
}
