import PlayheadModel

/// What no plan scores more than from a situation on, by a price for all bytes.
///
/// It is a Lagrangian relaxation. Who pays a price for each byte that is loaded, and is paid it for each byte
/// that the link carries until the last segment is due, loses by no plan. With their bytes paid, segments
/// depend on each other only by changes of levels, so that the best levels follow one from the other.
struct OptimumPrice {
  /// The price of a byte.
  let price: Double
  private let horizon: OptimumHorizon
  private let utilities: [Double]
  private let changeCost: Double
  /// What each segment and those after it are worth at most with their bytes paid, by its level: with what
  /// latencies cost of the link if stalls are short, and if they are not.
  private let near: [[Double]]
  private let far: [[Double]]
  private let income: OptimumHorizon.Income

  init(_ price: Double, _ horizon: OptimumHorizon, _ score: SessionScore) {
    self.price = price
    self.horizon = horizon
    utilities = score.utilities(of: horizon.session.lane)
    changeCost = score.changeCost
    income = OptimumHorizon.Income(price, horizon)
    near = Self.worths(price, horizon, horizon.nearLosses, utilities, changeCost)
    far = Self.worths(price, horizon, horizon.farLosses, utilities, changeCost)
  }

  private static func worths(
    _ price: Double, _ horizon: OptimumHorizon, _ losses: [Double], _ utilities: [Double],
    _ changeCost: Double
  ) -> [[Double]] {
    let levels = horizon.session.lane.levels
    let count = levels[0].segments.count
    var worths = Array(repeating: Array(repeating: 0.0, count: levels.count), count: count)
    for number in stride(from: count - 1, to: 0, by: -1) {
      for level in levels.indices {
        let bytes = Double(levels[level].segments[number].resource.bytes) + losses[number]
        worths[number][level] = utilities[level] - price * bytes
        guard number + 1 < count else { continue }
        var best = -Double.infinity
        for next in levels.indices {
          let change = changeCost * abs(utilities[next] - utilities[level])
          best = max(best, worths[number + 1][next] - change)
        }
        worths[number][level] += best
      }
    }
    return worths
  }

  /// What stays the same of a situation whatever the level of the next segment.
  struct Situation {
    fileprivate let near: Double
    fileprivate let far: Double
    fileprivate let level: Int
  }

  /// A situation before segment `number`, with so much worth gathered, the last segment of `level`, the buffer
  /// empty at `end`, and `carried` bytes carried by when the next ones begin to come.
  func situation(
    before number: Int, worth: Double, level: Int, end: Int64, carried: Double
  ) -> Situation {
    let stalled = Double(end - horizon.ends[number - 1]) / 1e9
    let paid = income.most(stalled: stalled, in: horizon)
    // The latency is over, which the worths have as a cost.
    let rest = worth - horizon.secondCost * (stalled + horizon.playback) - price * carried
    return Situation(
      near: rest + paid.near + price * horizon.nearLosses[number],
      far: rest + paid.far + price * horizon.farLosses[number], level: level)
  }

  /// What no plan scores more than that goes on with segment `number` of `level`.
  @inline(__always)
  func bound(of situation: Situation, next number: Int, level: Int) -> Double {
    max(situation.near + near[number][level], situation.far + far[number][level])
      - changeCost * abs(utilities[level] - utilities[situation.level])
  }

  /// What no plan scores more than that goes on from a situation before segment `number`.
  func bound(of situation: Situation, next number: Int) -> Double {
    utilities.indices.map { bound(of: situation, next: number, level: $0) }.max() ?? -.infinity
  }
}

/// What the link carries until the last segment of a session is due, by how long it stalls.
struct OptimumHorizon {
  let session: SequentialSession
  let secondCost: Double
  fileprivate let mayStall: Bool
  /// When playback starts at the earliest, in seconds, which the worth of situations has as a gain.
  fileprivate let playback: Double
  /// When the buffer runs empty after each segment, without stalls, if playback starts as early as it may.
  let ends: [Int64]
  /// By when the last segment has to be there, without stalls.
  private let due: Int64
  /// Stalls in all, in seconds, at which the rate of the link changes, and what is carried then.
  fileprivate private(set) var changes: [(stalled: Double, carried: Double)] = []
  /// What the link carries at least during the latency of each request, in bytes: with stalls of up to
  /// ``near`` in all, and with any.
  private(set) var nearLosses: [Double] = []
  private(set) var farLosses: [Double] = []
  /// Stalls up to which the latencies of requests are known to be at certain times, in seconds.
  fileprivate static let near = 5.0
  fileprivate let nearCarried: Double

