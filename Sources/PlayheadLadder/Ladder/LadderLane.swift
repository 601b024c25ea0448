package import PlayheadModel

/// What a player loads on its own: everything, or video and audio apart.
package struct LadderLane: Hashable, Sendable, Codable {
  /// What the lane carries.
  package let kind: Kind
  /// The levels in ascending order of their bit rate; at least one.
  package let levels: [Level]
  /// Whether all levels are cut at the same declared times, so that segments correspond by number.
  package let isAligned: Bool
  /// The length of the lane: that of the level that ends last.
  package let duration: MediaTime
  /// The language of its audio, as BCP 47 writes it; `nil` if it is not declared.
  package let language: String?

  /// What a lane carries.
  package enum Kind: String, Hashable, Sendable, Codable {
    /// Everything that is played.
    case muxed
    /// Moving pictures without sound.
    case video
    /// Sound alone.
    case audio
  }

  /// A lane of `levels`.
  ///
  /// - Precondition: there is a level, every level has a segment, and bit rates do not fall.
  package init(_ kind: Kind, levels: [Level], language: String? = nil) {
    precondition(!levels.isEmpty, "a lane without levels")
    precondition(levels.allSatisfy { !$0.segments.isEmpty }, "a level without segments")
    precondition(
      zip(levels, levels.dropFirst()).allSatisfy { $0.bitRate <= $1.bitRate },
      "levels out of order")
    self.kind = kind
    self.levels = levels
    self.language = language
    // The last segment need not be shown last, where timestamps begin anew without a sign.
    // What has nothing to show, as its period leaves all of it out, lies anywhere.
    let segments = levels.flatMap(\.segments)
    duration =
      segments.lazy.filter { $0.shown.duration > .zero }.map(\.end).max()
      ?? segments.lazy.map(\.declared.end).max() ?? .zero
    let cuts = levels[0].segments.map(\.declared)
    isAligned = levels.dropFirst().allSatisfy { level in
      level.segments.lazy.map(\.declared).elementsEqual(cuts)
    }
  }

  /// The same with other levels.
  ///
  /// - Precondition: as for the lane itself.
  package func with(_ levels: [Level]) -> LadderLane {
    LadderLane(kind, levels: levels, language: language)
  }

  /// The number of the segment of `level` that holds the declared time `time`, or the first that
  /// starts later; `nil` after the last one.
  package func segment(at time: MediaTime, level: Int) -> Int? {
    let segments = levels[level].segments
    var low = 0
    var high = segments.count
    if let end = segments.last?.declared.end, end > time {
      // Most segments are about as long as the others.
      let length = max(1, end.nanoseconds / Int64(high))
      let guess = min(high - 1, max(0, Int(time.nanoseconds / length)))
      if segments[guess].declared.end <= time {
        low = guess + 1
        if segments[low].declared.end > time { return low }
      } else {
        high = guess
        if guess == 0 || segments[guess - 1].declared.end <= time { return guess }
      }
    }
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].declared.end <= time { low = middle + 1 } else { high = middle }
    }
    return low < segments.count ? low : nil
  }

  /// The same, found sooner if it is `guess`.
  func segment(at time: MediaTime, level: Int, near guess: Int) -> Int? {
    let count = levels[level].segments.count
    guard guess < count, levels[level].segments[guess].declared.end > time,
      guess == 0 || levels[level].segments[guess - 1].declared.end <= time
    else { return segment(at: time, level: level) }
    return guess
  }
}
