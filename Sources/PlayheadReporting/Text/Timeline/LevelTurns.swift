import PlayheadModel

/// Finds where a level that falls begins to rise, and the other way round.
enum LevelTurns {
  /// A turn by no more than this is none.
  private static let minimumSwing = MediaTime.seconds(2)

  /// How far a level has to move from its extreme for that to be a turn: two seconds, or a quarter
  /// of the higher of both levels where that is more.
  static func swing(at level: MediaTime) -> MediaTime {
    max(minimumSwing, MediaTime(nanoseconds: level.nanoseconds / 4))
  }

  /// The places of `levels`, in order, at which the level turns: the last of equal ones.
  static func places(in levels: [MediaTime]) -> [Int] {
    var turns: [Int] = []
    var (low, high) = (0, 0)
    var isRising: Bool?
    for (place, level) in levels.enumerated() {
      if level >= levels[high] { high = place }
      if level <= levels[low] { low = place }
      if isRising != false, levels[high] - level > swing(at: levels[high]) {
        turns.append(high)
        (isRising, low) = (false, place)
      } else if isRising != true, level - levels[low] > swing(at: level) {
        turns.append(low)
        (isRising, high) = (true, place)
      }
      if isRising == true { low = place }
      if isRising == false { high = place }
    }
    return turns
  }
}
