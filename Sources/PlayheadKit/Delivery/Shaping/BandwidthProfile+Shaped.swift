extension BandwidthProfile {
  /// The same profile with some of it replaced, and a note of that.
  ///
  /// The values given have to pass the checks that the profile's own have passed.
  func replacing(
    intervals: [Interval]? = nil, afterwards: Afterwards? = nil, jitter: LatencyJitter? = nil,
    note: String?
  ) -> BandwidthProfile {
    BandwidthProfile(
      unchecked: name, intervals ?? self.intervals, afterwards ?? self.afterwards,
      jitter: jitter ?? self.jitter, notes: notes + [note].compactMap(\.self))
  }
}
