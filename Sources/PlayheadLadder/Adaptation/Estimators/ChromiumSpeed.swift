/// The network speed as Chromium's HLS player estimates it, in whole bits per second.
///
/// Both averages start at zero and are never corrected for it, so the estimate begins low.
package struct ChromiumSpeed: Hashable, Sendable {
  private var old: Int64 = 0
  private var new: Int64 = 0

  /// A speed of zero.
  package init() {}

  /// Takes in `speed`, which is not negative and at most `BitRate.bound`.
  package mutating func add(_ speed: Int64) {
    old = Int64(Double(old) * 0.8 + Double(speed) * 0.2)
    new = Int64(Double(new) * 0.2 + Double(speed) * 0.8)
  }

  /// The lower of both averages.
  package var value: Int64 { min(new, old) }
}
