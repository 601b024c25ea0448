package import PlayheadModel

/// What of a ladder there is at each instant of a live event, counted from when the viewer joins.
package struct LivePublication: Sendable {
  private let event: LiveEvent
  /// From when on nothing is known of what manifests would list, as the recording of an event that
  /// goes on ends; `nil` of one that is over with its last segment.
  let knownUntil: WallTime?
  /// For each lane and level, when each segment can be had.
  private let availability: [[[WallTime]]]
  /// The same for manifests, which list segments in order: when all up to it can be had.
  private let listing: [[[WallTime]]]
  private let segments: [[[TimeRange]]]
  /// The media time up to which has to be captured for a player to take each segment to be there,
  /// by its number.
  private let dueEnds: [[[MediaTime]]]
  /// What was recorded of each lane and level; `nil` of an event that is played as if live.
  private let recorded: [[RecordedLevel]]?

  /// What of `ladder` there is in `event`.
  package init(of ladder: Ladder, in event: LiveEvent) {
    self.event = event
    let segments = ladder.lanes.map { $0.levels.map { $0.segments.map(\.declared) } }
    self.segments = segments
    let first = ladder.lanes[0].levels[0].partTarget
    let longest =
      ladder.lanes.flatMap { $0.levels.flatMap(\.wholeSegments) }.map(\.duration).max() ?? .zero
    let offset = ladder.updates?.availabilityOffset
    dueEnds = ladder.lanes.map { lane in
      lane.levels.map {
        $0.dueEnds(
          chunkOffset: offset ?? max(.zero, longest - (first ?? longest)),
          wholeOffset: ladder.updates?.wholeOffset ?? .zero)
      }
    }
    recorded = ladder.recording.flatMap { recording in
      guard recording.describes(ladder) else { return nil }
      return recording.lanes.enumerated().map { lane, levels in
        levels.enumerated().map { RecordedLevel($1, of: segments[lane][$0], in: event) }
      }
    }
    let isOpen = recorded != nil && ladder.recording?.hasEnd == false
    knownUntil = isOpen ? ladder.recording.map { $0.end - event.join } : nil
    availability = segments.map { lane in
      lane.map { level in
        level.enumerated().map { number, segment in
          event.publication(of: segment.end) + (event.lateness[number] ?? .zero)
        }
      }
    }
    listing = availability.map { lane in
      lane.map { level in
        var latest: WallTime?
        return level.map { time in
          let ready = max(latest ?? time, time)
          latest = ready
          return ready
        }
      }
    }
  }

  /// The segments of a level that a manifest lists which is asked for at `wallTime`.
  package func listed(lane: Int, level: Int, at wallTime: WallTime) -> Range<Int> {
    if let recorded { return recorded[lane][level].listed(at: wallTime) }
    var asked = wallTime
    for stale in event.staleTimes {
      let (start, end) = (stale.lowerBound - event.join, stale.upperBound - event.join)
      if start <= wallTime, wallTime < end { asked = min(asked, start) }
    }
    let count = listing[lane][level].partitionPoint { $0 > asked }
    return windowed(upTo: count, lane: lane, level: level)
  }

  /// The bytes of a level's manifest that was recorded, asked for at `wallTime`; `nil` if they are
  /// not known.
  func bytes(lane: Int, level: Int, at wallTime: WallTime, isReload: Bool) -> Int64? {
    recorded?[lane][level].bytes(at: wallTime, isReload: isReload)
  }

  /// How a request for a level's manifest fails that is sent at `wallTime`; `nil` if it does not.
  func failure(lane: Int, level: Int, at wallTime: WallTime) -> RequestFault.Answer? {
    recorded?[lane][level].failure(at: wallTime)
  }

  /// When a manifest that is held back until there is more than `count` segments is answered, asked
  /// for at `wallTime`.
  package func answer(lane: Int, level: Int, beyond count: Int, at wallTime: WallTime) -> WallTime {
    if let recorded {
      return recorded[lane][level].answer(beyond: count, at: wallTime) ?? .bound
    }
    guard count < listing[lane][level].count else { return wallTime }
    var time = max(wallTime, listing[lane][level][count])
    for stale in event.staleTimes.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let (start, end) = (stale.lowerBound - event.join, stale.upperBound - event.join)
      if start <= time, time < end, listing[lane][level][count] > start { time = end }
    }
    return time
  }

  /// The segments of a level that a player takes to be there at `wallTime`, by their numbers and
  /// its clock.
  func due(lane: Int, level: Int, at wallTime: WallTime) -> Range<Int> {
    let now = wallTime + event.clockOffset
    let count = dueEnds[lane][level].partitionPoint { event.publication(of: $0) > now }
    return windowed(upTo: count, lane: lane, level: level)
  }

  /// When a player takes a segment to be there, by its number and its clock.
  func dueTime(of segment: Int, lane: Int, level: Int) -> WallTime {
    event.publication(of: dueEnds[lane][level][segment]) - event.clockOffset
  }

  /// When a segment can be had.
  package func availability(of segment: Int, lane: Int, level: Int) -> WallTime {
    if let recorded { return recorded[lane][level].availability[segment] ?? .bound }
    return availability[lane][level][segment]
  }

  /// Whether a segment can be had that is asked for at `wallTime`.
  ///
  /// A server keeps one for its length and that of a window after it is no longer listed (RFC 8216,
  /// 6.2.2).
  package func isThere(_ segment: Int, lane: Int, level: Int, at wallTime: WallTime) -> Bool {
    if let recorded { return recorded[lane][level].isThere(segment, at: wallTime) }
    guard availability[lane][level][segment] <= wallTime else { return false }
    let range = segments[lane][level][segment]
    let kept = event.window + event.window + range.duration
    return event.publication(of: range.end + kept) > wallTime
  }

  /// Whether the server of a recorded playlist holds it back until it lists more.
  func blocksReload(lane: Int, level: Int) -> Bool { recorded?[lane][level].blocksReload ?? false }

  /// How many segments of a level a playlist of another one, `previous`, reports that was recorded
  /// at `wallTime`; `nil` if it does not.
  func reported(lane: Int, level: Int, by previous: Int, at wallTime: WallTime) -> Int? {
    recorded?[lane][previous].reported(of: level, at: wallTime)
  }

  /// The segments of a level at which media sequence numbers go back.
  func resets(lane: Int, level: Int) -> [Int] { recorded?[lane][level].resets ?? [] }

  /// Whether `count` segments of a level are all that there ever are.
  package func isAll(_ count: Int, lane: Int, level: Int) -> Bool {
    count >= segments[lane][level].count
  }

  private func windowed(upTo count: Int, lane: Int, level: Int) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    let level = segments[lane][level]
    let start = level[count - 1].end - event.window
    // Of a segment that is longer than the window, that one is listed.
    return min(level.partitionPoint { $0.end > start }, count - 1)..<count
  }
}

extension Level {
  /// The ends of its segments less `wholeOffset`, but of the first chunk of several that of the
  /// whole segment less `chunkOffset`: `availabilityTimeOffset`, which is the same for all.
  fileprivate func dueEnds(chunkOffset: MediaTime, wholeOffset: MediaTime) -> [MediaTime] {
    var ends = segments.map { $0.declared.end - wholeOffset }
    guard partTarget != nil, var whole = ends.last else { return ends }
    for place in segments.indices.reversed() {
      if isLastPart(place) {
        whole = ends[place]
      } else if segments[place].partNumber == 0 {
        ends[place] = max(ends[place], whole - chunkOffset)
      }
    }
    return ends
  }
}
