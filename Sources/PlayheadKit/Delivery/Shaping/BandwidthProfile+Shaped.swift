extension BandwidthProfile {
  /// A copy with some parts replaced and a note added.
  ///
  /// The new values must be valid: they are not checked.
  func replacing(
    intervals: [Interval]? = nil, afterwards: Afterwards? = nil, jitter: LatencyJitter? = nil,
    note: String?
  ) -> BandwidthProfile {
    BandwidthProfile(
      unchecked: name, intervals ?? self.intervals, afterwards ?? self.afterwards,
      jitter: jitter ?? self.jitter, notes: notes + [note].compactMap(\.self))
  }
}
