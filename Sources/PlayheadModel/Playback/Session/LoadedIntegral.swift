/// The integral over time of how far media is loaded, in square nanoseconds, exact until it is asked
/// for.
///
/// Over a link of a steady rate it is a fraction of that rate. Fractions of one rate are added before
/// they are cut to a whole number, so that it does not matter in how many pieces they come.
struct LoadedIntegral: Hashable, Sendable {
  private var whole: Int128 = 0
  private var rate: Int128 = 1
  private var parts: Int128 = 0

  /// What it comes to, cut to a whole number for each row of fractions of one rate.
  var value: Int128 { whole + parts / rate }

  /// Adds that media was loaded up to `end` from one time to another.
  mutating func add(_ end: MediaTime, from start: WallTime, to until: WallTime) {
    whole += Int128(end.nanoseconds) * Int128((until - start).nanoseconds)
  }

  /// Adds a number of parts of `rate`.
  mutating func add(_ parts: Int128, of rate: Int128) {
    if rate != self.rate {
      whole += self.parts / self.rate
      (self.rate, self.parts) = (rate, 0)
    }
    self.parts += parts
  }
}
