import PlayheadModel

/// An axis: what its units are, and how far it goes.
package struct Axis: Hashable, Sendable {
  /// What is measured.
  package enum Unit: String, Hashable, Sendable {
    /// Time, in milliseconds.
    case time
    /// A rate, in bits per second.
    case rate
    /// A size, in bytes.
    case bytes
    /// A number of something.
    case count
    /// A share, in millionths.
    case share
  }

  /// What is measured.
  package let unit: Unit
  /// The end of the axis; it begins at zero.
  package let end: Int64

  /// An axis from zero to `end`, but at least one unit long.
  package init(_ unit: Unit, to end: Int64) {
    self.unit = unit
    self.end = max(1, end)
  }

  /// An axis of heights that begins at zero, leaves some room above `most`, and ends at a round
  /// value.
  package init(_ unit: Unit, above most: Int64) {
    let steps = Self.steps(of: unit)
    let most = max(1, most)
    let step = steps.first { $0 >= most.dividedUp(by: 8) } ?? most
    // What touches the top would look cut off.
    self.init(unit, to: (most + max(1, most / 20)).dividedUp(by: step) * step)
  }

  /// A place on the axis with its text.
  package struct Tick: Hashable, Sendable {
    /// Where it is.
    package var value: Int64
    /// What is written there.
    package var text: String
  }

  /// Round places from zero on, at most `count` after it; texts of about `length` characters need
  /// no more room than that.
  package func ticks(atMost count: Int) -> [Tick] {
    let least = max(1, end.dividedUp(by: Int64(max(1, count))))
    let step = Self.steps(of: unit).first { $0 >= least } ?? end
    return stride(from: 0, through: end, by: Int(step)).map {
      Tick(value: Int64($0), text: text(Int64($0), step: step))
    }
  }

  /// `value` in words, exact to a unit.
  package func text(_ value: Int64) -> String {
    switch unit {
    case .time: Self.time(value).text
    case .rate: BitRate(bitsPerSecond: value).text
    case .bytes: byteText(value)
    case .count: String(value)
    case .share:
      decimalText(value.magnitude, places: 4, isNegative: value < 0, trimmed: true) + " %"
    }
  }

  /// `value` as it stands at a tick, where values are whole `step`s.
  private func text(_ value: Int64, step: Int64) -> String {
    switch unit {
    case .time:
      guard end >= 60_000 else { return Self.time(value).secondsText + " s" }
      let text = Self.time(value).clockText
      // From a minute on all have the form of a clock.
      guard !text.contains(":") else { return text }
      return value == 0 ? "0" : "0:" + (value < 10_000 ? "0" : "") + text
    default: return value == 0 ? "0" : text(value)
    }
  }

  private static func time(_ milliseconds: Int64) -> WallTime { .milliseconds(milliseconds) }

  /// Distances between ticks that a person reads easily, ascending.
  private static func steps(of unit: Unit) -> [Int64] {
    switch unit {
    case .time: timeSteps
    case .count, .rate, .bytes, .share: decimalSteps
    }
  }

  private static let decimalSteps: [Int64] = (0..<18).flatMap { power in
    let unit = Int64(powerOfTen(power))
    return [unit, 2 * unit, 5 * unit]
  }

  private static let timeSteps: [Int64] = {
    let second: Int64 = 1000
    let (minute, hour) = (60 * second, 3600 * second)
    let short = decimalSteps.filter { $0 <= 10 * second }
    let long = [15, 20, 30].map { $0 * second }
    let minutes = [1, 2, 5, 10, 15, 20, 30].map { $0 * minute }
    return short + long + minutes + decimalSteps.prefix(24).map { $0 * hour }
  }()
}

extension Int64 {
  /// The quotient, rounded up.
  func dividedUp(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest > 0 ? quotient + 1 : quotient
  }
}
