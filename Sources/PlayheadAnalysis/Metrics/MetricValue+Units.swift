import PlayheadModel

extension MetricValue {
  /// The value as a whole number of the finest units that it is told in: nanoseconds, millionths,
  /// bytes, bits per second, or things, of a lower bound those of the bound; `nil` for a word.
  package var units: Int64? {
    switch self {
    case .wallTime(let time): time.nanoseconds
    case .mediaTime(let time): time.nanoseconds
    case .count(let number), .bytes(let number): number
    case .ratio(let ratio): ratio.millionths
    case .rate(let rate): rate.bitsPerSecond
    case .flag(let flag): flag ? 1 : 0
    case .atLeast(let value): value.units
    case .word: nil
    }
  }

  /// The value of `kind` that is so many of these units; `nil` for a word, and for a flag of more
  /// than 1.
  package init?(units: Int64, of kind: SessionMetric.Kind) {
    switch kind {
    case .wallTime: self = .wallTime(WallTime(nanoseconds: units))
    case .mediaTime: self = .mediaTime(MediaTime(nanoseconds: units))
    case .count: self = .count(units)
    case .share, .frequency, .score: self = .ratio(Ratio(millionths: units))
    case .bytes: self = .bytes(units)
    case .rate: self = .rate(BitRate(bitsPerSecond: units))
    case .flag:
      guard units == 0 || units == 1 else { return nil }
      self = .flag(units == 1)
    case .word: return nil
    }
  }

  /// The value whose ``plainText`` is `text`; `nil` if no value of `metric` has it.
  package init?(plainText text: String, of metric: SessionMetric) {
    let kind = metric.kind
    if kind == .word {
      guard Session.EndReason(rawValue: text) != nil else { return nil }
      self = .word(text)
      return
    }
    if kind == .flag {
      guard let flag = Bool(text) else { return nil }
      self = .flag(flag)
      return
    }
    let isNegative = kind == .score && text.first == "-"
    guard let written = WrittenDecimal(text.dropFirst(isNegative ? 1 : 0)),
      written.fraction.count <= kind.places,
      let units = written.times(Int64(powerOfTen(kind.places)), atMost: kind.bound)
    else { return nil }
    self.init(units: isNegative ? -units : units, of: kind)
  }
}

extension SessionMetric.Kind {
  /// How many decimals its numbers have at most.
  package var places: Int {
    switch self {
    case .wallTime, .mediaTime: 9
    case .share, .frequency, .score: 6
    case .count, .bytes, .rate, .word, .flag: 0
    }
  }

  /// The largest number of units: so far of scores that they can be subtracted.
  package var bound: Int64 { self == .score ? Ratio.nearestBound : .max }
}
