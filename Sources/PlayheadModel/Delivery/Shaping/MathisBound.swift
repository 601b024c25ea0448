/// The rate at which one TCP flow settles under packet loss.
///
/// After M. Mathis, J. Semke, J. Mahdavi and T. Ott, "The Macroscopic Behavior of the TCP
/// Congestion Avoidance Algorithm", ACM SIGCOMM Computer Communication Review 27(3), 1997:
/// rate ≤ MSS ÷ RTT · C ÷ √p, with an MSS of ``segmentBytes`` and C = √(3/2), as for losses at
/// regular intervals and an acknowledgement for each segment. It leaves out timeouts, so beyond
/// a few percent of loss a real flow of that kind is slower still; newer congestion control may be
/// faster.
package enum MathisBound {
  /// The assumed segment size, in bytes: the payload of an Ethernet frame over IPv4 without
  /// options.
  package static let segmentBytes: Int64 = 1460

  /// The bound in whole bits per second, rounded down; `nil` without one.
  ///
  /// `loss` is the share of packets lost, 0…1, and `roundTrip` the time from sending to an
  /// acknowledgement, which is a request's latency. The formula divides by both, so there is no
  /// bound if either is zero. At a loss of 1 nothing arrives.
  ///
  /// - Precondition: neither is negative.
  package static func rate(loss: Ratio, roundTrip: WallTime) -> BitRate? {
    precondition(loss.millionths >= 0 && roundTrip >= .zero)
    guard loss.millionths > 0 else { return nil }
    guard loss.millionths < 1_000_000 else { return .zero }
    guard roundTrip > .zero else { return nil }
    // Squared, with p in millionths and the round trip in nanoseconds, the bound is
    // (8 · MSS · 10⁹)² · 3 · 10⁶ ÷ (2 · p · RTT²), and the root of a quotient that was rounded
    // down is, rounded down, the root of the quotient. The numerator is below 2¹⁰⁹.
    let bitNanoseconds = UInt128(segmentBytes * BitRate.quantaPerByte)
    let numerator = bitNanoseconds * bitNanoseconds * 3_000_000
    let time = UInt128(roundTrip.nanoseconds)
    let (divisor, isBeyondAll) = (time * time)
      .multipliedReportingOverflow(by: 2 * UInt128(loss.millionths))
    guard !isBeyondAll else { return .zero }
    let root = (numerator / divisor).squareRoot
    // With a nanosecond and a millionth this is about 10¹⁶, above the bound of rates.
    return BitRate(bitsPerSecond: min(Int64(root), BitRate.bound.bitsPerSecond))
  }
}
