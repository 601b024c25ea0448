/// The loaded media time, from the start, as bytes arrive in order.
///
/// A shown sample covers the time from its presentation time to its track's next one, the last to
/// the end. So a track is loaded up to its smallest presentation time not yet loaded. How far media
/// of several tracks is loaded is for the player to say: ``TrackCombination``.
public struct LoadingCurve: Hashable, Sendable {
  /// The media is loaded up to `end` once all bytes before `position` are loaded.
  public struct Step: Hashable, Sendable, BitwiseCopyable {
    /// A read position.
    public var position: ReadPosition
    /// A media time, counted from the origin.
    public var end: MediaTime

    /// A step as given.
    public init(position: ReadPosition, end: MediaTime) {
      self.position = position
      self.end = end
    }
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
    self.init(beginning: track.start - origin, steps: steps)
  }

  /// The curve of media of which `curves` are the tracks, and which counts as loaded as far as all or
  /// any of them are; a track counts once its first sample is loaded.
  init(combining curves: [LoadingCurve], over tracks: TrackCombination) {
    guard curves.count > 1 else {
      self = curves.first ?? LoadingCurve(beginning: .zero, steps: [])
      return
    }
    let beginning = curves.map(\.beginning).min() ?? .zero
    var cursors = curves.map {
      Cursor(steps: $0.steps, reached: tracks == .allTracks ? $0.beginning : beginning)
    }
    var steps: [Step] = []
    steps.reserveCapacity(curves.map(\.steps.count).max() ?? 0)
    var reached = beginning
    while true {
      var position = ReadPosition.never
      for cursor in cursors { position = min(position, cursor.nextPosition) }
      guard position < .never else { break }
      var now = tracks == .allTracks ? MediaTime.bound : .zero
      for number in cursors.indices {
        cursors[number].pass(position)
        let own = cursors[number].reached
        now = tracks == .allTracks ? min(now, own) : max(now, own)
      }
      guard now > reached else { continue }
      reached = now
      steps.append(Step(position: position, end: now))
    }
    self.init(beginning: beginning, steps: steps)
  }

  /// A place in the curve of one track.
  private struct Cursor {
    let steps: [Step]
    private var next = 0
    /// How far the track is loaded.
    private(set) var reached: MediaTime

    init(steps: [Step], reached: MediaTime) {
      self.steps = steps
      self.reached = reached
    }

    /// The position of the next step; never after the last.
    var nextPosition: ReadPosition { next < steps.count ? steps[next].position : .never }

    /// Passes the next step if it is at `position`.
    mutating func pass(_ position: ReadPosition) {
      guard nextPosition == position else { return }
      reached = steps[next].end
      next += 1
    }
  }

  /// Adds a step, which is part of the last one if it comes at no later position.
  private static func append(_ step: Step, to steps: inout [Step]) {
    if let last = steps.last, step.position <= last.position {
      steps[steps.count - 1].end = step.end
    } else {
      steps.append(step)
    }
  }

  /// The curve of `steps`, both of which grow from each to the next, from `beginning` on.
  init(beginning: MediaTime, steps: [Step]) {
    self.beginning = beginning
    self.steps = steps
    lookup = PositionLookup(steps.lazy.map(\.position.bytes), count: steps.count)
    var moments: [Int128] = []
    moments.reserveCapacity(steps.count / Self.blockSize + 1)
    var moment: Int128 = 0
    var reached = beginning
    for (number, step) in steps.enumerated() {
      if number % Self.blockSize == 0 { moments.append(moment) }
      moment += Int128((step.end - reached).nanoseconds) * Int128(step.position.bytes)
      reached = step.end
    }
    moments.append(moment)
    self.moments = moments
  }

  /// The loaded media time once all bytes before `position` are loaded.
  public func end(at position: ReadPosition) -> MediaTime {
    end(after: count(at: position))
  }

  /// The smallest position at which the media is loaded up to `time`; `nil` if it never is.
  public func position(reaching time: MediaTime) -> ReadPosition? {
    guard time > beginning else { return .zero }
    let place = steps.partitionPoint { $0.end >= time }
    return place < steps.count ? steps[place].position : nil
  }

  /// The number of steps passed once all bytes before `position` are loaded.
  func count(at position: ReadPosition) -> Int {
    lookup.count(at: position.bytes) { steps[$0].position.bytes }
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
      moment += Int128(growth) * Int128(steps[number].position.bytes)
    }
    return moment
  }
}
