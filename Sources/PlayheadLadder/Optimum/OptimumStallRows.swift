/// Rows of stalls, each from one length to a longer one: none, up to a power of two of nanoseconds, and a
/// number of them from each power of two to the next.
///
/// Of two of which one has no higher first power and no fewer rows to a power, each row of the one lies within
/// a row of the other.
struct OptimumStallRows {
  /// The power of two up to which the first row of stalls goes.
  private let exponent: Int
  /// How many times the stalls from one power of two to the next are halved.
  private let halvings: Int

  /// - Precondition: `exponent` is not less than `halvings`, which is not negative.
  init(exponent: Int, halvings: Int) {
    precondition(halvings >= 0 && exponent >= halvings, "rows of less than a nanosecond")
    self.exponent = exponent
    self.halvings = halvings
  }

  /// The row of a stall of `length` nanoseconds.
  func row(of length: Int64) -> Int {
    guard length > 0 else { return 0 }
    // The longest of a row is a sum of powers of two, and belongs to it.
    let last = length - 1
    guard last >> Int64(exponent) > 0 else { return 1 }
    let power = Int64.bitWidth - 1 - last.leadingZeroBitCount
    let place = Int(last >> Int64(power - halvings)) - (1 << halvings)
    return 2 + (power - exponent) << halvings + place
  }

  /// The length that each stall of `row` exceeds, in nanoseconds.
  func start(of row: Int) -> Int64 {
    guard row > 1 else { return 0 }
    let power = exponent + (row - 2) >> halvings
    let place = Int64((row - 2) & (1 << halvings - 1) + 1 << halvings)
    return place << Int64(power - halvings)
  }
}
