package import PlayheadLadder
package import PlayheadModel

/// Looks for the least change of each family that breaks what is expected of a session.
///
/// Changes are tried on a grid, from the least on, each at all places, until one breaks it: then
/// nothing smaller on the grid does. Where it lies between two sizes is found at its place.
package struct WorstCaseSearch<Problem: Error> {
  /// The network, which holds its last interval.
  private let base: BandwidthProfile
  /// The wall time that the session takes on it.
  private let elapsed: WallTime
  /// Whether the session is broken over a network, with requests that fail.
  private let test: (BandwidthProfile, [RequestFault]) throws(Problem) -> Bool
  /// The number of sessions that may still be played.
  package private(set) var budget: Int

  /// A search around `base`.
  ///
  /// - Parameters:
  ///   - base: the network, as ``BandwidthProfile/unrolled(until:)`` makes it.
  ///   - elapsed: the wall time that the session takes on it.
  ///   - budget: the maximum number of sessions to play.
  ///   - breaks: whether the session is broken.
  package init(
    around base: BandwidthProfile, lasting elapsed: WallTime, budget: Int,
    breaks: @escaping (BandwidthProfile, [RequestFault]) throws(Problem) -> Bool
  ) {
    self.base = base
    self.elapsed = elapsed
    self.budget = budget
    test = breaks
  }

  /// Whether `change` breaks it; `nil` once the budget is used up.
  private mutating func isBroken(by change: NetworkChange) throws(Problem) -> Bool? {
    guard budget > 0 else { return nil }
    budget -= 1
    let faults: [RequestFault] = if case .lost(let fault) = change { [fault] } else { [] }
    return try test(change.applied(to: base), faults)
  }

  /// Whether `change` breaks it, and `lesser` does not: so `change` is the least, if it is known
  /// that more is worse.
  package mutating func confirm(
    _ change: NetworkChange, over lesser: NetworkChange
  ) throws(Problem) -> Bool {
    guard try isBroken(by: change) == true else { return false }
    return try isBroken(by: lesser) == false
  }

  /// Whether `change` breaks it.
  package mutating func breaks(_ change: NetworkChange) throws(Problem) -> Bool {
    try isBroken(by: change) ?? true
  }

  // MARK: Families

  /// The highest share of the rates that breaks it, in whole percents, then tenths.
  package mutating func rates() throws(Problem) -> WorstCase {
    try least(
      .rates, sizes: (1...100).map { $0 * 10_000 }, resolution: 1000, places: [.zero], step: nil
    ) { size, _ in .scaled(Ratio(millionths: 1_000_000 - size)) }
  }

  /// The least latency that breaks it.
  package mutating func latency() throws(Problem) -> WorstCase {
    let near: [Int64] = (1...100).map { $0 * 10 }
    let far: [Int64] = (11...100).map { $0 * 100 }
    return try least(
      .latency, sizes: (near + far).map { $0 * 1_000_000 }, resolution: 1_000_000,
      places: [.zero], step: nil
    ) { size, _ in .latency(WallTime(nanoseconds: size)) }
  }

  /// The shortest time for which `depth` of the rate is missing that breaks it, at any place.
  package mutating func dip(_ depth: Ratio) throws(Problem) -> WorstCase {
    let (places, step) = places
    let isOutage = depth == .one
    var found = try least(
      isOutage ? .outage : .dip, sizes: lengths, resolution: 10_000_000, places: places, step: step
    ) { size, place in
      .dip(start: place, length: WallTime(nanoseconds: size), depth: depth)
    }
    found.depth = isOutage ? nil : depth
    return found
  }

  /// The first of `requests` whose loss breaks it: with an error if that is enough, else without an
  /// answer.
  package mutating func request(_ requests: [WallTime]) throws(Problem) -> WorstCase {
    var tried = 0
    for answer in [RequestFault.Answer.status(503), .timeout] {
      for sent in requests {
        let change = NetworkChange.lost(Self.fault(sent, answer))
        guard let isBroken = try isBroken(by: change) else {
          return WorstCase(.request, nil, base, Self.grid([], requests.count), tried, false)
        }
        tried += 1
        if isBroken {
          return WorstCase(.request, change, base, Self.grid([], requests.count), tried, true)
        }
      }
    }
    return WorstCase(.request, nil, base, Self.grid([], requests.count), tried, true)
  }

  /// The shortest part of a network that already breaks it, from the start of an interval on.
  ///
  /// - Parameters:
  ///   - length: the wall time of one pass through the network.
  ///   - broken: the wall time at which the session that begins at a place is broken; `nil` if it
  ///     is not.
  /// - Returns: that part.
  /// - Throws: what playing throws.
  package mutating func window(
    in length: WallTime, broken: (WallTime) throws(Problem) -> WallTime?
  ) throws(Problem) -> WorstCase {
    let starts = base.starts.filter { $0 < length || $0 == .zero }
    let stride = (starts.count + Self.maximumWindows - 1) / Self.maximumWindows
    let places = starts.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    // Whatever follows, a session is broken by then, so that longer windows need not be tried.
    var shortest: WallTime?
    for place in places {
      guard budget > 0 else { break }
      budget -= 1
      if let end = try broken(place) { shortest = min(shortest ?? end, end) }
    }
    let bound = shortest.map { $0 + Self.windowStep } ?? length
    let step = max(Self.windowStep.nanoseconds, WallTime.roundedStep(bound, parts: 40).nanoseconds)
    let sizes = (1...max(1, Int((bound.nanoseconds + step - 1) / step))).map { Int64($0) * step }
    return try least(
      .window, sizes: sizes, resolution: 10_000_000, places: places, step: nil
    ) { size, place in
      .window(start: place, length: WallTime(nanoseconds: size))
    }
  }

  // MARK: The grid

  /// The least of `sizes` that breaks it at one of `places`.
  private mutating func least(
    _ family: WorstCase.Family, sizes: [Int64], resolution: Int64, places: [WallTime],
    step: WallTime?, change: (Int64, WallTime) -> NetworkChange
  ) throws(Problem) -> WorstCase {
    let before = budget
    var grid = WorstCase.Grid(
      sizes: [], placeStep: step, placeCount: places.count, resolution: 0)
    for (number, size) in sizes.enumerated() {
      grid.sizes.append(size)
      for place in places {
        guard let doesBreak = try isBroken(by: change(size, place)) else {
          return WorstCase(family, nil, base, grid, before - budget, false)
        }
        guard doesBreak else { continue }
        var (low, high) = (number > 0 ? sizes[number - 1] : 0, size)
        while high - low > resolution, budget > 0 {
          let middle = low + (high - low) / 2 / resolution * resolution
          guard middle > low else { break }
          if try isBroken(by: change(middle, place)) ?? false {
            high = middle
          } else {
            low = middle
          }
        }
        grid.resolution = high == size && high - low > resolution ? 0 : resolution
        return WorstCase(family, change(high, place), base, grid, before - budget, true)
      }
    }
    return WorstCase(family, nil, base, grid, before - budget, true)
  }

  /// The lengths of dips: some of each power of ten, up to how long the session takes.
  private var lengths: [Int64] {
    var lengths: [Int64] = []
    for unit: Int64 in [100_000_000, 1_000_000_000, 10_000_000_000, 100_000_000_000] {
      for tenths: Int64 in [10, 15, 20, 30, 40, 50, 70] { lengths.append(unit * tenths / 10) }
    }
    return lengths.filter { $0 <= max(elapsed.nanoseconds, 1_000_000_000) }
  }

  /// The places of dips: equally far apart, from the first request on.
  private var places: ([WallTime], WallTime) {
    let step = WallTime.roundedStep(elapsed, parts: Self.maximumPlaces)
    var places: [WallTime] = []
    var place = WallTime.zero
    while place < elapsed {
      places.append(place)
      place += step
    }
    return (places, step)
  }

  private static var maximumPlaces: Int { 40 }
  private static var maximumWindows: Int { 400 }
  private static var windowStep: WallTime { .milliseconds(100) }

  private static func grid(_ sizes: [Int64], _ places: Int) -> WorstCase.Grid {
    WorstCase.Grid(sizes: sizes, placeStep: nil, placeCount: places, resolution: 0)
  }

  /// The fault that hits a request sent at `sent`, to the millisecond, and no later one.
  private static func fault(_ sent: WallTime, _ answer: RequestFault.Answer) -> RequestFault {
    let start = sent.nanoseconds / 1_000_000 * 1_000_000
    return RequestFault(
      .wallTimes(WallTime(nanoseconds: start)..<WallTime(nanoseconds: start + 1_000_000)), answer)
  }
}

extension WorstCase {
  init(
    _ family: Family, _ change: NetworkChange?, _ base: BandwidthProfile, _ grid: Grid,
    _ sessionCount: Int, _ isComplete: Bool
  ) {
    self.family = family
    self.change = change
    profile = change?.applied(to: base)
    evidence = .grid(grid)
    self.sessionCount = sessionCount
    self.isComplete = isComplete
  }
}

extension WallTime {
  /// A step of one, two or five times a power of ten, of which `time` has at most `parts`.
  static func roundedStep(_ time: WallTime, parts: Int) -> WallTime {
    let least = max(1, time.nanoseconds / Int64(parts))
    var unit: Int64 = 1
    while unit * 10 <= least { unit *= 10 }
    for factor: Int64 in [1, 2, 5] where unit * factor >= least {
      return WallTime(nanoseconds: unit * factor)
    }
    return WallTime(nanoseconds: unit * 10)
  }
}
