/// In what an axis of time counts: seconds, or for what lasts long minutes or hours.
enum AxisUnit: Hashable {
  case seconds, minutes, hours

  /// The unit for an axis as long as `length`.
  init(for length: MediaTime) {
    self = length <= .seconds(100) ? .seconds : length < .seconds(5 * 3600) ? .minutes : .hours
  }

  /// One of it, in nanoseconds.
  private var nanoseconds: Int64 {
    switch self {
    case .seconds: 1_000_000_000
    case .minutes: DurationGrammar.minute
    case .hours: DurationGrammar.hour
    }
  }

  private var name: String {
    switch self {
    case .seconds: "s"
    case .minutes: "min"
    case .hours: "h"
    }
  }

  /// The round steps longer than `least` nanoseconds, the shortest first.
  ///
  /// For seconds and hours they are one, two and five times powers of ten, from a millisecond and
  /// from a quarter of an hour on; minutes have quarters and halves of an hour between.
  func steps(moreThan least: Int64) -> [Int64] {
    let minute = DurationGrammar.minute
    let hour = DurationGrammar.hour
    let short =
      switch self {
      case .seconds: Self.steps(from: 1_000_000)
      case .minutes: [1, 2, 5, 10, 15, 30].map { $0 * minute } + Self.steps(from: hour)
      case .hours: [15 * minute, 30 * minute] + Self.steps(from: hour)
      }
    return short.filter { $0 > least }
  }

  /// One, two and five times `first` and its products with powers of ten.
  private static func steps(from first: Int64) -> [Int64] {
    var steps: [Int64] = []
    var power = first
    while power < MediaTime.bound.nanoseconds / 40 {
      steps += [power, 2 * power, 5 * power]
      power *= 10
    }
    return steps
  }

  /// A mark's time, which is a whole number of steps.
  func text(_ time: MediaTime, _ durations: TextStyle.Durations) -> String {
    switch durations {
    case .iso8601: return durations.text(time)
    case .seconds where self == .seconds: return durations.text(time)
    case .seconds:
      // A quarter of an hour is 0.25 h.
      let hundredths = time.nanoseconds / (nanoseconds / 100)
      return decimalText(hundredths, places: 2, trimmed: true) + " " + name
    }
  }

  /// The time at the end of an axis, rounded.
  func endText(_ time: MediaTime, _ durations: TextStyle.Durations) -> String {
    guard self != .seconds else { return durations.text(time, places: 2) }
    guard durations == .seconds else { return durations.text(time, places: 0) }
    let tenths = (time.nanoseconds + nanoseconds / 20) / (nanoseconds / 10)
    return decimalText(tenths, places: 1, trimmed: false) + " " + name
  }
}
