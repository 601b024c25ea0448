/// Rows of delays: each that a start has without a stall, and after each one up to a power of two
/// of nanoseconds more, and a number of rows from each power of two to the next.
///
/// Of two of which one has no higher first power and no fewer rows to a power, each row of the one
/// lies within a row of the other.
struct OptimumDelayRows {
  /// What each delay of a row is at least, in nanoseconds.
  let least: [Int64]
  /// Whether a row is of no other delay.
  private let isExact: [Bool]

  /// Rows of delays up to `longest`.
  ///
  /// - Parameters:
  ///   - starts: the delays without a stall.
  ///   - longest: the longest delay.
  ///   - exponent: the power of two up to which the first row after a start goes; `nil` if none is
  ///     delayed more.
  ///   - halvings: how many times the delays from one power of two to the next are halved.
  /// - Precondition: `exponent` is not less than `halvings`, which is not negative.
  init(starts: [Int64], longest: Int64, exponent: Int?, halvings: Int = 0) {
    precondition(
      halvings >= 0 && exponent ?? halvings >= halvings, "rows of less than a nanosecond")
    let starts = Set(starts).sorted().filter { $0 <= longest }
    var least: [Int64] = []
    var isExact: [Bool] = []
    for (place, start) in starts.enumerated() {
      least.append(start)
      isExact.append(true)
      guard let exponent else { continue }
      let next = place + 1 < starts.count ? starts[place + 1] : longest
      var (more, power, part) = (Int64(0), exponent, Int64(0))
      while start + more < next {
        least.append(start + more)
        isExact.append(false)
        // From nothing to the first power, and on by its parts.
        more = (1 << Int64(halvings) + part) << Int64(power - halvings)
        part += 1
        if part == 1 << Int64(halvings) { (power, part) = (power + 1, 0) }
      }
    }
    self.least = least
    self.isExact = isExact
  }

  var count: Int { least.count }

  /// The row of `delay`, which is at least the first, and no longer than the longest.
  func row(of delay: Int64) -> Int {
    // The longest of a row is a sum of powers of two, and belongs to it.
    let place = least.partitionPoint { $0 >= delay }
    return place < least.count && least[place] == delay && isExact[place] ? place : place - 1
  }
}
