/// How far media is loaded, from its start, as its bytes come in in order.
///
/// A shown sample covers from its presentation time to its track's next one in presentation order,
/// the last on to the end. So a track is loaded up to its least presentation time not yet loaded,
/// and the media as far as the track that has come least far.
public struct LoadingCurve: Hashable, Sendable {
  /// Once all bytes before `position` are in, the media is loaded up to `end`.
  public struct Step: Hashable, Sendable, BitwiseCopyable {
    /// A byte offset.
    public var position: Int64
    /// A media time, counted from the origin.
    public var end: MediaTime
  }

  /// The media time up to which it is loaded before the first byte: where the last of the tracks
  /// begins, or nowhere.
  public let beginning: MediaTime
  /// The steps; both position and end grow from each to the next.
  public let steps: [Step]
  private let lookup: PositionLookup
  /// For every ``blockSize`` steps, the sum over all before of how far each leads on times its
  /// position, in byte nanoseconds.
  private let moments: [Int128]

  private static let blockSize = 16

  /// The curve of tracks that each show something, whose media lasts from `origin` to `end`.
  ///
  /// `bytes` are those that it takes; they are needed only if there are samples without any.
  init(_ tracks: [TrackTimeline], origin: MediaTime, end: MediaTime, bytes: WantedBytes?) {
    var cursors = tracks.map { Cursor($0, end: end) }
    var least = cursors.map(\.reached).min() ?? end
    beginning = least - origin
    var steps: [Step] = []
    steps.reserveCapacity(tracks.map(\.shown.count).max() ?? 0)
    while true {
      // The track that is behind decides, so only its next samples can move the whole.
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
      // A sample without bytes may lie where none are wanted, and is there with those before it.
      if let bytes { position = bytes.end(before: position) }
      if let last = steps.last, position <= last.position {
        steps[steps.count - 1].end = least - origin
      } else {
        steps.append(Step(position: position, end: least - origin))
      }
    }
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
    /// The position by which all that was passed is in.
    private(set) var needs: Int64 = 0
    /// How far the track is loaded by then.
    private(set) var reached: MediaTime

    init(_ track: TrackTimeline, end: MediaTime) {
      shown = track.shown
      self.end = end
      reached = track.start
    }

    /// Goes on until more than `time` is reached; `false` at the end of the track.
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

  /// How far the media is loaded once all bytes before `position` are in.
  public func end(at position: Int64) -> MediaTime {
    end(after: count(at: position))
  }

  /// The position by which all bytes have to be in for media to be loaded up to `time`, and by
  /// which it is so; `nil` if it never is.
  public func position(reaching time: MediaTime) -> Int64? {
    guard time > beginning else { return 0 }
    let place = steps.partitionPoint { $0.end >= time }
    return place < steps.count ? steps[place].position : nil
  }

  /// How many steps are passed once all bytes before `position` are in.
  func count(at position: Int64) -> Int {
    lookup.count(at: position) { steps[$0].position }
  }

  /// How far the media is loaded after so many steps.
  func end(after count: Int) -> MediaTime {
    count == 0 ? beginning : steps[count - 1].end
  }

  /// The sum, over those of the first `count` steps that come after the first `before`, of how far
  /// each leads on times its position, in byte nanoseconds.
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
