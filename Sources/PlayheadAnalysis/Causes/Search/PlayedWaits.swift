import PlayheadModel

/// The waits of a session, each by where in the media it was.
///
/// A *run* of playback is what lies between two jumps, seeks or loops: the first has number 0. The
/// user acts at the same wall times whatever the link, so runs of two sessions of one user
/// correspond.
struct PlayedWaits {
  /// A stall.
  struct Stall {
    let number: Int
    let run: Int
    let mediaTime: MediaTime
    let start: WallTime
    let length: StallLength
  }

  /// The startup; a lower bound if playback never starts.
  let startup: StallLength
  let stalls: [Stall]
  /// The seeks, in order.
  let seeks: [Seek]
  /// Where decoding begins for each of them.
  let decodingStarts: [MediaTime]
  /// Where each run begins.
  let beginnings: [MediaTime]
  /// When each request was sent.
  let requestTimes: [WallTime]
  /// The number of requests sent to open the media.
  let openingRequests: Int
  /// The furthest media time played in each run.
  let reached: [MediaTime]
  /// The time spent in all waits; a lower bound if one was open at the end.
  let waited: StallLength
  let duration: MediaTime
  let elapsed: WallTime

  /// The waits of a session whose events are recorded, with the playhead where it is at the end.
  init(_ record: PlaybackRecord, playhead: MediaTime) {
    var reached: [MediaTime] = [.zero]
    var runs: [Int: Int] = [:]
    var decodingStarts: [MediaTime] = []
    var beginnings: [MediaTime] = [.zero]
    for event in record.events {
      let run = reached.count - 1
      reached[run] = max(reached[run], event.mediaTime)
      switch event.kind {
      case .seekStarted(let target, let decodingStart):
        reached.append(target)
        beginnings.append(target)
        decodingStarts.append(decodingStart)
      case .playbackLooped:
        reached[run] = record.duration
        reached.append(.zero)
        beginnings.append(.zero)
      case .playbackStalled(let number): runs[number] = run
      default: break
      }
    }
    reached[reached.count - 1] = max(reached[reached.count - 1], playhead)
    self.reached = reached
    self.decodingStarts = decodingStarts
    self.beginnings = beginnings
    requestTimes = record.requests.map(\.sent)
    openingRequests = record.startupPhases.openingRequests
    startup = record.startup.map(StallLength.finite) ?? .atLeast(record.elapsed)
    stalls = record.stalls.map { stall in
      Stall(
        number: stall.number, run: runs[stall.number] ?? 0, mediaTime: stall.mediaTime,
        start: stall.start, length: stall.length)
    }
    seeks = record.seeks
    let phases = record.phases
    waited = StallLength(
      phases.startup + phases.stalled + phases.seeking,
      isOpen: record.openWait != nil || record.startup == nil)
    duration = record.duration
    elapsed = record.elapsed
  }

  /// The waiting time before the playhead passes `mediaTime` in a run: the startup, and the stalls
  /// before it.
  private func waited(upTo mediaTime: MediaTime?, in run: Int) -> StallLength {
    stalls.filter { $0.run < run || $0.run == run && $0.mediaTime < mediaTime ?? .bound }
      .reduce(startup) { $0 + $1.length }
  }

  /// The media times between which nothing but the stall at `place` was a stall in its run.
  func surroundings(of place: Int) -> (lower: MediaTime?, upper: MediaTime?) {
    let stall = stalls[place]
    let before = place > 0 ? stalls[place - 1] : nil
    let after = place + 1 < stalls.count ? stalls[place + 1] : nil
    return (
      before.flatMap { $0.run == stall.run ? $0.mediaTime : nil },
      after.flatMap { $0.run == stall.run ? $0.mediaTime : nil }
    )
  }

  /// Whether `other` plays through where the stall at `place` was, without a stall from the one
  /// before it to the one after it.
  func isClear(_ other: PlayedWaits, of place: Int) -> Bool {
    let stall = stalls[place]
    guard other.reached.count > stall.run,
      other.reached[stall.run] > stall.mediaTime || other.reached[stall.run] >= duration
    else { return false }
    let (lower, upper) = surroundings(of: place)
    return !other.stalls.contains { another in
      another.run == stall.run && lower.map { another.mediaTime > $0 } ?? true
        && upper.map { another.mediaTime < $0 } ?? true
    }
  }

  /// Whether `other` is without the stall at `place`, which has neither moved nor been paid for.
  ///
  /// It has moved unless stalls take less time by at least half of its length. It is paid for
  /// unless all waits take less time: by at least half of its length if `isTrade`. Where both
  /// sessions end in an open wait, only what is before the next stall counts.
  func isRemoved(in other: PlayedWaits, _ place: Int, isTrade: Bool = false) -> Bool {
    guard isClear(other, of: place) else { return false }
    let stall = stalls[place]
    guard let length = stall.length.time else { return true }
    let half = StallLength.finite(WallTime(nanoseconds: (length.nanoseconds + 1) / 2))
    let upper = surroundings(of: place).upper
    let (before, after) = (
      waited(upTo: upper, in: stall.run), other.waited(upTo: upper, in: stall.run)
    )
    guard let saved = waited.saved(by: other.waited) ?? before.saved(by: after) else {
      return false
    }
    let longer = startup.saved(by: other.startup)?.time.map { -$0.nanoseconds } ?? 0
    let stalledLess = saved + .finite(WallTime(nanoseconds: longer))
    return stalledLess >= half && (isTrade ? saved >= half : saved > .finite(.zero))
  }
}

extension StallLength {
  static func + (left: StallLength, right: StallLength) -> StallLength {
    StallLength(left.elapsed + right.elapsed, isOpen: left.isOpen || right.isOpen)
  }

  /// How much shorter `other` is, which may be negative; `nil` if it is open.
  func saved(by other: StallLength) -> StallLength? {
    guard let other = other.time else { return nil }
    return StallLength(elapsed - other, isOpen: isOpen)
  }
}
