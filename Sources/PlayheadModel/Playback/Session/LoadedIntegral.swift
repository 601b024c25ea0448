/// The integral over time of how far media is loaded, in square nanoseconds, exact until it is
/// asked for.
///
/// Over a link of a steady rate it is a fraction of that rate. Fractions of one rate are added
/// before they are cut to a whole number, so that it does not matter in how many pieces they come.
struct LoadedIntegral: Hashable, Sendable {
  private var whole: Int128 = 0
  private var rate: Int128 = 1
  private var parts: Int128 = 0

  /// What it comes to, cut to a whole number for each row of fractions of one rate.
  var value: Int128 { whole + parts / rate }

  /// Adds that media was loaded up to `end` from one time to another.
  mutating func add(_ end: MediaTime, from start: WallTime, to until: WallTime) {
    // The product of two 64-bit numbers fits.
    whole += Int128(end.nanoseconds) &* Int128((until - start).nanoseconds)
  }

  /// Adds a number of parts of `rate`.
  mutating func add(_ parts: Int128, of rate: Int128) {
    let (sum, overflow) = self.parts.addingReportingOverflow(parts)
    guard rate != self.rate || overflow else {
      self.parts = sum
      return
    }
    whole += self.parts / self.rate
    (self.rate, self.parts) = (rate, parts)
  }
}

/// The integral over time of where the playhead is, in square nanoseconds and, as rates are given
/// in thousandths, two-thousandths of one.
///
/// Two times multiplied fit the whole ones, however long they are.
struct PlayedIntegral: Hashable, Sendable {
  private(set) var whole: Int128 = 0
  /// Two-thousandths besides, fewer than 2000.
  private(set) var parts: Int128 = 0

  /// Adds whole ones, and some two-thousandths, which may be negative.
  mutating func add(_ whole: Int128, parts: Int128 = 0) {
    let sum = self.parts + parts
    // 128-bit division is slow and seldom needed.
    if sum >= 0, sum < 2000 {
      (self.whole, self.parts) = (self.whole + whole, sum)
      return
    }
    let (quotient, remainder): (Int128, Int128)
    if let few = Int64(exactly: sum) {
      (quotient, remainder) = (Int128(few / 2000), Int128(few % 2000))
    } else {
      (quotient, remainder) = sum.quotientAndRemainder(dividingBy: 2000)
    }
    self.whole += whole + quotient
    self.parts = remainder
    if remainder < 0 {
      self.whole -= 1
      self.parts += 2000
    }
  }
}
