extension BandwidthProfile {
  /// A copy with some parts replaced and a note added.
  ///
  /// The new values must be valid: they are not checked.
  package func replacing(
    intervals: [Interval]? = nil, afterwards: Afterwards? = nil, jitter: LatencyJitter? = nil,
    note: String?
  ) -> BandwidthProfile {
    let intervals = intervals ?? self.intervals
    let afterwards = afterwards ?? self.afterwards
    return BandwidthProfile(
      unchecked: name, intervals, afterwards, jitter: jitter ?? self.jitter,
      notes: notes(describing: intervals, afterwards) + [note].compactMap(\.self))
  }
}
