import PlayheadModel

/// What a lane takes in.
extension LaneState {
  /// Passes over a gap of up to `tolerance` between `playhead` and what is loaded after it.
  mutating func passGap(at playhead: MediaTime, tolerance: MediaTime) {
    guard media.loaded.range(containing: playhead) == nil,
      let next = media.loaded.ranges.first(where: { $0.start > playhead }),
      next.start - playhead <= tolerance
    else { return }
    media.loaded.insert(TimeRange(start: playhead, end: next.start))
  }

  /// Takes in segment `place` of its level, which shows `shown`: a gap up to `tolerance` before or
  /// after it is passed over, and if it `fills` transport streams, any gap behind the segment
  /// before it.
  mutating func take(
    _ place: Int, showing shown: TimeRange, at wallTime: WallTime, tolerance: MediaTime,
    duration: MediaTime, fills: Bool
  ) {
    let level = level ?? 0
    pass(place, at: wallTime)
    segmentsSinceJump += 1
    var range = TimeRange(
      start: start(of: place, showing: shown, tolerance: tolerance), end: shown.end)
    if fills, let latest = media.latest, latest.level == level, latest.place + 1 == place,
      media.latestEnd < range.start, isTransportStream(place, of: level)
    {
      range.start = media.latestEnd
    }
    (media.latest, media.latestEnd) = ((level, place), shown.end)
    // What a segment that ends early leaves out lies behind it.
    let isWhole =
      !lane.levels[level].segments[place].isTruncated
      || shown == lane.levels[level].segments[place].declared
    // What is dropped of it leaves a hole.
    guard shown.duration > .zero else { return }
    let isLast =
      place + 1 >= lane.levels[level].segments.count
      || lane.levels[level].segments[place + 1].declared.start >= duration
    // The last one lasts to the end.
    if isLast, isWhole { range.end = max(range.end, duration) }
    insert(range, tolerance: tolerance)
    if media.begun.first != nil { media.begun = Begun() }
  }

  /// Whether a segment is a transport stream, with video, on the clock of the one before.
  @inline(__always)
  private func isTransportStream(_ place: Int, of level: Int) -> Bool {
    let segment = lane.levels[level].segments[place]
    return lane.kind != .audio && segment.initialization == nil && !segment.isDiscontinuity
  }

  /// Goes on to the segment after `place` of its level.
  mutating func pass(_ place: Int, at wallTime: WallTime) {
    position = max(position, lane.levels[level ?? 0].segments[place].declared.end)
    course.nextPlace = place + 1
    timing.lastCompletion = max(wallTime, timing.busyUntil)
    if !work.attempts.isEmpty { work.attempts = [:] }
  }

  /// Its segment that has waited is taken in, and shows something.
  mutating func takeWaiting(_ place: Int) {
    work.job.waitingSegment = nil
    media.hasAny =
      media.hasAny || lane.levels[level ?? 0].segments[place].shown.duration > .zero
  }

  /// Takes what comes first off its queue.
  mutating func takeNext() {
    let errand = work.job.queue.removeLast()
    if errand.content == .segment { work.job.look = Look() }
  }

  /// Takes in the next part of segment `place` of its level.
  mutating func takePart(
    of place: Int, at wallTime: WallTime, playhead: MediaTime, tolerance: MediaTime
  ) {
    let level = level ?? 0
    media.hasAny = true
    if media.begun.first == nil {
      media.begun.first = (place, wallTime, playhead)
      let shown = lane.levels[level].segments[place].shown
      media.begun.start = start(of: place, showing: shown, tolerance: tolerance)
      media.begun.loadedBefore = media.loaded
    }
    let end = lane.levels[level].segments[place].parts[media.begun.parts].end
    if media.begun.start < end {
      insert(TimeRange(start: media.begun.start, end: end), tolerance: tolerance)
    }
    media.begun.parts += 1
  }

  /// Takes in media, with a gap of up to `tolerance` after it.
  private mutating func insert(_ range: TimeRange, tolerance: MediaTime) {
    var range = range
    for other in media.loaded.ranges {
      if range.end < other.start, other.start - range.end <= tolerance { range.end = other.start }
    }
    media.loaded.insert(range)
  }

  /// Where segment `place`, which shows `shown`, begins once a gap of up to `tolerance` before it
  /// is passed over.
  ///
  /// A call would copy the whole lane.
  @inline(__always)
  private func start(
    of place: Int, showing shown: TimeRange, tolerance: MediaTime
  ) -> MediaTime {
    var start = shown.start
    // Media before the first sample needs nothing.
    if place == 0 || start <= tolerance { return .zero }
    for other in media.loaded.ranges where other.end < start && start - other.end <= tolerance {
      start = other.end
    }
    return start
  }
}
