/// The utilities of BOLA: a level is worth its logarithmic utility and the buffer that it takes.
struct BOLAUtilities {
  private let rates: [Double]
  private let utilities: [Double]
  private let stallUtility: Double
  /// V, the weight of utility against buffer.
  let weight: Double

  /// Utilities of levels with ascending `rates` for a buffer of `buffer` and segments of `segment`
  /// seconds.
  init(_ rates: [Double], stallUtility: Double, buffer: Double, segment: Double) {
    let utilities = rates.map { Elementary.logarithm($0 / rates[0]) }
    self.rates = rates
    self.utilities = utilities
    self.stallUtility = stallUtility
    // A buffer of one segment would leave nothing to weigh.
    weight = (max(buffer / segment, 2) - 1) / (utilities[utilities.count - 1] + stallUtility)
  }

  /// The level of the highest score with `queue` segments in the buffer, of equals the highest.
  func best(at queue: Double) -> Int {
    var best = (level: 0, score: -Double.infinity)
    for level in rates.indices {
      let score = (threshold(of: level) - queue) / rates[level]
      if score >= best.score { best = (level, score) }
    }
    return best.level
  }

  /// The buffer, in segments, above which `level` scores below zero.
  func threshold(of level: Int) -> Double {
    weight * utilities[level] + weight * stallUtility
  }

  /// The buffer, in segments, at which `level` and the next one score the same.
  func crossing(_ level: Int) -> Double {
    guard level + 1 < rates.count, rates[level] < rates[level + 1] else {
      return threshold(of: level)
    }
    let (low, high) = (1 / rates[level], 1 / rates[level + 1])
    return (threshold(of: level) * low - threshold(of: level + 1) * high) / (low - high)
  }
}
