import PlayheadKit
import PlayheadLadder

/// What the oracle knows of a lane that loads.
struct OracleLane {
  /// Its levels, each as the server in use has it.
  var lane: LadderLane
  /// Which copy of each level is in use, and whether only for an attempt.
  var copies: [Int: Int] = [:]
  var isCopyForAttempt = false
  /// The copy that all levels come from with the next segment.
  var nextCopy: Int?
  /// What is loaded, and what has elapsed with nothing shown.
  var loaded: [(start: Int64, end: Int64)] = []
  /// What is used of the segment that comes.
  var partial: (start: Int64, end: Int64)?
  /// The segments that were loaded and not discarded, each with its place in ``loaded``.
  var queue: [(level: Int, segment: Int)] = []
  /// The declared time from which on the next segment is.
  var position: Int64 = 0
  var lastLevel: Int?
  /// When it could load on after the last segment.
  var completion: Int64 = 0
  /// Until when the player is busy with what came for it.
  var busy: Int64 = 0
  /// What was loaded and shows something, by level and number, the latest last.
  var history: [(level: Int, segment: Int)] = []
  /// What was loaded or passed over last.
  var latest: (level: Int, segment: Int)?
  /// Where what was loaded last ends.
  var latestEnd: Int64 = 0
  /// Whether what comes next is taken for the rest of a segment that ends early.
  var isBehindTruncated = false
  var playlists: Set<Int> = []
  /// The levels of which all indexes are in, and how many are of each.
  var indexes: Set<Int> = []
  var indexCounts: [Int: Int] = [:]
  /// The initialization sections that are kept, as level, number and tag.
  var initializations: Set<[Int]> = []
  /// When it last began anew from the playhead on.
  var returned: Int64?
  var decisions = 0
  var looks = 0
  /// What is to be loaded now.
  var job: Job?
  /// Whether it had enough when it looked last.
  var isFull = false
  /// When it looks again, if it looks from time to time.
  var poll: Int64?
  /// How often its next segment could not be played, by level.
  var failures: [Int: Int] = [:]
  /// The same of what is counted apart from segments, by content and level.
  var documentFailures: [Download.Content: [Int: Int]] = [:]
  /// Whether a level's playlist and indexes were in.
  var hasOpened = false
  /// Until when levels are left out.
  var leftOut: [Int: Int64] = [:]
  /// Whether anything was loaded that shows something.
  var showsSomething = false

  /// A segment that was decided on.
  struct Job {
    var level: Int
    var segment: Int
    /// When it may be requested, and by how much of a nanosecond earlier.
    var ready: Int64
    var left: LadderOracle.Surplus?
    /// What is under way, as numbers of requests.
    var requests: [Int] = []
    /// What the running request of the segment has had at the last look, and when that was.
    var look: (time: Int64, bytes: Int64) = (0, 0)
    /// The number of the segment's request.
    var segmentRequest: Int?
    var isSegmentIn = false
    var hasAskedForSection = false
    /// Whether its delay is over, so that it counts as being loaded.
    var isUnderWay = false
    /// The delay that begins once there is room for it; `nil` if it needs none.
    var delayAfterRoom: Int64?
    /// When it may be requested, if that is known.
    var readyTime: Int64? { delayAfterRoom == nil ? ready : nil }
    var lookedAt: Int64 = -1
    /// What is done about it in the end, once its delay is over.
    var outcome: SegmentFailureRule.Outcome?
    /// When the first of it was used, and where the playhead was.
    var begun: (time: Int64, playhead: Int64)?
  }

  init(_ lane: LadderLane) {
    self.lane = lane
    for (number, level) in lane.levels.enumerated() {
      if level.playlist == nil { playlists.insert(number) }
      if level.indexes.isEmpty { indexes.insert(number) }
    }
  }

  /// The segment of `level` from `position` on, sought from the start; `nil` after the last one.
  func segment(of level: Int) -> Int? {
    lane.levels[level].segments.firstIndex { $0.declared.end.nanoseconds > position }
  }

  /// What is loaded from `time` on ends here, where gaps of up to `tolerance` do not count.
  func end(from time: Int64, tolerance: Int64) -> Int64 {
    range(around: time, tolerance: tolerance)?.end ?? time
  }

  /// Whether it is loaded at `time`.
  func holds(_ time: Int64, tolerance: Int64) -> Bool {
    range(around: time, tolerance: tolerance) != nil
  }

  /// What is loaded, in pieces with gaps of more than `tolerance` between.
  func pieces(_ tolerance: Int64) -> [(start: Int64, end: Int64)] {
    var ranges: [(start: Int64, end: Int64)] = []
    for piece in (loaded + [partial].compactMap(\.self)).sorted(by: { $0.start < $1.start }) {
      let isFirst = ranges.isEmpty && piece.start <= tolerance
      if let last = ranges.last, piece.start - last.end <= tolerance {
        ranges[ranges.count - 1].end = max(last.end, piece.end)
      } else {
        ranges.append((isFirst ? 0 : piece.start, piece.end))
      }
    }
    return ranges
  }

  /// What is loaded around `time` in one piece.
  private func range(around time: Int64, tolerance: Int64) -> (start: Int64, end: Int64)? {
    pieces(tolerance).last { $0.start <= time && time <= $0.end }
  }

  /// The level of what was loaded last of the segments that are declared to hold `time`, if it is
  /// loaded.
  func level(at time: Int64, tolerance: Int64) -> Int? {
    guard range(around: time, tolerance: tolerance) != nil else { return nil }
    return history.last {
      let declared = lane.levels[$0.level].segments[$0.segment].declared
      return declared.start.nanoseconds <= time && time < declared.end.nanoseconds
    }?.level
  }

  /// Adds a segment of `level` that shows `shown`: the first needs nothing before it, the last that
  /// begins before the end lasts to it if it is whole.
  mutating func load(
    _ number: Int, of level: Int, showing shown: TimeRange, counts: Bool, fills: Bool,
    until duration: Int64
  ) {
    let segments = lane.levels[level].segments
    // Behind the one before it, a transport stream with pictures begins where that ended.
    let follows = latest.map { $0 == (level, number - 1) } ?? false
    let isStream =
      lane.kind != .audio && segments[number].initialization == nil
      && !segments[number].isDiscontinuity
    let isFilled = fills && follows && isStream
    let start = min(shown.start.nanoseconds, isFilled ? latestEnd : .max)
    latestEnd = shown.end.nanoseconds
    let isCut = segments[number].isTruncated && shown != segments[number].declared
    let isLast = !segments.dropFirst(number + 1).contains {
      $0.declared.start.nanoseconds < duration
    }
    loaded.append(
      (
        number == 0 ? min(0, start) : start,
        isLast && !isCut ? max(duration, shown.end.nanoseconds) : shown.end.nanoseconds
      ))
    position = segments[number].declared.end.nanoseconds
    if counts {
      history.append((level, number))
      showsSomething = true
    }
    (failures, documentFailures) = ([:], [:])
    queue.append((level, number))
    latest = (level, number)
  }
}
