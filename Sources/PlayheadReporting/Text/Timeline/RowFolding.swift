import PlayheadModel

/// Decides which rows of a timeline may be left out.
///
/// A row continues the one before it if nothing happens between them and both say the same of the
/// player, over a link that does not change. A buffer that fills up to the high watermark and
/// drains to the low one does so for hours: from the second time on, that is no news either. Rows
/// that continue one another are parted where the buffer level turns by more than is worth a word.
struct RowFolding {
  private let rows: TimelineRows
  private let link: NetworkLink

  init(rows: TimelineRows, link: NetworkLink) {
    self.rows = rows
    self.link = link
  }

  /// The rows that continue the one before them, in ranges to be folded each for itself; their last
  /// rows are shown.
  func runs() -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var held = 0..<0
    // How a buffer that is filled and drained was shown since something else happened.
    var shown: Set<TimelineMark.Kind> = []
    var change = rows.ticks.first.flatMap { link.nextChange(after: $0.wallTime) }
    for number in rows.ticks.indices {
      let tick = rows.ticks[number]
      let isChanged = change.map { $0 <= tick.wallTime } ?? false
      if isChanged { change = link.nextChange(after: tick.wallTime) }
      let kinds = Set(rows.marks(before: number).map(\.kind))
      let isAlike = number > 0 && !isChanged && isAlike(rows.ticks[number - 1], tick, kinds)
      if isAlike, kinds.isEmpty || kinds.isSubset(of: shown) && shown.count == 2 {
        held = (held.isEmpty ? number : held.lowerBound)..<number + 1
        continue
      }
      runs += parted(held)
      held = 0..<0
      shown = isAlike ? shown.union(kinds) : kinds.intersection(Self.cycle)
    }
    return runs + parted(held)
  }

  /// The marks of a buffer that is filled and drained over and over.
  private static let cycle: Set<TimelineMark.Kind> = [.full, .noLongerFull]

  /// Whether two rows that follow one another say the same but for times, amounts and a full
  /// buffer, and nothing but that is between them.
  private func isAlike(_ left: Tick, _ right: Tick, _ kinds: Set<TimelineMark.Kind>) -> Bool {
    kinds.isSubset(of: Self.cycle)
      && (left.isPlaybackBufferFull == right.isPlaybackBufferFull || !kinds.isEmpty)
      && TickState(left).isAlike(TickState(right))
      && left.isPlaybackBufferEmpty == right.isPlaybackBufferEmpty
      && left.isPlaybackLikelyToKeepUp == right.isPlaybackLikelyToKeepUp
      && left.loadedTimeRanges.ranges.count == right.loadedTimeRanges.ranges.count
  }

  /// `run` in parts that end where the buffer level turns.
  private func parted(_ run: Range<Int>) -> [Range<Int>] {
    guard !run.isEmpty else { return [] }
    // The row before is shown: it is where the level comes from.
    let first = run.lowerBound - 1
    var levels = rows.ticks[first..<run.upperBound].map(\.bufferLevel)
    if let drained = run.filter({ !rows.marks(before: $0).isEmpty })
      .flatMap({ [rows.ticks[$0 - 1].bufferLevel, rows.ticks[$0].bufferLevel] }).min()
    {
      // A buffer that is filled again whenever it is drained turns only below that level.
      let cap = min(drained, levels[0])
      for place in levels.indices { levels[place] = min(levels[place], cap) }
    }
    var parts: [Range<Int>] = []
    var start = run.lowerBound
    for turn in LevelTurns.places(in: levels) where first + turn >= start {
      parts.append(start..<first + turn + 1)
      start = first + turn + 1
    }
    return start < run.upperBound ? parts + [start..<run.upperBound] : parts
  }
}
