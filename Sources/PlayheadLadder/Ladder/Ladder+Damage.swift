public import PlayheadModel

extension Ladder {
  /// What is missing of its segments, at any level; segments that the manifest marks as gaps are
  /// not.
  public var damage: MediaDamage {
    MediaDamage(levels: lanes.flatMap { lane in lane.damage(after: lanes[0].kind) })
  }
}

extension LadderLane {
  /// The levels that lack segments; `first` is what the first lane carries.
  fileprivate func damage(after first: LadderLane.Kind) -> [MediaDamage.Level] {
    levels.enumerated().compactMap { number, level in
      let missing = level.segments.filter { $0.damage != nil }
      guard let one = missing.first, let reason = one.damage else { return nil }
      return MediaDamage.Level(
        name: "\(kind == first ? "" : "\(kind.rawValue) ")level \(number) (\(level.name))",
        segments: level.segments.count, missingSegments: missing.count,
        missingTime: missing.reduce(.zero) { $0 + $1.missingTime }, start: one.declared.start,
        reason: reason)
    }
  }
}

extension LadderSegment {
  /// How much of its time has nothing to show.
  fileprivate var missingTime: MediaTime {
    max(.zero, duration - (measured?.duration ?? .zero))
  }
}
