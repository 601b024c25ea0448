/// Where two timelines of one case part, row by row.
public struct TickDiff: Hashable, Sendable {
  /// A row of either timeline, or of both.
  public enum Row: Hashable, Sendable {
    /// It is in both.
    case same(RecordedTick)
    /// It is in the recorded one only.
    case recorded(RecordedTick)
    /// It is in the one that was found only.
    case found(RecordedTick)
  }

  /// The rows around the first difference.
  public var rows: [Row]
  /// The time between two rows.
  public var interval: MediaTime

  /// So many rows that are the same stand before and behind the difference, if there are as many.
  static let context = 3
  /// At most so many rows of each timeline are shown that are not the same.
  static let mostDifferent = 4

  /// The first difference between a recorded timeline and another with rows at the same times.
  ///
  /// `nil` if there is none.
  public init?(recorded: [RecordedTick], found: [RecordedTick], interval: MediaTime) {
    let start = zip(recorded, found).prefix { $0 == $1 }.count
    guard start < max(recorded.count, found.count) else { return nil }
    let differing = zip(recorded[start...], found[start...])
      .prefix(Self.mostDifferent).prefix { $0 != $1 }.count
    // Where one of them ends, the rest of the other is all there is to show.
    let hasEnd = start + differing == min(recorded.count, found.count)
    let count = hasEnd ? Self.mostDifferent : differing
    let (old, new) = (recorded[start...].prefix(count), found[start...].prefix(count))
    let joined = zip(recorded[old.endIndex...], found[new.endIndex...])
      .prefix(Self.context).prefix { $0 == $1 }
    rows =
      recorded[max(0, start - Self.context)..<start].map(Row.same) + old.map(Row.recorded)
      + new.map(Row.found) + joined.map { Row.same($0.0) }
    self.interval = interval
  }
}
