/// How the values of sessions differ between two files of results, session by session.
package struct PairedDifference: Hashable, Sendable {
  /// The pairs of which both sessions have a finite value.
  package let count: Int
  /// The mean of the values before.
  package let formerMean: Double
  /// The mean of the values after.
  package let mean: Double
  /// The mean difference, after less before.
  package let difference: Double
  /// The median difference.
  package let median: Double
  /// The interval of 95 % around the mean difference, by the bootstrap.
  package let interval: ClosedRange<Double>
  /// The pairs whose value rose, fell and stayed.
  package let up: Int
  package let down: Int
  package let same: Int
  /// The probability of a split at least as uneven, were both directions as likely: the sign test,
  /// two-sided.
  package let signTest: Double

  /// How many times the bootstrap draws.
  package static let draws = 2000
  /// The largest number of pairs that it draws each time; of more, its spread is scaled.
  private static let largestDraw = 20_000

  /// The differences of `pairs`; `nil` if there are none.
  package init?(_ pairs: [(former: Double, value: Double)], seed: UInt64) {
    let pairs = pairs.filter { $0.former.isFinite && $0.value.isFinite }
    guard !pairs.isEmpty else { return nil }
    let count = Double(pairs.count)
    let differences = pairs.map { $0.value - $0.former }
    self.count = pairs.count
    formerMean = pairs.reduce(0) { $0 + $1.former } / count
    mean = pairs.reduce(0) { $0 + $1.value } / count
    let difference = differences.reduce(0, +) / count
    self.difference = difference
    median = Distribution(differences.map { ($0, 1) }).quantile(0.5) ?? 0
    up = differences.count { $0 > 0 }
    down = differences.count { $0 < 0 }
    same = differences.count - up - down
    signTest = Self.signTest(up, down)
    interval = Self.bootstrap(differences, mean: difference, seed: seed)
  }

  /// The percentile interval of the mean of `differences`.
  private static func bootstrap(
    _ differences: [Double], mean: Double, seed: UInt64
  ) -> ClosedRange<Double> {
    let drawn = min(differences.count, largestDraw)
    // Of m drawn from n the mean spreads by √(n ÷ m) too much.
    let scale = (Double(drawn) / Double(differences.count)).squareRoot()
    var random = SeededNumbers(seed: seed)
    var means: [Double] = []
    means.reserveCapacity(draws)
    for _ in 0..<draws {
      var sum = 0.0
      for _ in 0..<drawn { sum += differences[random.next(below: differences.count)] }
      means.append(mean + (sum / Double(drawn) - mean) * scale)
    }
    means.sort()
    let (low, high) = (means[draws / 40], means[draws - 1 - draws / 40])
    return min(low, high)...max(low, high)
  }

  /// The two-sided sign test: exact below 2,000 pairs that differ, by the normal distribution
  /// beyond.
  static func signTest(_ up: Int, _ down: Int) -> Double {
    let count = up + down
    guard count > 0 else { return 1 }
    let fewer = min(up, down)
    if count <= 2000 {
      // The terms of the binomial distribution from the middle on, so that none vanishes.
      var term = 1.0
      var (tail, all) = (0.0, 0.0)
      var terms = [Double](repeating: 0, count: count + 1)
      let middle = count / 2
      terms[middle] = 1
      var place = middle
      while place > 0 {
        term *= Double(place) / Double(count - place + 1)
        place -= 1
        terms[place] = term
      }
      for place in terms.indices where place > middle { terms[place] = terms[count - place] }
      for (place, term) in terms.enumerated() {
        all += term
        if place <= fewer { tail += term }
      }
      return min(1, 2 * tail / all)
    }
    let deviation = (Double(count) / 2 - Double(fewer) - 0.5) / (Double(count).squareRoot() / 2)
    return min(1, 2 * upperTail(max(0, deviation)))
  }

  /// The probability that a normal variable exceeds `deviation` (Abramowitz and Stegun 26.2.17).
  private static func upperTail(_ deviation: Double) -> Double {
    guard deviation < 38 else { return 0 }
    let step = 1 / (1 + 0.231_641_9 * deviation)
    let series =
      step
      * (0.319_381_530
        + step
        * (-0.356_563_782
          + step * (1.781_477_937 + step * (-1.821_255_978 + step * 1.330_274_429))))
    return exponential(-deviation * deviation / 2) * 0.398_942_280_401 * series
  }

  /// eˣ of an x that is not positive.
  private static func exponential(_ value: Double) -> Double {
    // e^x = (e^(x/1024))^1024, with the series for the small exponent.
    let small = value / 1024
    var (term, sum) = (1.0, 1.0)
    for number in 1...12 {
      term *= small / Double(number)
      sum += term
    }
    for _ in 0..<10 { sum *= sum }
    return sum
  }
}
