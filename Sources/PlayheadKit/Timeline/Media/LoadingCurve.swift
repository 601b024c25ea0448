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

  /// How far it is loaded before the first byte: where the last of the tracks begins, or nowhere.
  public let beginning: MediaTime
  /// The steps; both position and end grow from each to the next.
  public let steps: [Step]

  /// The curve of tracks that each show something, whose media lasts from `origin` to `end`.
  init(_ tracks: [TrackTimeline], origin: MediaTime, end: MediaTime) {
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
      guard let position else { break }
      guard now > least else { break }
      least = now
      if let last = steps.last, position <= last.position {
        steps[steps.count - 1].end = least - origin
      } else {
        steps.append(Step(position: position, end: least - origin))
      }
    }
    self.steps = steps
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
        needs = max(needs, shown[next].needs)
        next += 1
        reached = next < shown.count ? shown[next].time : end
      } while reached <= time && next < shown.count
      return true
    }
  }

  /// How far the media is loaded once all bytes before `position` are in.
  public func end(at position: Int64) -> MediaTime {
    let count = steps.partitionPoint { $0.position > position }
    return count == 0 ? beginning : steps[count - 1].end
  }
}
