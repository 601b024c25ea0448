import PlayheadModel

/// Looks for the minimum rate at and above which something holds, by trying rates.
///
/// It comes from above: by leaps, by halves, in eighths from four times the rate at which the
/// halves ended, and by bisection, which begins around a guess if there is one. Unless one rate
/// that holds is known to imply all higher ones, it then tries a grid of higher rates, dense near
/// the one found, and starts again above the highest at which it does not hold. So it holds at
/// ``rate``, not at one bit per second less, and at every higher rate that was tried.
struct RateSearch: Hashable {
  /// The rate found, in bits per second.
  let rate: BitRate
  /// The lowest rate tried below it at which it holds too, in bits per second; `nil` if it holds
  /// at none of them.
  let lowerRate: BitRate?
  /// How many rates from ``rate`` on were tried; it held at all of them.
  let verifiedCount: Int

  /// Into how many steps a rate is parted to look around it.
  private static let parts: Int64 = 8

  /// Into how many steps each doubling above the rate found is parted.
  private static let octaves: [Int64] = [16, 8, 4, 4, 2, 2, 1]

  /// The maximum number of rates tried beyond the requested ones: the bound, by leaps, by halves,
  /// in parts above and below, by bisection, twice and once from a guess that is far off, and on
  /// the grid.
  static let maximumTries =
    1 + 6 + 11 + 4 * Int(parts) + Int(parts) + 3 * 51 + Int(octaves.reduce(0, +))

  /// Looks for the rate from which on `isEnough` is true, no higher than `bound`; `nil` if it is
  /// false there.
  ///
  /// - Parameters:
  ///   - bound: the highest rate that is tried.
  ///   - rates: further rates that are verified if they are higher than the one found.
  ///   - guess: about the rate that is looked for; the nearer it is, the fewer rates are tried.
  ///   - isMonotone: whether `isEnough` at one rate implies it at all higher ones.
  ///   - isEnough: what has to hold.
  /// - Throws: what `isEnough` throws.
  /// - Precondition: `bound` is neither zero nor beyond `BitRate.bound`.
  init?<Problem: Error>(
    upTo bound: BitRate, verifying rates: [BitRate] = [], near guess: BitRate? = nil,
    isMonotone: Bool = false, where isEnough: (BitRate) throws(Problem) -> Bool
  ) throws(Problem) {
    precondition(bound > .zero && bound <= .bound, "a search with no end")
    var results: [Int64: Bool] = [:]
    func holds(at rate: Int64) throws(Problem) -> Bool {
      if let known = results[rate] { return known }
      let result = try isEnough(BitRate(bitsPerSecond: rate))
      results[rate] = result
      return result
    }
    /// The lowest rate above `rate` at which it held.
    func held(above rate: Int64) -> Int64 {
      results.lazy.filter { $0.key > rate && $0.value }.map(\.key).min() ?? bound.bitsPerSecond
    }
    /// The least rate above `low`, at which it does not hold.
    func bisect(above low: Int64) throws(Problem) -> Int64 {
      var (low, high) = (low, held(above: low))
      var step: Int64 = 1
      var probe = guess?.bitsPerSecond ?? low
      while low < probe && probe < high {
        if try holds(at: probe) {
          high = probe
          probe -= step
        } else {
          low = probe
          probe += step
        }
        step *= 2
      }
      while high - low > 1 {
        let middle = low + (high - low) / 2
        if try holds(at: middle) { high = middle } else { low = middle }
      }
      return high
    }
    var high = bound.bitsPerSecond
    guard try holds(at: high) else { return nil }
    for factor: Int64 in [1 << 10, 2] {
      while high > 0, try holds(at: high / factor) { high /= factor }
    }
    // It does not hold at `low`, and what it does below that no longer counts.
    var low = high > 0 ? high / 2 : -1
    let step = max(1, high / Self.parts)
    for rate in stride(from: min(high * 4, bound.bitsPerSecond), to: low, by: -Int(step)) {
      guard try !holds(at: rate) else { continue }
      low = rate
      break
    }
    high = try bisect(above: low)
    if !isMonotone {
      let grid = Self.grid(above: high) + rates.map(\.bitsPerSecond)
      for rate in grid.sorted(by: >) where rate > high && rate <= bound.bitsPerSecond {
        guard try !holds(at: rate) else { continue }
        high = try bisect(above: rate)
        break
      }
    }
    for part in 1..<Self.parts where high > 1 { _ = try holds(at: high * part / Self.parts) }
    let found = high
    let lowest = results.lazy.filter { $0.key < found && $0.value }.map(\.key).min()
    rate = BitRate(bitsPerSecond: found)
    lowerRate = lowest.map { BitRate(bitsPerSecond: $0) }
    verifiedCount = results.count { $0.key >= found }
  }

  /// Rates above `rate`, dense near it; further up, the search itself has tried powers of two.
  private static func grid(above rate: Int64) -> [Int64] {
    octaves.enumerated().flatMap { octave, parts -> [Int64] in
      let base = max(1, rate) << Int64(octave)
      return (1...parts).map { base + base * $0 / parts }
    }
  }
}
