package import PlayheadModel

extension Time {
  /// The place on an axis of time: whole milliseconds, the nearest ones.
  package var axisPlace: Int64 {
    (nanoseconds + (nanoseconds < 0 ? -500_000 : 500_000)) / 1_000_000
  }
}
