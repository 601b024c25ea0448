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
    let curves = tracks.map { Self.steps(of: $0, end: end) }
    var reached = tracks.map(\.start)
    var next = [Int](repeating: 0, count: curves.count)
    var least = reached.min() ?? end
    beginning = least - origin
    var steps: [Step] = []
    steps.reserveCapacity(curves.map(\.count).max() ?? 0)
    while true {
      // The track that is behind decides, so only its next steps can move the whole.
      var position: Int64?
      for track in curves.indices where reached[track] == least && least < end {
        while next[track] < curves[track].count, reached[track] <= least {
          reached[track] = curves[track][next[track]].end
          position = max(position ?? 0, curves[track][next[track]].position)
          next[track] += 1
        }
      }
      guard let position else { break }
      let now = reached.min() ?? end
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

  /// The steps of one track: after which position it is loaded how far.
  private static func steps(of track: TrackTimeline, end: MediaTime) -> [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(track.shown.count)
    var needs: Int64 = 0
    for (number, entry) in track.shown.enumerated() {
      needs = max(needs, entry.needs)
      let reach = number + 1 < track.shown.count ? track.shown[number + 1].time : end
      if let last = steps.last, last.position == needs {
        steps[steps.count - 1].end = reach
      } else {
        steps.append(Step(position: needs, end: reach))
      }
    }
    return steps
  }

  /// How far the media is loaded once all bytes before `position` are in.
  public func end(at position: Int64) -> MediaTime {
    let count = steps.partitionPoint { $0.position > position }
    return count == 0 ? beginning : steps[count - 1].end
  }

  /// The position by which everything is loaded.
  public var lastPosition: Int64 { steps.last?.position ?? 0 }
}
