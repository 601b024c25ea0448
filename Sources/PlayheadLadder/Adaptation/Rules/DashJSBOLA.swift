import PlayheadModel

/// The BOLA rule of dash.js 5, which exists from the first time that it is asked.
///
/// Time in which nothing is loaded for reasons other than the network counts as a placeholder
/// buffer.
struct DashJSBOLA: Hashable, Sendable {
  private let rates: [Double]
  private let utilities: [Double]
  private let scale: Double
  private let offset: Double
  private var isSteady = false
  private var placeholder = 0.0
  private var current: Int
  private var lastCall: WallTime?
  private var lastFinish: WallTime?
  private var lastDuration: Double?
  private var furthest: Int?

  /// The state for the levels of `observation`; `nil` if there is only one bit rate.
  init?(_ observation: Observation, current: Int) {
    let rates = observation.levels.map(\.bitsPerSecond)
    let logarithms = rates.map(Elementary.logarithm)
    let utilities = logarithms.map { $0 - logarithms[0] + 1 }
    guard let highest = utilities.last, highest > 1 else { return nil }
    let buffer = max(observation.dashJSBufferGoal, 10 + 2 * Double(rates.count))
    self.rates = rates
    self.utilities = utilities
    self.current = current
    offset = (highest - 1) / (buffer / 10 - 1)
    scale = 10 / offset
  }

  /// Whether it knows as many levels as there are.
  func isOf(_ observation: Observation) -> Bool { rates.count == observation.levels.count }

  /// What the rule asks for.
  struct Request {
    var level: Int
    var reason: String
    var delay = 0.0
  }

  /// The level to load next, with `throughput` reduced by the safety factor.
  mutating func request(_ observation: Observation, throughput: Double?) -> Request? {
    let buffer = observation.bufferSeconds
    guard isSteady else {
      guard let throughput else { return nil }
      let level = observation.optimalLevel(for: throughput)
      placeholder = max(0, minimumBuffer(for: level) - buffer)
      current = level
      if let lastDuration, buffer >= lastDuration { isSteady = true }
      return Request(level: level, reason: "BOLA at startup: highest within 0.9 of throughput")
    }
    if let since = lastFinish ?? lastCall {
      placeholder += max(0, (observation.wallTime - since).seconds)
    }
    lastCall = observation.wallTime
    lastFinish = nil
    var level = best(at: buffer + placeholder)
    var reason = "BOLA: highest score at the buffer level"
    let carried = observation.optimalLevel(for: throughput ?? 0)
    if level > current, level > carried {
      level = max(carried, current)
      reason = "BOLA: no switch up above throughput"
    }
    var delay = max(0, buffer + placeholder - maximumBuffer(for: level))
    if delay <= placeholder {
      placeholder -= delay
      delay = 0
    } else {
      delay -= placeholder
      placeholder = 0
      if level == rates.count - 1 { delay = 0 }
    }
    current = level
    return Request(level: level, reason: reason, delay: delay)
  }

  /// The level of the highest score at `buffer` seconds, of equals the highest.
  private func best(at buffer: Double) -> Int {
    var best = (level: 0, score: -Double.infinity)
    for level in rates.indices {
      let score = (scale * (utilities[level] - 1 + offset) - buffer) / rates[level]
      if score >= best.score { best = (level, score) }
    }
    return best.level
  }

  /// The buffer up to which loading `level` is better than waiting.
  private func maximumBuffer(for level: Int) -> Double { scale * (utilities[level] + offset) }

  /// The buffer from which `level` is better than any lower one.
  private func minimumBuffer(for level: Int) -> Double {
    var minimum = 0.0
    for lower in (0..<level).reversed() where utilities[lower] < utilities[level] {
      let share =
        (rates[level] * utilities[lower] - rates[lower] * utilities[level])
        / (rates[level] - rates[lower])
      minimum = max(minimum, scale * (offset + share))
    }
    return minimum
  }

  /// Takes note of a whole segment.
  mutating func loaded(_ download: Download, buffer: Double) {
    let number = download.segment ?? 0
    let isReplacement = furthest.map { number <= $0 } ?? false
    if !isReplacement { furthest = number }
    current = min(download.level, rates.count - 1)
    let duration = download.mediaDuration.seconds
    lastDuration = duration
    lastFinish = download.end
    placeholder *= 0.99
    let bufferAtRequest = buffer + download.total.seconds
    placeholder = min(max(0, maximumBuffer(for: current) - bufferAtRequest), placeholder)
    if isReplacement { placeholder += duration }
  }

  /// Takes note that a download was abandoned for `level`.
  mutating func abandoned(for level: Int, buffer: Double) {
    current = level
    let wanted = level > 0 ? minimumBuffer(for: level) : 10
    placeholder = min(placeholder, max(0, wanted - buffer))
  }

  /// Takes note of the level that is loaded next, whichever rule chose it.
  mutating func switched(to level: Int) { current = level }

  /// Takes note that the buffer ran empty.
  mutating func ranEmpty() {
    if isSteady { placeholder = 0 }
  }

  /// Starts again after a seek.
  mutating func jumped() {
    isSteady = false
    placeholder = 0
    (furthest, lastDuration, lastFinish) = (nil, nil, nil)
  }
}
