package import PlayheadModel

/// A network as somebody asked for it: which one, and what to do to it.
package struct GivenNetwork: Hashable, Sendable {
  /// What was written, such as `3g` or a path; `nil` if nobody wrote anything.
  package var text: String?
  /// The format that the file was said to have; `nil` if it was to be detected.
  package var format: TraceFormat?
  /// The network before anything is done to it.
  package var profile: BandwidthProfile
  /// What to do to it.
  package var shaping: NetworkShaping

  /// A network of the parts given.
  package init(
    text: String? = nil, format: TraceFormat? = nil, profile: BandwidthProfile,
    shaping: NetworkShaping = NetworkShaping()
  ) {
    self.text = text
    self.format = format
    self.profile = profile
    self.shaping = shaping
  }

  /// The network with everything done to it.
  ///
  /// - Throws: ``ProfileError`` if a value is out of range, or brings a rate out of its range.
  package func shaped() throws(ProfileError) -> BandwidthProfile {
    try shaping.applied(to: profile)
  }
}
