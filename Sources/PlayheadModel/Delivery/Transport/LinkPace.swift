/// The steady rate of a link from the beginning of a flow on, by which most arrivals are found
/// without a look at the link.
struct LinkPace: Sendable {
  /// The rate in quanta per nanosecond; zero where it does not help.
  private(set) var rate: UInt64 = 0
  /// What the link had carried at the beginning beyond what counts as carried before, in quanta.
  private var ahead: UInt64 = 0
  /// How long the rate stays, in nanoseconds.
  private var length: UInt64 = 0

  /// That of a link in `stretch` from `since` on, of which `ahead` does not count as carried
  /// before.
  init(_ stretch: NetworkLink.Stretch, from since: WallTime, ahead: UInt128 = 0) {
    guard let rate = UInt64(exactly: stretch.rate), let ahead = UInt64(exactly: ahead)
    else { return }
    let end = min(stretch.end ?? .bound, .bound)
    (self.rate, self.ahead) = (rate, ahead)
    length = UInt64(max(.zero, end - since).nanoseconds)
  }

  /// What the link carries in `time`, and how it goes on from there; `nil` unless the rate stays
  /// longer than that.
  @inline(__always)
  func following(after time: WallTime) -> (quanta: UInt64, pace: LinkPace)? {
    guard time > .zero, let quanta = quanta(in: time) else { return nil }
    var next = self
    next.length -= UInt64(time.nanoseconds)
    next.ahead = 0
    return next.length > 0 ? (quanta, next) : nil
  }

  /// The same with `quanta`, less than are carried in a nanosecond, that do not count as carried
  /// before.
  func counting(_ quanta: UInt128) -> LinkPace {
    var pace = self
    pace.ahead = UInt64(quanta)
    return pace
  }

  /// What the link carries in `time`; `nil` if the rate does not stay so long.
  func quanta(in time: WallTime) -> UInt64? {
    guard rate > 0, let time = UInt64(exactly: time.nanoseconds), time <= length
    else { return nil }
    let (carried, isTooMuch) = rate.multipliedReportingOverflow(by: time)
    let (quanta, isMore) = carried.addingReportingOverflow(ahead)
    return isTooMuch || isMore ? nil : quanta
  }

  /// The time after which `bytes` are there, and what is carried beyond them then; `nil` if the
  /// rate does not stay so long, or they are there before.
  @inline(__always)
  func wait(forBytes bytes: Int64) -> (time: WallTime, excess: UInt64)? {
    let (quanta, isTooMuch) = UInt64(bytes)
      .multipliedReportingOverflow(by: UInt64(BitRate.quantaPerByte))
    guard rate > 0, !isTooMuch, quanta > ahead else { return nil }
    let (whole, rest) = (quanta - ahead).quotientAndRemainder(dividingBy: rate)
    let wait = rest > 0 ? whole + 1 : whole
    guard wait <= length else { return nil }
    return (WallTime(nanoseconds: Int64(wait)), rest > 0 ? rate - rest : 0)
  }
}
