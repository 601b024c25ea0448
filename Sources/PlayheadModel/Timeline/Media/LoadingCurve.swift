/// The loaded media time, from the start, as bytes arrive in order.
///
/// A shown sample covers the time from its presentation time to its track's next one, the last to
/// the end. So a track is loaded up to its smallest presentation time not yet loaded, and the media
/// as far as its slowest track.
public struct LoadingCurve: Hashable, Sendable {
  /// The media is loaded up to `end` once all bytes before `position` are loaded.
  public struct Step: Hashable, Sendable, BitwiseCopyable {
    /// A byte offset.
    public var position: Int64
    /// A media time, counted from the origin.
    public var end: MediaTime
  }

  /// The media time loaded before the first byte: the start of the earliest track.
  public let beginning: MediaTime
  /// The steps; both position and end grow from each to the next.
  public let steps: [Step]
  private let lookup: PositionLookup
  /// For every ``blockSize`` steps, the sum over all before of the media time each adds times its
  /// position, in byte nanoseconds.
  private let moments: [Int128]

  private static let blockSize = 16

  /// The curve of tracks with at least one sample shown each, from `origin` to `end`.
  ///
  /// `bytes` are those that playback needs; they matter only if some samples have no bytes.
  init(_ tracks: [TrackTimeline], origin: MediaTime, end: MediaTime, bytes: WantedBytes?) {
    var cursors = tracks.map { Cursor($0, end: end) }
    var least = cursors.map(\.reached).min() ?? end
    let beginning = least - origin
    var steps: [Step] = []
    steps.reserveCapacity(tracks.map(\.shown.count).max() ?? 0)
    while true {
      // The slowest track decides, so only its next samples can advance the media.
      var position: Int64?
      var now = end
      for number in cursors.indices {
        if cursors[number].reached == least, least < end, cursors[number].pass(least) {
          position = max(position ?? 0, cursors[number].needs)
        }
        now = min(now, cursors[number].reached)
      }
      guard var position else { break }
      guard now > least else { break }
      least = now
      // A sample without bytes may lie outside the wanted ranges; it loads with those before it.
      if let bytes { position = bytes.end(before: position) }
      if let last = steps.last, position <= last.position {
        steps[steps.count - 1].end = least - origin
      } else {
        steps.append(Step(position: position, end: least - origin))
      }
    }
    self.init(beginning: beginning, steps: steps)
  }

  /// The curve of `steps`, both of which grow from each to the next, from `beginning` on.
  init(beginning: MediaTime, steps: [Step]) {
    self.beginning = beginning
    self.steps = steps
    lookup = PositionLookup(steps.lazy.map(\.position), count: steps.count)
    var moments: [Int128] = []
    moments.reserveCapacity(steps.count / Self.blockSize + 1)
    var moment: Int128 = 0
    var reached = beginning
    for (number, step) in steps.enumerated() {
      if number % Self.blockSize == 0 { moments.append(moment) }
      moment += Int128((step.end - reached).nanoseconds) * Int128(step.position)
      reached = step.end
    }
    moments.append(moment)
    self.moments = moments
  }

  /// A place in one track, in the order in which it is shown.
  private struct Cursor {
    private let shown: [TrackTimeline.Entry]
    private let end: MediaTime
    private var next = 0
    /// The position at which all samples passed so far are loaded.
    private(set) var needs: Int64 = 0
    /// The loaded media time of the track at that position.
    private(set) var reached: MediaTime

    init(_ track: TrackTimeline, end: MediaTime) {
      shown = track.shown
      self.end = end
      reached = track.start
    }

    /// Advances past `time`; `false` at the end of the track.
    mutating func pass(_ time: MediaTime) -> Bool {
      guard next < shown.count else { return false }
      repeat {
        needs = max(needs, shown[next].value)
        next += 1
        reached = next < shown.count ? shown[next].time : end
      } while reached <= time && next < shown.count
      return true
    }
  }

  /// The loaded media time once all bytes before `position` are loaded.
  public func end(at position: Int64) -> MediaTime {
    end(after: count(at: position))
  }

  /// The smallest position at which the media is loaded up to `time`; `nil` if it never is.
  public func position(reaching time: MediaTime) -> Int64? {
    guard time > beginning else { return 0 }
    let place = steps.partitionPoint { $0.end >= time }
    return place < steps.count ? steps[place].position : nil
  }

  /// The number of steps passed once all bytes before `position` are loaded.
  func count(at position: Int64) -> Int {
    lookup.count(at: position) { steps[$0].position }
  }

  /// The loaded media time after `count` steps.
  func end(after count: Int) -> MediaTime {
    count == 0 ? beginning : steps[count - 1].end
  }

  /// The sum, over steps `before` to `count`, of the media time each adds times its position, in byte
  /// nanoseconds.
  func moment(from before: Int, to count: Int) -> Int128 {
    moment(of: count) - moment(of: before)
  }

  private func moment(of count: Int) -> Int128 {
    let block = count / Self.blockSize
    var moment = moments[block]
    for number in block * Self.blockSize..<count {
      let growth = (steps[number].end - end(after: number)).nanoseconds
      moment += Int128(growth) * Int128(steps[number].position)
    }
    return moment
  }
}
