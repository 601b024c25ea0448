import PlayheadModel

/// The form of the times on an axis: seconds, minutes and seconds, or hours and minutes.
enum AxisUnit: Hashable {
  case seconds, minutes, hours

  /// The unit for an axis as long as `length`.
  init(for length: WallTime, _ durations: TextStyle.Durations) {
    self =
      durations == .seconds || length < .seconds(60)
      ? .seconds : length < .seconds(3600) ? .minutes : .hours
  }

  /// How its marks are to be read; `nil` if they say so themselves.
  func form(_ durations: TextStyle.Durations) -> String? {
    guard durations == .clock else { return nil }
    return switch self {
    case .seconds: nil
    case .minutes: "m:ss"
    case .hours: "h:mm"
    }
  }

  /// The round steps longer than `minimum` nanoseconds, the shortest first.
  func steps(moreThan minimum: Int64) -> [Int64] {
    let (second, minute, hour) = (
      DurationGrammar.second, DurationGrammar.minute, DurationGrammar.hour
    )
    let sixtieths: [Int64] = [1, 2, 5, 10, 15, 30]
    let steps =
      switch self {
      case .seconds: Self.steps(from: 1_000_000)
      case .minutes: (sixtieths.map { $0 * second } + sixtieths.map { $0 * minute }) + [hour]
      case .hours:
        sixtieths.map { $0 * minute } + [1, 2, 3, 6, 12].map { $0 * hour }
          + Self.steps(from: DurationGrammar.day)
      }
    return steps.filter { $0 > minimum }
  }

  /// One, two and five times `first` and its products with powers of ten.
  private static func steps(from first: Int64) -> [Int64] {
    var steps: [Int64] = []
    var power = first
    while power < WallTime.bound.nanoseconds / 40 {
      steps += [power, 2 * power, 5 * power]
      power *= 10
    }
    return steps
  }

  /// The time at a mark, a whole number of steps.
  func text(_ time: WallTime, _ durations: TextStyle.Durations) -> String {
    let unit =
      switch self {
      case .seconds: DurationGrammar.second
      case .minutes: DurationGrammar.second
      case .hours: DurationGrammar.minute
      }
    guard self != .seconds, durations == .clock else { return durations.text(time) }
    let (large, small) = (time.nanoseconds / unit).quotientAndRemainder(dividingBy: 60)
    return "\(large):\(small < 10 ? "0" : "")\(small)"
  }

  /// The time at the end of an axis: to hundredths in seconds, else in whole seconds.
  func endText(_ time: WallTime, _ durations: TextStyle.Durations) -> String {
    durations.text(time, places: self == .seconds ? 2 : 0)
  }
}
