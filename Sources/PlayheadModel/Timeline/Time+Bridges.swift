extension Time {
  /// The time nearest to `duration`, halves away from zero; beyond ±``bound``, that bound.
  public init(_ duration: Duration) {
    let attoseconds = duration.attoseconds
    let magnitude = attoseconds.magnitude / 1_000_000_000
    let rest = attoseconds.magnitude % 1_000_000_000
    let rounded = magnitude + (rest >= 500_000_000 ? 1 : 0)
    let nanoseconds = Int64(min(rounded, UInt128(Self.bound.nanoseconds)))
    self.init(nanoseconds: attoseconds < 0 ? -nanoseconds : nanoseconds)
  }
}

extension Duration {
  /// The length of `time`, exact.
  public init<Clock>(_ time: Time<Clock>) {
    self = .nanoseconds(time.nanoseconds)
  }
}

#if canImport(CoreMedia)
  public import CoreMedia

  extension Time where Clock == MediaClock {
    /// The time nearest to `time`, halves away from zero.
    ///
    /// `nil` if `time` is invalid, indefinite or infinite, counts from another epoch than the
    /// first, or lies beyond ±``bound``.
    public init?(_ time: CMTime) {
      guard time.isNumeric, time.epoch == 0 else { return nil }
      self.init(value: time.value, timeBase: Rational(1, time.timescale))
    }
  }

  extension CMTime {
    /// The media time `time`, exact, in nanoseconds.
    public init(_ time: MediaTime) {
      self.init(value: time.nanoseconds, timescale: 1_000_000_000)
    }
  }
#endif
