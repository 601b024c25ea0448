public import PlayheadModel

/// The minimum constant rate at which media starts in time and never stalls, and above which every
/// rate does the same.
///
/// At ``rate`` it does, and at one bit per second less it does not. ``evidence`` says how it is
/// known that higher rates do too: for some players that is a theorem, for others a faster link can
/// be worse. It fills the buffer earlier, so loading stops elsewhere, and a stretch of high bit rate
/// or a seek may then find less loaded.
public struct MinimumRate: Hashable, Sendable {
  /// How it is known that higher rates are enough.
  public enum Evidence: Hashable, Sendable {
    /// It is proven for every higher rate.
    ///
    /// That holds for players which never stop loading, start at a threshold and are left alone. A
    /// higher rate shortens each byte's way, so the startup, and the time between the start and the
    /// arrival of a sample. Rounding to nanoseconds is less than what one bit per second makes.
    case proof
    /// So many rates were played, ``rate`` and the highest one included.
    case rates(count: Int, upTo: BitRate)
  }

  /// The rate in bits per second; `nil` if not even ``bound`` is enough.
  public package(set) var rate: BitRate?
  /// How it is known that higher rates are enough; `nil` if none is.
  public package(set) var evidence: Evidence?
  /// The lowest of the lower rates tried that is enough too, though not all between the two are, in
  /// bits per second; `nil` if none is.
  public package(set) var lowerRate: BitRate?
  /// The latency at which it is enough, in wall time.
  public package(set) var latency: WallTime
  /// The wall time within which playback has to start.
  public package(set) var startupLimit: WallTime
  /// How the session at that rate went, or at ``bound`` if that is not enough.
  public package(set) var summary: SessionSummary
  /// The session at one bit per second less; `nil` if there is no lower rate.
  public package(set) var summaryBelow: SessionSummary?

  /// The highest rate that is tried: 100 Gbit/s, more than any player has.
  ///
  /// A player that only resumes loading once nothing is left stalls at every rate. Beyond this one
  /// those stalls could be shorter than a nanosecond, and then they are none.
  public static let bound = BitRate(bitsPerSecond: 100_000_000_000)

  /// How long playback may take to start unless something else is asked for, in wall time.
  public static let defaultStartupLimit: WallTime = .seconds(10)

  /// Looks for the rate.
  ///
  /// - Parameters:
  ///   - latency: the wall time from a request to its first byte.
  ///   - startupLimit: the wall time within which playback has to start.
  ///   - damage: what is missing of the media.
  ///   - rates: rates that are verified too if they are higher than the one found.
  ///   - simulation: the session over a link, not begun.
  ///   - check: called before each step of a session; what it throws ends the search.
  /// - Throws: what `check` throws.
  /// - Precondition: `latency` is not negative and within `WallTime.bound`.
  public init<Problem: Error>(
    latency: WallTime = .zero, startupLimit: WallTime = Self.defaultStartupLimit,
    damage: MediaDamage = .none, verifying rates: [BitRate] = [],
    of simulation: (Link) -> Simulation,
    check: () throws(Problem) -> Void
  ) throws(Problem) {
    func session(at rate: BitRate) -> Simulation {
      let interval = BandwidthProfile.Interval(duration: .zero, rate: rate, latency: latency)
      return simulation(Link(following: .constant(interval, name: rate.text)))
    }
    func play(at rate: BitRate) throws(Problem) -> Session {
      var simulation = session(at: rate)
      repeat { try check() } while simulation.step()
      return simulation.run()
    }
    /// Stops at the first stall, and leaves out what only figures need.
    func playsThrough(at rate: BitRate) throws(Problem) -> Bool {
      var simulation = session(at: rate)
      simulation.recordsBufferLevels = false
      repeat {
        try check()
        let isLate = !simulation.model.isStartupOver && simulation.model.wallTime > startupLimit
        if simulation.model.stallCount > 0 || isLate { return false }
      } while simulation.step()
      return SessionSummary(simulation.run()).verdict(startupLimit: startupLimit) == .playsThrough
    }
    let fastest = session(at: Self.bound)
    let isMonotone = fastest.isMonotoneInRate
    let search = try RateSearch(
      upTo: Self.bound, verifying: rates,
      near: fastest.rateWithoutStops(startupLimit: startupLimit, latency: latency),
      isMonotone: isMonotone
    ) { (rate) throws(Problem) in
      try playsThrough(at: rate)
    }
    (rate, lowerRate) = (search?.rate, search?.lowerRate)
    (self.latency, self.startupLimit) = (latency, startupLimit)
    let found = search?.rate ?? Self.bound
    summary = SessionSummary(try play(at: found), damage: damage)
    guard let search else { return }
    let isProven =
      isMonotone && session(at: found).outweighsRounding(summary.requestCount, at: found)
    evidence = isProven ? .proof : .rates(count: search.verifiedCount, upTo: Self.bound)
    guard found > .zero else { return }
    let below = BitRate(bitsPerSecond: found.bitsPerSecond - 1)
    summaryBelow = SessionSummary(try play(at: below), damage: damage)
  }
}

extension Simulation {
  /// Whether a session that has not begun, over a link whose rate never changes, can only get better
  /// with a higher rate, but for what rounding to nanoseconds does.
  ///
  /// Reading in one order without a stop, each arrival is the latencies of the requests before it
  /// and its bytes ÷ the rate, and so is its distance from the start.
  fileprivate var isMonotoneInRate: Bool {
    let parameters = model.policy.parameters
    let neverStopsLoading =
      !model.policy.countsBytes
      && parameters.highWatermark.map { $0 > model.duration && model.repeatsLeft == 0 } ?? true
    return hasFluidLinkForItself && actions.isEmpty
      && parameters.keepUp == .threshold
      && parameters.automaticallyWaitsToMinimizeStalling && parameters.backBuffer == nil
      && neverStopsLoading
  }

  /// About the minimum rate: that of a player which never stops loading, and plays at the normal rate.
  fileprivate func rateWithoutStops(startupLimit: WallTime, latency: WallTime) -> BitRate? {
    let parameters = model.policy.parameters
    let needed = NeededBytes(presentation, readingThrough: parameters.readThrough)
    return needed?.rate(
      startingWith: parameters.startupThreshold, within: startupLimit, latency: latency)
  }

  /// Whether one bit per second more than `rate` makes more than the rounding of `requestCount`
  /// requests, so that what holds at `rate` holds above.
  ///
  /// What could be late is due a startup threshold or more after the start. Of the way from the
  /// start to its arrival, rounded by less than k nanoseconds, one for each request and one for
  /// itself, all but the latencies of requests is its bytes ÷ the rate R, at least a time t. At
  /// R + 1 that is shorter by t ÷ (R + 1) or more, which has to make up for rounding at both rates.
  fileprivate func outweighsRounding(_ requestCount: Int, at rate: BitRate) -> Bool {
    let rounding = Int128(requestCount + 1)
    let latencies = Int128(link.latency(at: .zero).nanoseconds) * Int128(requestCount)
    let threshold = model.policy.parameters.startupThreshold
    let flowing = Int128(threshold.nanoseconds) - latencies - rounding
    return flowing >= 2 * rounding * (Int128(rate.bitsPerSecond) + 1)
  }
}
