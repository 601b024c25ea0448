import PlayheadModel

/// What the link carries until the last segment of a session is due, by how long it stalls.
struct OptimumHorizon {
  let session: SequentialSession
  let secondCost: Double
  let mayStall: Bool
  /// When the buffer runs empty after each segment without any stall.
  let ends: [Int64]
  /// By when the last segment has to be there, without stalls.
  private let due: Int64
  /// Stalls in all, in seconds, at which the rate of the link changes, and what is carried then.
  private(set) var changes: [(stalled: Double, carried: Double)] = []
  /// What the link carries at least during the latency of each request, in bytes: with stalls of up to
  /// ``near`` in all, and with any.
  private(set) var nearLosses: [Double] = []
  private(set) var farLosses: [Double] = []
  /// Stalls up to which the latencies of requests are known to be at certain times, in seconds.
  static let near = 5.0
  private let nearCarried: Double

  /// The horizon of the plans of `start`, of which stalls of more than `longest` seconds in all do not pay;
  /// `nil` if the link changes too often.
  init?(
    _ session: SequentialSession, _ score: SessionScore, of start: OptimumStart, longest: Double
  ) {
    self.session = session
    secondCost = score.costOfStalledSecond(in: session.lane)
    mayStall = score.stallCost != nil
    ends = start.ends
    let segments = session.lane.levels[0].segments
    // Of a segment that is played as it comes, the last bytes may come while it plays.
    let last = segments.count - 1
    due = session.takesSamples ? ends[last] : ends[last] - segments[last].duration.nanoseconds
    nearCarried = Self.bytes(
      session.link, WallTime(nanoseconds: due + Int64(Self.near * 1e9)))
    let final = WallTime(nanoseconds: due + Int64((longest * 1e9).rounded(.up)))
    var times = [session.start]
    while let next = session.link.nextChange(after: times[times.count - 1]), next < final {
      guard times.count < 100_000 else { return nil }
      times.append(next)
    }
    for time in times.filter({ $0.nanoseconds > due }) + [final] {
      changes.append((Double(time.nanoseconds - due) / 1e9, Self.bytes(session.link, time)))
    }
    setLosses(times, until: final, start.leastEnds)
  }

  /// What a link has carried by `time`, in bytes.
  static func bytes(_ link: Link, _ time: WallTime) -> Double {
    bytes(link.carried(until: max(time, .zero)))
  }

  /// An amount in quanta as bytes, but for less than a hundred thousandth of one.
  static func bytes(_ carried: UInt128) -> Double {
    // Of 64 bits this takes a fraction of the time that it takes of 128.
    Double(UInt64(clamping: carried >> 16)) * 65536 / Double(BitRate.quantaPerByte)
  }

  private mutating func setLosses(
    _ changes: [WallTime], until final: WallTime, _ leastEnds: [Int64]
  ) {
    let link = session.link
    let latency = link.latency(at: session.start)
    let segments = session.lane.levels[0].segments
    guard latency > .zero, link.hasSteadyLatency else {
      nearLosses = Array(repeating: 0, count: segments.count)
      farLosses = nearLosses
      return
    }
    // What is carried in a latency from each time on is the least where the rate changes at its ends.
    let times = (changes.flatMap { [$0 - latency, $0] } + [final]).filter { $0 >= session.start }
      .sorted()
    let losses = times.map { Self.bytes(link, $0 + latency) - Self.bytes(link, $0) }
    farLosses = Array(repeating: losses.min() ?? 0, count: segments.count)
    for number in segments.indices {
      let least = number == 0 ? session.start.nanoseconds : leastEnds[number - 1]
      let end = number == 0 ? session.start.nanoseconds : ends[number - 1]
      let opens =
        session.timeOfRoom(for: number, end: least)
        .map { max(WallTime(nanoseconds: $0), session.start) } ?? session.start
      let closes = max(WallTime(nanoseconds: end + Int64(Self.near * 1e9)), opens)
      var loss = min(
        Self.bytes(link, opens + latency) - Self.bytes(link, opens),
        Self.bytes(link, closes + latency) - Self.bytes(link, closes))
      var place = times.partitionPoint { $0 >= opens }
      while place < times.count, times[place] <= closes {
        loss = min(loss, losses[place])
        place += 1
      }
      nearLosses.append(loss)
    }
  }

  /// The most with stalls that are near in all, and with longer ones.
  typealias Most = (near: Double, far: Double)

  /// What is paid for what is carried until the last segment is due, less what stalls cost from now on.
  struct Income {
    private let price: Double
    /// The most with the stalls of a change or of a later one, as far as they are near and as they are far,
    /// without what stalls until now have cost.
    private var later: [Most] = []

    init(_ price: Double, _ horizon: OptimumHorizon) {
      self.price = price
      var best = (near: -Double.infinity, far: -Double.infinity)
      for change in horizon.changes.reversed() {
        let value = price * change.carried - horizon.secondCost * change.stalled
        if change.stalled <= OptimumHorizon.near {
          best.near = max(best.near, value)
        } else {
          best.far = max(best.far, value)
        }
        later.append(best)
      }
      later.reverse()
      later.append((-.infinity, -.infinity))
    }

    /// The most with stalls of `stalled` seconds until now, if those in all are near, and if they are far.
    func most(stalled: Double, in horizon: OptimumHorizon) -> Most {
      let isNear = stalled <= OptimumHorizon.near
      let now = price * horizon.carried(stalled: stalled)
      guard horizon.mayStall else { return isNear ? (now, -.infinity) : (-.infinity, now) }
      let next = later[horizon.changes.partitionPoint { $0.stalled >= stalled }]
      let spent = horizon.secondCost * stalled
      var most = (near: next.near + spent, far: next.far + spent)
      guard isNear else { return (-.infinity, max(most.far, now)) }
      let end =
        price * horizon.nearCarried - horizon.secondCost * (OptimumHorizon.near - stalled)
      // As far ones, of which less is lost, these are worth no less.
      most.near = max(most.near, now)
      most.far = max(most.far, end)
      return most
    }
  }

  /// What is carried by when the last segment is due after stalls of so many seconds, in bytes.
  func carried(stalled: Double) -> Double {
    Self.bytes(session.link, WallTime(nanoseconds: due + Int64((stalled * 1e9).rounded())))
  }
}
