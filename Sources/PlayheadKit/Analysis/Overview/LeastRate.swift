/// The least constant rate, of those tried, at which media plays to its end without a stall.
///
/// At ``rate`` it does, and at one bit per second less it does not; at every higher rate that was
/// tried it does too. For a player that never stops loading, starts at a threshold and is left
/// alone that makes it the least of all: there, but for what rounding to nanoseconds does, more is
/// never worse. Any other may be caught at its low watermark by a stretch that takes much, or by a
/// seek, where a slower link would have found it with more loaded; and one that waits until it
/// will play through needs no rate at all, only time. Then a narrow band of higher rates may not be
/// enough, and lower ones may be, of which ``lowerRate`` tells.
public struct LeastRate: Hashable, Sendable {
  /// The rate in bits per second; `nil` if not even ``bound`` is enough.
  public var rate: BitRate?
  /// The lowest of the lower rates tried that is enough too, though not all between the two are, in
  /// bits per second; `nil` if none is.
  public var lowerRate: BitRate?
  /// The latency at which it is enough, in wall time.
  public var latency: MediaTime
  /// How the session at that rate went, or at ``bound`` if that is not enough.
  public var summary: SessionSummary
  /// How the session at one bit per second less went; `nil` if there is no such rate.
  public var summaryBelow: SessionSummary?

  /// The highest rate that is tried: 100 Gbit/s, more than any player has.
  ///
  /// A player that only goes on loading once nothing is left stalls at every rate. Beyond this one
  /// those stalls could be shorter than a nanosecond, and then they are none.
  public static let bound = BitRate(bitsPerSecond: 100_000_000_000)

  /// Looks for the rate.
  ///
  /// - Parameters:
  ///   - latency: the wall time from a request to its first byte.
  ///   - damage: what is missing of the media.
  ///   - simulation: the session over a link, not begun.
  ///   - check: called before each step of a session; what it throws ends the search.
  /// - Throws: what `check` throws.
  /// - Precondition: `latency` is not negative and within `MediaTime.bound`.
  public init<Problem: Error>(
    latency: MediaTime = .zero, damage: MediaDamage = .none, of simulation: (Link) -> Simulation,
    check: () throws(Problem) -> Void
  ) throws(Problem) {
    func play(at rate: BitRate, untilStall: Bool) throws(Problem) -> Session {
      let interval = BandwidthProfile.Interval(duration: .zero, rate: rate, latency: latency)
      var simulation = simulation(Link(following: .constant(interval, name: rate.text)))
      repeat {
        try check()
      } while simulation.step()
        && !(untilStall && simulation.model.stallCount > 0)
      return simulation.session
    }
    let search = try RateSearch(upTo: Self.bound) { (rate) throws(Problem) in
      let session = try play(at: rate, untilStall: true)
      return session.stalls.isEmpty && session.endReason == .ended
    }
    (rate, lowerRate, self.latency) = (search?.rate, search?.lowerRate, latency)
    let found = search?.rate ?? Self.bound
    summary = SessionSummary(try play(at: found, untilStall: false), damage: damage)
    guard search != nil, found > .zero else { return }
    let below = BitRate(bitsPerSecond: found.bitsPerSecond - 1)
    summaryBelow = SessionSummary(try play(at: below, untilStall: false), damage: damage)
  }
}
