public import PlayheadModel

extension Simulation: TrialSession {
  /// The figures of merit of the session, which is played to its end.
  public mutating func summary(damage: MediaDamage) -> SessionSummary {
    SessionSummary(run(), damage: damage)
  }

  /// Whether a session that has not begun, over a link whose rate never changes, can only get
  /// better with a higher rate, but for what rounding to nanoseconds does.
  ///
  /// Reading in one order without a stop, each arrival is the latencies of the requests before it
  /// and its bytes ÷ the rate, and so is its distance from the start.
  public var isMonotoneInRate: Bool {
    let parameters = model.policy.parameters
    let neverStopsLoading =
      !model.policy.countsBytes
      && parameters.highWatermark.map { $0 > model.duration && model.repeatsLeft == 0 } ?? true
    return hasFluidLinkForItself && actions.isEmpty
      && parameters.keepUp == .threshold
      && parameters.automaticallyWaitsToMinimizeStalling && parameters.backBuffer == nil
      && neverStopsLoading
  }

  /// Whether one bit per second more than `rate` makes more than the rounding of `requestCount`
  /// requests, so that what holds at `rate` holds above.
  ///
  /// What could be late is due a startup threshold or more after the start. Of the way from the
  /// start to its arrival, rounded by less than k nanoseconds, one for each request and one for
  /// itself, all but the latencies of requests is its bytes ÷ the rate R, at least a time t. At
  /// R + 1 that is shorter by t ÷ (R + 1) or more, which has to make up for rounding at both rates.
  public func outweighsRounding(_ requestCount: Int, at rate: BitRate) -> Bool {
    let rounding = Int128(requestCount + 1)
    let latencies = Int128(link.latency(at: .zero).nanoseconds) * Int128(requestCount)
    let threshold = model.policy.parameters.startupThreshold
    let flowing = Int128(threshold.nanoseconds) - latencies - rounding
    return flowing >= 2 * rounding * (Int128(rate.bitsPerSecond) + 1)
  }

  /// Whether it has stalled by now, or not started by `startupLimit`.
  public func hasFailed(startupLimit: WallTime) -> Bool {
    model.stallCount > 0 || !model.isStartupOver && model.wallTime > startupLimit
  }

  /// The minimum rate, but for rounding, of a player that never stops loading, and plays at the
  /// normal rate.
  public func rateWithoutStops(startupLimit: WallTime, latency: WallTime) -> BitRate? {
    let parameters = model.policy.parameters
    let needed = NeededBytes(presentation, readingThrough: parameters.readThrough)
    return needed?.rate(
      startingWith: parameters.startupThreshold, within: startupLimit, latency: latency)
  }
}
