package import PlayheadModel

/// The first difference between two timelines of one case, row by row.
package struct TickDiff: Hashable, Sendable {
  /// A row of one timeline or both.
  package enum Row: Hashable, Sendable {
    /// A row of both.
    case same(RecordedTick)
    /// A row of the recorded timeline only.
    case recorded(RecordedTick)
    /// A row of the current timeline only.
    case found(RecordedTick)
  }

  /// The rows around the first difference.
  package var rows: [Row]
  /// The time between two rows.
  package var interval: WallTime

  /// The maximum number of equal rows before and after the difference.
  static let context = 3
  /// The maximum number of differing rows of each timeline.
  static let maximumDifferent = 4

  /// The first difference between a recorded timeline and a current one with rows at the same
  /// times.
  ///
  /// `nil` if they are equal.
  package init?(recorded: [RecordedTick], found: [RecordedTick], interval: WallTime) {
    let start = zip(recorded, found).prefix { $0 == $1 }.count
    guard start < max(recorded.count, found.count) else { return nil }
    let differing = zip(recorded[start...], found[start...])
      .prefix(Self.maximumDifferent).prefix { $0 != $1 }.count
    // Where one of them ends, only the rest of the other remains.
    let hasEnd = start + differing == min(recorded.count, found.count)
    let count = hasEnd ? Self.maximumDifferent : differing
    let (old, new) = (recorded[start...].prefix(count), found[start...].prefix(count))
    let joined = zip(recorded[old.endIndex...], found[new.endIndex...])
      .prefix(Self.context).prefix { $0 == $1 }
    rows =
      recorded[max(0, start - Self.context)..<start].map(Row.same) + old.map(Row.recorded)
      + new.map(Row.found) + joined.map { Row.same($0.0) }
    self.interval = interval
  }
}