  /// The horizon of a session in which playback starts at `playback` or later, and stalls of more than
  /// `longest` seconds, the later start included, do not pay; `nil` if the link changes too often.
  init?(_ session: SequentialSession, _ score: SessionScore, playback: Int64, longest: Double) {
    self.session = session
    secondCost = score.costOfStalledSecond(in: session.lane)
    mayStall = score.stallCost != nil
    self.playback = Double(playback) / 1e9
    let segments = session.lane.levels[0].segments
    var (end, ends, last) = (playback, [Int64](), playback)
    for segment in segments {
      last = session.takesSamples ? end + segment.duration.nanoseconds : end
      end += segment.duration.nanoseconds
      ends.append(end)
    }
    (self.ends, due) = (ends, last)
    nearCarried = Self.bytes(
      session.link, WallTime(nanoseconds: last + Int64(Self.near * 1e9)))
    let final = WallTime(nanoseconds: last + Int64((longest * 1e9).rounded(.up)))
    var times = [session.start]
    while let next = session.link.nextChange(after: times[times.count - 1]), next < final {
      guard times.count < 100_000 else { return nil }
      times.append(next)
    }
    for time in times.filter({ $0.nanoseconds > last }) + [final] {
      changes.append((Double(time.nanoseconds - last) / 1e9, Self.bytes(session.link, time)))
    }
    setLosses(times, until: final)
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

  private mutating func setLosses(_ changes: [WallTime], until final: WallTime) {
    let link = session.link
    let latency = link.latency(at: session.start)
    let segments = session.lane.levels[0].segments
    guard latency > .zero, link.profile.hasSteadyLatency else {
      nearLosses = Array(repeating: 0, count: segments.count)
      farLosses = nearLosses
      return
    }
    // What is carried in a latency from each time on is the least where the rate changes at its ends.
    let times = (changes.flatMap { [$0 - latency, $0] } + [final]).filter { $0 >= session.start }
      .sorted()
    let losses = times.map { Self.bytes(link, $0 + latency) - Self.bytes(link, $0) }
    farLosses = Array(repeating: losses.min() ?? 0, count: segments.count)
    for (number, segment) in segments.enumerated() {
      let end = number == 0 ? session.start.nanoseconds : ends[number - 1]
      let room = max(session.bufferGoal - segment.duration, .zero).nanoseconds
      let opens = max(WallTime(nanoseconds: end - room), session.start)
      let closes = max(WallTime(nanoseconds: end + Int64(Self.near * 1e9)), opens)
      var least = min(
        Self.bytes(link, opens + latency) - Self.bytes(link, opens),
        Self.bytes(link, closes + latency) - Self.bytes(link, closes))
      var place = times.partitionPoint { $0 >= opens }
      while place < times.count, times[place] <= closes {
        least = min(least, losses[place])
        place += 1
      }
      nearLosses.append(least)
    }
  }

  /// What is paid for what is carried until the last segment is due, less what stalls cost from now on.
  struct Income {
    private let price: Double
    /// The most with the stalls of a change or of a later one, as far as they are near and as they are far,
    /// without what stalls until now have cost.
    private var later: [(near: Double, far: Double)] = []

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
    func most(stalled: Double, in horizon: OptimumHorizon) -> (near: Double, far: Double) {
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
  fileprivate func carried(stalled: Double) -> Double {
    Self.bytes(session.link, WallTime(nanoseconds: due + Int64((stalled * 1e9).rounded())))
  }
}

extension RandomAccessCollection where Index == Int {
  /// The place of the first element of which `isAfter` is true, as it is of all that follow.
  fileprivate func partitionPoint(_ isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension OptimumPrice {
  /// The price by which `roots`, the situations after the first segment, have the least bound.
  ///
  /// The bound is convex in the price.
  static func tight(
    _ horizon: OptimumHorizon, _ score: SessionScore, roots: [Root]
  ) -> OptimumPrice {
    let utilities = score.utilities(of: horizon.session.lane)
    let sizes = horizon.session.lane.levels.map { level in
      level.segments.reduce(0) { $0 + Double($1.resource.bytes) } / Double(level.segments.count)
    }
    let range = (utilities.max() ?? 0) - (utilities.min() ?? 0)
    let scale = max(range, 1e-9) / max(sizes.max() ?? 1, 1)
    var (low, high) = (-12.0, 6.0)
    func price(_ exponent: Double) -> OptimumPrice {
      OptimumPrice(scale * Elementary.exponential(exponent), horizon, score)
    }
    for _ in 0..<28 {
      let (one, other) = (low + (high - low) * 0.4, low + (high - low) * 0.6)
      if price(one).bound(of: roots) < price(other).bound(of: roots) {
        high = other
      } else {
        low = one
      }
    }
    return price((low + high) / 2)
  }

  /// A situation after the first segment.
  struct Root {
    var worth: Double
    var level: Int
    var end: Int64
    var carried: Double
  }

  /// The most that any of `roots` leads to.
  func bound(of roots: [Root]) -> Double {
    let bounds = roots.map { root in
      let situation = situation(
        before: 1, worth: root.worth, level: root.level, end: root.end, carried: root.carried)
      return bound(of: situation, next: 1)
    }
    return bounds.max() ?? -.infinity
  }
}
