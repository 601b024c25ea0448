import PlayheadModel

/// A quantity in a trace: its name, its unit and its bound.
struct TraceQuantity {
  /// The name in errors, such as `the time in seconds`.
  let name: String
  /// The power of 10 that converts to the unit of the result.
  let power: Int
  /// The maximum of the result.
  let bound: Int64

  /// A time in seconds, read in nanoseconds.
  static func seconds(_ name: String) -> TraceQuantity {
    TraceQuantity(name: name, power: 9, bound: WallTime.bound.nanoseconds)
  }

  /// A time in milliseconds, read in nanoseconds.
  static func milliseconds(_ name: String) -> TraceQuantity {
    TraceQuantity(name: name, power: 6, bound: WallTime.bound.nanoseconds)
  }

  /// A rate in kb/s, read in bit/s.
  static func kilobits(_ name: String) -> TraceQuantity {
    TraceQuantity(name: name, power: 3, bound: BitRate.bound.bitsPerSecond)
  }

  /// A rate in Mb/s, read in bit/s.
  static func megabits(_ name: String) -> TraceQuantity {
    TraceQuantity(name: name, power: 6, bound: BitRate.bound.bitsPerSecond)
  }

  /// A count of things, read as it is.
  static func count(_ name: String, atMost bound: Int64) -> TraceQuantity {
    TraceQuantity(name: name, power: 0, bound: bound)
  }
}

extension TraceText {
  /// The value of `number` in the unit of `quantity`, rounded to nearest.
  ///
  /// - Throws: ``ProfileError`` if it is negative or above the bound.
  func value(_ number: ScannedDecimal, of quantity: TraceQuantity) throws(ProfileError) -> Int64 {
    if number.isNegative, !number.isZero(in: bytes) {
      throw refusal(
        at: number.range.lowerBound,
        "\(quantity.name) is \(word(at: number.range.lowerBound)), which is negative")
    }
    guard let value = number.times(tenTo: quantity.power, in: bytes, atMost: quantity.bound) else {
      let most = decimalText(quantity.bound, places: quantity.power, trimmed: true)
      throw refusal(
        at: number.range.lowerBound,
        "\(quantity.name) is \(word(at: number.range.lowerBound)), and the most is \(most)")
    }
    return value
  }
}
