/// The read position of the first byte still wanted, by media time.
///
/// It never decreases with time. At the time of a step it is already the step's position.
package struct PositionCurve: Hashable, Sendable {
  /// Nothing before `position` is wanted from `time` until the next step.
  package struct Step: Hashable, Sendable, BitwiseCopyable {
    /// A media time, counted from the origin.
    package var time: MediaTime
    /// A read position.
    package var position: ReadPosition

    /// A step as given.
    package init(time: MediaTime, position: ReadPosition) {
      self.time = time
      self.position = position
    }
  }

  /// The steps, at least one; both time and position grow from each to the next.
  package let steps: [Step]

  /// A curve of `steps`.
  ///
  /// - Precondition: the first step is at zero, and both time and position grow from each to the
  ///   next.
  package init(steps: [Step]) {
    precondition(steps.first?.time == .zero, "a position curve does not begin at zero")
    precondition(
      zip(steps, steps.dropFirst()).allSatisfy { $0.time < $1.time && $0.position < $1.position },
      "the steps of a position curve do not grow")
    self.steps = steps
  }

  /// A curve of `steps`, which are known to begin at zero and to grow.
  init(growing steps: [Step]) {
    self.steps = steps
  }

  /// The curve of tracks with a first wanted byte per sample.
  ///
  /// A sample is wanted until the next one of its track is shown; at `end` nothing before
  /// `endPosition` is.
  init(_ tracks: [TrackTimeline], origin: MediaTime, end: MediaTime, endPosition: ReadPosition) {
    // A growing array would temporarily take twice the memory; what is reserved and not used takes
    // none.
    var backwards: [Step] = []
    backwards.reserveCapacity(tracks.reduce(1) { $0 + $1.shown.count })
    Self.walkBack(tracks, origin: origin, end: end, endPosition: endPosition) {
      backwards.append($0)
    }
    backwards.reverse()
    steps = backwards
  }

  /// Calls `visit` with the steps from last to first, where the smallest position so far is the
  /// wanted one.
  private static func walkBack(
    _ tracks: [TrackTimeline], origin: MediaTime, end: MediaTime, endPosition: ReadPosition,
    _ visit: (Step) -> Void
  ) {
    var least = endPosition
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
      let own = ReadPosition(tracks[latest.track].shown[left[latest.track]].value)
      guard own < least else { continue }
      let time = latest.until - origin
      if time < following {
        visit(Step(time: time, position: least))
        following = time
      }
      least = own
    }
    visit(Step(time: .zero, position: least))
  }

  /// The first byte wanted at `time` or later; before zero, the one at zero.
  package func position(at time: MediaTime) -> ReadPosition {
    steps[max(0, steps.partitionPoint(near: guess(of: time)) { $0.time > time } - 1)].position
  }

  /// About how many steps there are up to `time`: most media has steps of about equal length.
  private func guess(of time: MediaTime) -> Int {
    steps.last.map { time.guess(of: steps.count, from: .zero, to: $0.time) } ?? 0
  }

  /// The first time after `time` at which the position grows; `nil` if it never does.
  package func time(after time: MediaTime) -> MediaTime? {
    let place = steps.partitionPoint { $0.time > time }
    return place < steps.count ? steps[place].time : nil
  }

  /// The first time from which nothing before `position` is wanted; `nil` if that never happens.
  package func time(reaching position: ReadPosition) -> MediaTime? {
    let place = steps.partitionPoint { $0.position >= position }
    return place < steps.count ? steps[place].time : nil
  }
}
