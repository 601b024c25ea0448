package import PlayheadModel

/// The minimum constant rate at which media starts in time and never stalls, and above which every
/// rate does the same.
///
/// At ``rate`` it does, and at one bit per second less it does not. ``evidence`` says how it is
/// known that higher rates do too: for some players that is a theorem, for others a faster link can
/// be worse. It fills the buffer earlier, so loading stops elsewhere, and a stretch of high bit
/// rate or a seek may then find less loaded.
package struct MinimumRate: Hashable, Sendable {
  /// How it is known that higher rates are enough.
  package enum Evidence: Hashable, Sendable {
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
  package var rate: BitRate?
  /// How it is known that higher rates are enough; `nil` if none is.
  package var evidence: Evidence?
  /// The lowest of the lower rates tried that is enough too, though not all between the two are, in
  /// bits per second; `nil` if none is.
  package var lowerRate: BitRate?
  /// The latency at which it is enough, in wall time.
  package var latency: WallTime
  /// The wall time within which playback has to start.
  package var startupLimit: WallTime
  /// How the session at that rate went, or at ``bound`` if that is not enough.
  package var summary: SessionSummary
  /// The session at one bit per second less; `nil` if there is no lower rate.
  package var summaryBelow: SessionSummary?

  /// The highest rate that is tried: 100 Gbit/s, more than any player has.
  ///
  /// A player that only resumes loading once nothing is left stalls at every rate. Beyond this one
  /// those stalls could be shorter than a nanosecond, and then they are none.
  package static let bound = BitRate(bitsPerSecond: 100_000_000_000)

  /// How long playback may take to start unless something else is asked for, in wall time.
  package static let defaultStartupLimit: WallTime = .seconds(10)

  /// Looks for the rate.
  ///
  /// - Parameters:
  ///   - latency: the wall time from a request to its first byte.
  ///   - startupLimit: the wall time within which playback has to start.
  ///   - damage: what is missing of the media.
  ///   - rates: rates that are verified too if they are higher than the one found.
  ///   - trial: the session over a link, not begun.
  ///   - check: called before each step of a session; what it throws ends the search.
  /// - Throws: what `trial` and `check` throw.
  /// - Precondition: `latency` is not negative and within `WallTime.bound`.
  package init<Problem: Error, Trial: TrialSession & ~Copyable>(
    latency: WallTime = .zero, startupLimit: WallTime = Self.defaultStartupLimit,
    damage: MediaDamage = .none, verifying rates: [BitRate] = [],
    of trial: (NetworkLink) throws(Problem) -> Trial,
    check: () throws(Problem) -> Void
  ) throws(Problem) {
    func session(at rate: BitRate) throws(Problem) -> Trial {
      let interval = BandwidthProfile.Interval(duration: .zero, rate: rate, latency: latency)
      return try trial(NetworkLink(following: .constant(interval, name: rate.text)))
    }
    func play(at rate: BitRate) throws(Problem) -> SessionSummary {
      var session = try session(at: rate)
      repeat { try check() } while session.step()
      return session.summary(damage: damage)
    }
    /// Stops at the first stall, and leaves out what only figures need.
    func playsThrough(at rate: BitRate) throws(Problem) -> Bool {
      var session = try session(at: rate)
      session.recordsBufferLevels = false
      repeat {
        try check()
        if session.hasFailed(startupLimit: startupLimit) { return false }
      } while session.step()
      return session.summary(damage: damage).verdict(startupLimit: startupLimit) == .playsThrough
    }
    let fastest = try session(at: Self.bound)
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
    summary = try play(at: found)
    guard let search else { return }
    let outweighsRounding = try session(at: found).outweighsRounding(
      summary.requestCount, at: found)
    let isProven = isMonotone && outweighsRounding
    evidence = isProven ? .proof : .rates(count: search.verifiedCount, upTo: Self.bound)
    guard found > .zero else { return }
    let below = BitRate(bitsPerSecond: found.bitsPerSecond - 1)
    summaryBelow = try play(at: below)
  }
}
