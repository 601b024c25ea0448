/// The first byte still wanted, by media time.
///
/// It never decreases with time. At the time of a step it is already the step's offset.
public struct OffsetCurve: Hashable, Sendable {
  /// Nothing before `offset` is wanted from `time` until the next step.
  public struct Step: Hashable, Sendable, BitwiseCopyable {
    /// A media time, counted from the origin.
    public var time: MediaTime
    /// A byte offset.
    public var offset: Int64

    /// A step as given.
    public init(time: MediaTime, offset: Int64) {
      self.time = time
      self.offset = offset
    }
  }

  /// The steps, at least one; both time and offset grow from each to the next.
  public let steps: [Step]

  /// A curve of `steps`.
  ///
  /// - Precondition: the first step is at zero, and both time and offset grow from each to the next.
  public init(steps: [Step]) {
    precondition(steps.first?.time == .zero, "an offset curve does not begin at zero")
    precondition(
      zip(steps, steps.dropFirst()).allSatisfy { $0.time < $1.time && $0.offset < $1.offset },
      "the steps of an offset curve do not grow")
    self.steps = steps
  }

  /// A curve of `steps`, which are known to begin at zero and to grow.
  init(growing steps: [Step]) {
    self.steps = steps
  }

  /// The curve of tracks with a first wanted byte per sample.
  ///
  /// A sample is wanted until the next one of its track is shown; at `end` nothing before
  /// `endOffset` is.
  init(_ tracks: [TrackTimeline], origin: MediaTime, end: MediaTime, endOffset: Int64) {
    // Counted first: a growing array would temporarily take twice the memory.
    var count = 0
    Self.walkBack(tracks, origin: origin, end: end, endOffset: endOffset) { _ in count += 1 }
    var backwards: [Step] = []
    backwards.reserveCapacity(count)
    Self.walkBack(tracks, origin: origin, end: end, endOffset: endOffset) { backwards.append($0) }
    backwards.reverse()
    steps = backwards
  }

  /// Calls `visit` with the steps from last to first, where the smallest offset so far is the wanted
  /// one.
  private static func walkBack(
    _ tracks: [TrackTimeline], origin: MediaTime, end: MediaTime, endOffset: Int64,
    _ visit: (Step) -> Void
  ) {
    var least = endOffset
    var following = MediaTime(nanoseconds: .max)
    var left = tracks.map(\.shown.count)
    while true {
      var latest: (track: Int, until: MediaTime)?
      for track in tracks.indices where left[track] > 0 {
        let shown = tracks[track].shown
        // A sample shown at zero is wanted then, however briefly.
        let until = max(
          left[track] < shown.count ? shown[left[track]].time : end, origin + .resolution)
        if until > latest?.until ?? MediaTime(nanoseconds: .min) { latest = (track, until) }
      }
      guard let latest else { break }
      left[latest.track] -= 1
      let own = tracks[latest.track].shown[left[latest.track]].value
      guard own < least else { continue }
      let time = latest.until - origin
      if time < following {
        visit(Step(time: time, offset: least))
        following = time
      }
      least = own
    }
    visit(Step(time: .zero, offset: least))
  }

  /// The first byte wanted at `time` or later; before zero, the one at zero.
  public func offset(at time: MediaTime) -> Int64 {
    steps[max(0, steps.partitionPoint { $0.time > time } - 1)].offset
  }

  /// The first time after `time` at which the offset grows; `nil` if it never does.
  public func time(after time: MediaTime) -> MediaTime? {
    let place = steps.partitionPoint { $0.time > time }
    return place < steps.count ? steps[place].time : nil
  }

  /// The first time from which nothing before `offset` is wanted; `nil` if that never happens.
  public func time(reaching offset: Int64) -> MediaTime? {
    let place = steps.partitionPoint { $0.offset >= offset }
    return place < steps.count ? steps[place].time : nil
  }
}
