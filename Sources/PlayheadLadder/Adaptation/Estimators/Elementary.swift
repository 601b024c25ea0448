import POSIX

/// The elementary functions that players compute with, from the C library.
enum Elementary {
  /// `base` to the power of `exponent`.
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// The natural logarithm of `value`.
  static func logarithm(_ value: Double) -> Double { log(value) }

  /// e to the power of `value`.
  static func exponential(_ value: Double) -> Double { exp(value) }
}
