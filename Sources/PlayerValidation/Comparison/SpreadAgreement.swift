package import PlayheadKit

/// What real players did, held against a session that was predicted many times, with what varies
/// from run to run drawn anew.
///
/// A run is within the spread if it is as near to the range of nine of ten predictions as a single
/// one has to be.
package struct SpreadAgreement: Hashable, Sendable {
  /// The predictions.
  package var spread: Spread
  /// Whether the startup is within the spread.
  package var startup: Bool
  /// Whether the number of stalls is.
  package var stallCount: Bool
  /// Whether the time stalled is.
  package var stalled: Bool
  /// Whether the mean latency is, of a live event.
  package var latency: Bool
  /// The number of segments at a level at which a prediction loads them, too.
  package var levels: Int
  /// The number of segments that are compared.
  package var segments: Int

  /// `runs` beside `spread`, with the levels of segments in `levels`, if they play a ladder.
  package init(_ spread: Spread, _ runs: [PlaybackOutline], levels: LevelComparison?) {
    self.spread = spread
    func times(_ metric: SessionMetric) -> [WallTime?] {
      guard let range = spread.range(of: metric) else { return [] }
      return [range.least, range.most].map { value in
        value?.units.map { WallTime(nanoseconds: $0) }
      }
    }
    let (startups, lengths) = (times(.startupSeconds), times(.stallSeconds))
    startup = runs.contains { AgreementTolerance.startup.accepts($0.startup, for: startups) }
    stalled = runs.contains { AgreementTolerance.stalled.accepts($0.stalled, for: lengths) }
    let counts = spread.range(of: .stallCount).map { ($0.least?.units ?? 0, $0.most?.units ?? 0) }
    stallCount = runs.contains { run in
      counts.map { $0.0...$0.1 ~= Int64(run.stalls.count) } ?? false
    }
    latency = runs.contains { run in
      guard let mean = run.live?.mean else { return true }
      guard let range = spread.range(of: .liveLatencySeconds) else { return false }
      let bounds = [range.least, range.most].map { $0?.units ?? .max }
      let tolerance = LiveComparison.tolerance.nanoseconds
      return mean.nanoseconds >= bounds[0] - tolerance
        && (bounds[1] == .max || mean.nanoseconds <= bounds[1] + tolerance)
    }
    segments = levels?.segments.count ?? 0
    self.levels =
      levels?.segments.count { segment in
        let key = Spread.SegmentKey(lane: segment.lane, segment: segment.segment)
        let predicted = Set(spread.levels(of: key).map(\.level))
        return segment.real.contains { predicted.contains($0) }
      } ?? 0
  }

  /// How far apart the earliest and the latest startup of nine of ten predictions are; `nil` if one
  /// never starts.
  package var startupWidth: WallTime? {
    guard let range = spread.range(of: .startupSeconds), case .wallTime(let least)? = range.least,
      case .wallTime(let most)? = range.most
    else { return nil }
    return most - least
  }

  /// Whether all of it is within the spread, of levels nineteen of twenty.
  package var agrees: Bool {
    startup && stallCount && stalled && latency && levels * 100 >= 95 * segments
  }
}

extension [SpreadAgreement] {
  /// How many are within the spread, in words, of live events with the latency; `nil` if there are
  /// none.
  package func text(isLive: Bool) -> String? {
    guard let first else { return nil }
    let segments = reduce(0) { $0 + $1.segments }
    let widths = compactMap(\.startupWidth).sorted()
    let parts = [
      "startup \(count(where: \.startup))", "stall count \(count(where: \.stallCount))",
      "stalled time \(count(where: \.stalled))",
      isLive ? "latency \(count(where: \.latency))" : nil,
      segments > 0 ? "levels \(reduce(0) { $0 + $1.levels }) of \(segments)" : nil,
    ].compactMap(\.self).joined(separator: ", ")
    let width =
      widths.isEmpty
      ? "" : "; the startups are \(widths[widths.count / 2].text(places: 3)) apart, by the median"
    return "Within the spread of \(counted(first.spread.runs.count, "run")), of \(count): \(parts)"
      + "\(width)"
  }
}
