import PlayheadModel

/// Recorded segments that come in chunks, each of which can be had as it is captured.
extension EventRecording {
  /// The same of `lanes`, whose segments are cut into parts.
  func cut(as lanes: [LadderLane]) -> EventRecording? {
    changing { level, lane, number in level.cut(as: lanes[lane].levels[number]) }
  }

  /// The same of the segments in `joined`, each of which is one or several of those in `lanes`.
  func joined(from lanes: [LadderLane], to joined: [LadderLane]) -> EventRecording? {
    changing { level, lane, number in
      level.joined(from: lanes[lane].levels[number], to: joined[lane].levels[number])
    }
  }

  private func changing(_ change: (Level, Int, Int) -> Level?) -> EventRecording? {
    var recording = self
    for lane in lanes.indices {
      for number in lanes[lane].indices {
        guard let level = change(lanes[lane][number], lane, number) else { return nil }
        recording.lanes[lane][number] = level
      }
    }
    return recording
  }
}

extension EventRecording.Level {
  /// The same of a level whose segments are cut: a part can be had as much sooner than all of its
  /// segment as it ends before that; `nil` if there are others.
  fileprivate func cut(as level: Level) -> EventRecording.Level? {
    let starts = level.segments.indices.filter { level.segments[$0].partNumber == 0 }
    guard starts.count == segments.count else { return nil }
    let ends = starts.dropFirst() + [level.segments.count]
    var cut = self
    cut.segments = zip(segments, zip(starts, ends)).flatMap { segment, places in
      let end = level.segments[places.1 - 1].declared.end
      return (places.0..<places.1).map { place in
        var part = segment
        let rest = end - level.segments[place].declared.end
        part.availability = segment.availability.map {
          $0 - WallTime(nanoseconds: rest.nanoseconds)
        }
        return part
      }
    }
    cut.place { $0 < starts.count ? starts[$0] : level.segments.count }
    return cut
  }

  /// The same of a level whose parts are joined, which can be had as the last of them can; `nil` if
  /// there are others.
  fileprivate func joined(from level: Level, to joined: Level) -> EventRecording.Level? {
    guard segments.count == level.segments.count else { return nil }
    var lasts: [Int] = []
    var place = 0
    for segment in joined.segments {
      while place < level.segments.count,
        level.segments[place].declared.end < segment.declared.end
      { place += 1 }
      guard place < level.segments.count else { return nil }
      lasts.append(place)
      place += 1
    }
    var result = self
    result.segments = lasts.map { segments[$0] }
    result.place { count in lasts.partitionPoint { $0 >= count } }
    return result
  }

  /// Has listings count segments as `count` says of those before.
  private mutating func place(by count: (Int) -> Int) {
    for number in listings.indices {
      let range = listings[number].segments
      let start = count(range.lowerBound)
      listings[number].segments = start..<max(start, count(range.upperBound))
      listings[number].reports = nil
    }
    resets = resets?.map(count)
  }
}
