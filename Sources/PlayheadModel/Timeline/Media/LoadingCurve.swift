/// The loaded media time, from the start, as bytes arrive in order.
///
/// A shown sample covers the time from its presentation time to its track's next one, the last to
/// the end. So a track is loaded up to its smallest presentation time not yet loaded. How far media
/// of several tracks is loaded is for the player to say: ``TrackCombination``.
package struct LoadingCurve: Hashable, Sendable {
  /// The media is loaded up to `end` once all bytes before `position` are loaded.
  package struct Step: Hashable, Sendable, BitwiseCopyable {
    /// A read position.
    package var position: ReadPosition
    /// A media time, counted from the origin.
    package var end: MediaTime

    /// A step as given.
    package init(position: ReadPosition, end: MediaTime) {
      self.position = position
      self.end = end
    }
  }

  /// The media time loaded before the first byte: the start of the earliest track.
  package let beginning: MediaTime
  /// The steps; both position and end grow from each to the next.
  package let steps: [Step]
  /// Whether it has what makes lookups quick; a curve that is seldom asked has not.
  private let isIndexed: Bool
  private let lookup: PositionLookup
  /// For every ``blockSize`` steps, the sum over all before of the media time each adds times its
  /// position, in byte nanoseconds.
  private let moments: [Int128]

  private static var blockSize: Int { 4 }

  /// The curve of a track with at least one sample shown, from `origin` to `end`.
  ///
  /// `bytes` are those that playback needs; they matter only if some samples have no bytes.
  init(_ track: TrackTimeline, origin: MediaTime, end: MediaTime, bytes: WantedBytes?) {
    let shown = track.shown
    var steps: [Step] = []
    steps.reserveCapacity(shown.count)
    var reached = track.start
    // The position at which all samples so far are loaded.
    var needs = ReadPosition.zero
    var next = 0
    while reached < end, next < shown.count {
      let before = reached
      repeat {
        needs = max(needs, ReadPosition(shown[next].value))
        next += 1
        reached = next < shown.count ? shown[next].time : end
      } while reached <= before && next < shown.count
      guard reached > before else { break }
      // A sample without bytes may lie outside the wanted ranges; it loads with those before it.
      Self.append(
        Step(position: bytes?.end(before: needs) ?? needs, end: reached - origin), to: &steps)
    }
    self.init(beginning: track.start - origin, steps: steps, isIndexed: false)
  }

  /// The curve of media of which `curves` are the tracks, and which counts as loaded as far as all
  /// or any of them are; a track counts once its first sample is loaded.
  init(combining curves: [LoadingCurve], over tracks: TrackCombination) {
    let beginning = curves.map(\.beginning).min() ?? .zero
    var steps = curves.first?.steps ?? []
    var reached = curves.first?.beginning ?? .zero
    for curve in curves.dropFirst() {
      steps = Self.combined(
        steps, from: tracks == .allTracks ? reached : beginning,
        curve.steps, from: tracks == .allTracks ? curve.beginning : beginning, over: tracks)
      reached = min(reached, curve.beginning)
    }
    self.init(beginning: beginning, steps: steps)
  }

  /// The steps of two curves together, each of which is loaded so far before its first step.
  private static func combined(
    _ one: [Step], from beginning: MediaTime, _ other: [Step], from otherBeginning: MediaTime,
    over tracks: TrackCombination
  ) -> [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(max(one.count, other.count))
    var (ends, reached) = ((one: beginning, other: otherBeginning), min(beginning, otherBeginning))
    var (next, otherNext) = (0, 0)
    while next < one.count || otherNext < other.count {
      let own = next < one.count ? one[next].position : .never
      let others = otherNext < other.count ? other[otherNext].position : .never
      let position = min(own, others)
      if own == position {
        ends.one = one[next].end
        next += 1
      }
      if others == position {
        ends.other = other[otherNext].end
        otherNext += 1
      }
      let now = tracks == .allTracks ? min(ends.one, ends.other) : max(ends.one, ends.other)
      guard now > reached else { continue }
      reached = now
      steps.append(Step(position: position, end: now))
    }
    return steps
  }

  /// Adds a step, which is part of the last one if it comes at no later position.
  private static func append(_ step: Step, to steps: inout [Step]) {
    if let last = steps.last, step.position <= last.position {
      steps[steps.count - 1].end = step.end
    } else {
      steps.append(step)
    }
  }

  /// The curve of `steps`, both of which grow from each to the next, from `beginning` on; lookups
  /// are quicker if it `isIndexed`.
  init(beginning: MediaTime, steps: [Step], isIndexed: Bool = true) {
    self.beginning = beginning
    self.steps = steps
    self.isIndexed = isIndexed
    let indexed = isIndexed ? steps : []
    lookup = PositionLookup(indexed.lazy.map(\.position.bytes), count: indexed.count)
    moments = isIndexed ? Self.moments(of: steps, from: beginning) : [0]
  }

  /// The curve by the positions that `place` makes of those of the steps, in the same order.
  func moved(_ place: (ReadPosition) -> ReadPosition) -> LoadingCurve {
    var moved: [Step] = []
    moved.reserveCapacity(steps.count)
    for step in steps {
      Self.append(Step(position: place(step.position), end: step.end), to: &moved)
    }
    return LoadingCurve(beginning: beginning, steps: moved)
  }

  /// Whether both are loaded at the same positions.
  package static func == (left: LoadingCurve, right: LoadingCurve) -> Bool {
    left.beginning == right.beginning && left.steps == right.steps
  }

  /// Feeds the steps to `hasher`.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(beginning)
    hasher.combine(steps)
  }

  /// The loaded media time once all bytes before `position` are loaded.
  package func end(at position: ReadPosition) -> MediaTime {
    end(after: count(at: position))
  }

  /// The smallest position at which the media is loaded up to `time`; `nil` if it never is.
  package func position(reaching time: MediaTime) -> ReadPosition? {
    guard time > beginning else { return .zero }
    let place = steps.partitionPoint(near: guess(of: time)) { $0.end >= time }
    return place < steps.count ? steps[place].position : nil
  }

  /// About how many steps end before `time`: most media loads in steps of about equal length.
  private func guess(of time: MediaTime) -> Int {
    guard let last = steps.last, time < last.end else { return steps.count }
    let length = (last.end - beginning).nanoseconds
    return Int(
      length.dividingFullWidth(
        (time - beginning).nanoseconds.multipliedFullWidth(by: Int64(steps.count))
      ).quotient)
  }

  /// The number of steps passed once all bytes before `position` are loaded.
  func count(at position: ReadPosition) -> Int {
    isIndexed
      ? lookup.count(at: position.bytes) { steps[$0].position.bytes }
      : steps.partitionPoint(near: guess(of: position)) { $0.position > position }
  }

  /// About how many steps are passed at `position`: most media has steps of about equal size.
  private func guess(of position: ReadPosition) -> Int {
    guard let last = steps.last?.position.bytes, position.bytes < last, position.bytes > 0
    else { return position.bytes > 0 ? steps.count : 0 }
    return Int(
      last.dividingFullWidth(position.bytes.multipliedFullWidth(by: Int64(steps.count))).quotient)
  }

  /// The loaded media time after `count` steps.
  func end(after count: Int) -> MediaTime {
    count == 0 ? beginning : steps[count - 1].end
  }

  /// A position on the curve.
  struct Place {
    var position: ReadPosition
    /// The number of steps passed there.
    var count: Int
    /// The sum over them of the media time that each adds times its position, in byte nanoseconds.
    var moment: Int128
  }

  /// The place of `position`, which may be one that is `known`.
  func place(at position: ReadPosition, knowing known: Place?) -> Place {
    if let known, known.position == position { return known }
    let count = count(at: position)
    return Place(position: position, count: count, moment: moment(of: count))
  }

  private func moment(of count: Int) -> Int128 {
    let block = isIndexed ? count / Self.blockSize : 0
    var moment = moments[block]
    for number in block * Self.blockSize..<count {
      let growth = (steps[number].end - end(after: number)).nanoseconds
      moment += Int128(growth) * Int128(steps[number].position.bytes)
    }
    return moment
  }

  private static func moments(of steps: [Step], from beginning: MediaTime) -> [Int128] {
    var moments: [Int128] = []
    moments.reserveCapacity(steps.count / blockSize + 1)
    var moment: Int128 = 0
    var reached = beginning
    for (number, step) in steps.enumerated() {
      if number % blockSize == 0 { moments.append(moment) }
      moment += Int128((step.end - reached).nanoseconds) * Int128(step.position.bytes)
      reached = step.end
    }
    moments.append(moment)
    return moments
  }
}
