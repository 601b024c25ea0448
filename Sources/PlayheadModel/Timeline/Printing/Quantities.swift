extension Time {
  /// The time to this many decimals of a second: `2.50 s`, `1:02.50`.
  ///
  /// From an hour on, less than a millisecond's precision means whole seconds: `1:00:02`.
  package func text(places: Int) -> String {
    let text = clockText(places: places)
    guard text.contains(":") else { return text + " s" }
    return places < 3 && nanoseconds.magnitude >= Self.seconds(3600).nanoseconds.magnitude
      ? clockText(places: 0) : text
  }

  /// The time, exact: `2.5 s`, `1:02.5`.
  package var text: String {
    let text = clockText
    return text.contains(":") ? text : text + " s"
  }

  /// The time, exact, in milliseconds below a second.
  package var shortText: String {
    self < .seconds(1)
      ? decimalText(nanoseconds.magnitude, places: 6, trimmed: true) + " ms" : text
  }
}

extension Time {
  /// To a millisecond, halves away from zero, for display to a person;
  /// what is shorter than one stays as it is.
  package var roundedToMilliseconds: Self {
    guard nanoseconds.magnitude >= 1_000_000 else { return self }
    let rounded = Int64(clamping: nanoseconds.magnitude).rounded(to: 1_000_000)
    return Self(nanoseconds: nanoseconds < 0 ? -rounded : rounded)
  }

  /// A latency to a microsecond, halves up; what is shorter than one stays as it is.
  package var roundedToMicroseconds: Self {
    nanoseconds < 1000 ? self : Self(nanoseconds: nanoseconds.rounded(to: 1000))
  }
}

/// A count of bytes with three figures or so and its unit, in steps of a thousand.
package func byteText(_ bytes: Int64) -> String {
  let units = ["kB", "MB", "GB"]
  guard bytes >= 1000 else { return "\(bytes) B" }
  let step = min((String(bytes).count - 1) / 3, units.count)
  let hundredths = Int64(powerOfTen(3 * step)) / 100
  return decimalText(bytes.divided(by: hundredths), places: 2, trimmed: false)
    + " \(units[step - 1])"
}

extension BitRate {
  /// To whole kilobits, for display of measured rates.
  package var rounded: BitRate {
    bitsPerSecond < 10_000 ? self : BitRate(bitsPerSecond: bitsPerSecond.rounded(to: 1000))
  }

  /// To four figures, as a column of rates has them: `12.35 Mbit/s`.
  package var figuresText: String {
    let digits = String(bitsPerSecond.magnitude).count
    let unit = Int64(powerOfTen(max(0, digits - 4)))
    return BitRate(bitsPerSecond: bitsPerSecond.rounded(to: unit)).text
  }
}

/// A number of bytes, exact, with the unit that makes it shortest: `64 KiB`, `1.5 MB`.
package func exactByteText(_ bytes: Int64) -> String {
  var texts = ["\(bytes) B"]
  for (step, unit) in ["kB", "MB", "GB"].enumerated() where bytes >= powerOfTen(3 * step + 3) {
    texts.append("\(decimalText(bytes, places: 3 * step + 3, trimmed: true)) \(unit)")
  }
  for (step, unit) in ["KiB", "MiB", "GiB"].enumerated() {
    let factor: Int64 = 1 << (10 * step + 10)
    if bytes >= factor, bytes.isMultiple(of: factor) { texts.append("\(bytes / factor) \(unit)") }
  }
  return texts.min { $0.count < $1.count } ?? texts[0]
}

extension Int64 {
  /// The quotient, rounded to nearest, halves up; no number is too large for it.
  ///
  /// - Precondition: the number is not negative, and `divisor` is positive.
  package func divided(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return quotient + (rest >= divisor - rest ? 1 : 0)
  }

  /// The nearest multiple of `unit`, halves up; the greatest that there is of what is above it.
  ///
  /// - Precondition: the number is not negative, and `unit` is positive.
  package func rounded(to unit: Int64) -> Int64 {
    Swift.min(divided(by: unit), .max / unit) * unit
  }
}
