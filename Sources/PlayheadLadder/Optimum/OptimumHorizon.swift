import PlayheadModel

/// What the link carries until the last segment of a session is due, by how much it is delayed.
struct OptimumHorizon {
  let session: SequentialSession
  let secondCost: Double
  let mayStall: Bool
  /// By when the last segment has to be there, without delay.
  private let due: Int64
  /// Delays, in seconds, at which the rate of the link changes, and what is carried then.
  private(set) var changes: [(delay: Double, carried: Double)] = []
  /// What the link carries at least during the latency of each request, in bytes: with delays of up
  /// to ``near``, and with any.
  private(set) var nearLosses: [Double] = []
  private(set) var farLosses: [Double] = []
  /// Delays up to which the latencies of requests are known to be at certain times, in seconds.
  let near: Double
  private let nearCarried: Double

  /// The horizon of the plans of `starts`, of which delays of more than `longest` seconds do not
  /// pay; `nil` if the link changes too often.
  init?(
    _ session: SequentialSession, _ score: SessionScore, of starts: OptimumStarts, longest: Double
  ) {
    self.session = session
    secondCost = score.costOfStalledSecond(in: session.lane)
    mayStall = score.stallCost != nil
    // With stalls of five seconds, whichever start it is.
    near = 5 + Double(starts.lateness) / 1e9
    let ends = starts.ends
    let segments = session.lane.levels[0].segments
    // Of a segment that is played as it comes, the last bytes may come while it plays.
    let last = segments.count - 1
    due = session.takesSamples ? ends[last] : ends[last] - segments[last].duration.nanoseconds
    nearCarried = Self.bytes(
      session.link, WallTime(nanoseconds: due + Int64((near * 1e9).rounded(.up))))
    let final = WallTime(nanoseconds: due + Int64((longest * 1e9).rounded(.up)))
    var times = [session.start]
    while let next = session.link.nextChange(after: times[times.count - 1]), next < final {
      guard times.count < 100_000 else { return nil }
      times.append(next)
    }
    for time in times.filter({ $0.nanoseconds > due }) + [final] {
      changes.append((Double(time.nanoseconds - due) / 1e9, Self.bytes(session.link, time)))
    }
    setLosses(times, until: final, starts)
  }

  /// What a link has carried by `time`, in bytes.
  static func bytes(_ link: NetworkLink, _ time: WallTime) -> Double {
    bytes(link.carried(until: max(time, .zero)))
  }

  /// An amount in quanta as bytes, but for less than a hundred thousandth of one.
  static func bytes(_ carried: UInt128) -> Double {
    // Of 64 bits this takes a fraction of the time that it takes of 128.
    Double(UInt64(clamping: carried >> 16)) * 65536 / Double(BitRate.quantaPerByte)
  }

  private mutating func setLosses(
    _ changes: [WallTime], until final: WallTime, _ starts: OptimumStarts
  ) {
    let link = session.link
    let latency = link.latency(at: session.start)
    let segments = session.lane.levels[0].segments
    guard latency > .zero, link.hasSteadyLatency else {
      nearLosses = Array(repeating: 0, count: segments.count)
      farLosses = nearLosses
      return
    }
    // What is carried in a latency from each time on is the least where the rate changes at its
    // ends.
    let times = (changes.flatMap { [$0 - latency, $0] } + [final]).filter { $0 >= session.start }
      .sorted()
    let losses = times.map { Self.bytes(link, $0 + latency) - Self.bytes(link, $0) }
    farLosses = Array(repeating: losses.min() ?? 0, count: segments.count)
    for number in segments.indices {
      let least = number == 0 ? session.start.nanoseconds : starts.leastEnds[number - 1]
      let end = number == 0 ? session.start.nanoseconds : starts.ends[number - 1]
      let opens =
        session.timeOfRoom(for: number, end: least)
        .map { max(WallTime(nanoseconds: $0), session.start) } ?? session.start
      let closes = max(WallTime(nanoseconds: end + Int64((near * 1e9).rounded(.up))), opens)
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

  /// The most with delays that are near, and with longer ones.
  typealias Most = (near: Double, far: Double)

  /// What is paid for what is carried until the last segment is due, less what delays cost from now
  /// on.
  struct Income {
    private let price: Double
    /// The most with the delay of a change or of a later one, as far as they are near and as they
    /// are far, without what delays until now have cost.
    private var later: [Most] = []

    init(_ price: Double, _ horizon: OptimumHorizon) {
      self.price = price
      var best = (near: -Double.infinity, far: -Double.infinity)
      for change in horizon.changes.reversed() {
        let value = price * change.carried - horizon.secondCost * change.delay
        if change.delay <= horizon.near {
          best.near = max(best.near, value)
        } else {
          best.far = max(best.far, value)
        }
        later.append(best)
      }
      later.reverse()
      later.append((-.infinity, -.infinity))
    }

    /// The most with a delay of `delay` seconds until now, if that in the end is near, and if it is
    /// far.
    func most(delay: Double, in horizon: OptimumHorizon) -> Most {
      let isNear = delay <= horizon.near
      let now = price * horizon.carried(delay: delay)
      guard horizon.mayStall else { return isNear ? (now, -.infinity) : (-.infinity, now) }
      let next = later[horizon.changes.partitionPoint { $0.delay >= delay }]
      let spent = horizon.secondCost * delay
      var most = (near: next.near + spent, far: next.far + spent)
      guard isNear else { return (-.infinity, max(most.far, now)) }
      let end =
        price * horizon.nearCarried - horizon.secondCost * (horizon.near - delay)
      // As far ones, of which less is lost, these are worth no less.
      most.near = max(most.near, now)
      most.far = max(most.far, end)
      return most
    }
  }

  /// What is carried by when the last segment is due with a delay of so many seconds, in bytes.
  func carried(delay: Double) -> Double {
    Self.bytes(session.link, WallTime(nanoseconds: due + Int64((delay * 1e9).rounded())))
  }
}
