public import PlayheadModel

/// A network as somebody asked for it: which one, and what to do to it.
public struct GivenNetwork: Hashable, Sendable {
  /// What was written, such as `3g` or a path; `nil` if nobody wrote anything.
  public var text: String?
  /// The format that the file was said to have; `nil` if it was to be detected.
  public var format: TraceFormat?
  /// The network before anything is done to it.
  public var profile: BandwidthProfile
  /// What to do to it.
  public var shaping: NetworkShaping

  /// A network of the parts given.
  public init(
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
  public func shaped() throws(ProfileError) -> BandwidthProfile {
    try shaping.applied(to: profile)
  }
}
