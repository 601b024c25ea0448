package import PlayheadModel

/// Rules that are reproduced reckon in floating point.
extension Time {
  /// The time in seconds.
  package var seconds: Double { Double(nanoseconds) / 1e9 }

  /// The time in milliseconds.
  package var milliseconds: Double { Double(nanoseconds) / 1e6 }

  /// The time of `seconds`, to the nearest nanosecond and within ±``bound``; zero for NaN.
  package init(seconds: Double) {
    let limit = Double(Self.bound.nanoseconds)
    let nanoseconds = (seconds * 1e9).rounded()
    self.init(nanoseconds: nanoseconds.isNaN ? 0 : Int64(max(-limit, min(limit, nanoseconds))))
  }
}
