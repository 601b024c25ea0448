/// What to change about a network before anything is played over it.
public struct NetworkShaping: Hashable, Sendable {
  /// What to multiply rates with; `nil` leaves them.
  public var scale: RateScale?
  /// How far inside the profile to start, in wall time; not negative.
  public var offset = MediaTime.zero
  /// Whether to hold the last interval where the profile would repeat.
  public var holdsLast = false
  /// The latency in place of the profile's own, in wall time; `nil` leaves that.
  public var latency: MediaTime?
  /// How latency varies; `nil` if it does not.
  public var jitter: LatencyJitter?
  /// The share of packets that is lost, in 0…1, in place of the profile's own; `nil` leaves that.
  public var loss: Ratio?
  /// Whether the whole path counts as constrained.
  public var isLowData = false

  /// Changes nothing but what a profile's own loss costs it.
  public init() {}

  /// `profile` with all of this done to it.
  ///
  /// The order: hold, offset, scale, latency, jitter, and last what loss costs, as that depends on
  /// the latency and counts against the rate that is there.
  ///
  /// - Throws: ``ProfileError`` if a value is not within its bounds, or brings a rate out of them.
  public func applied(to profile: BandwidthProfile) throws(ProfileError) -> BandwidthProfile {
    guard offset >= .zero, offset <= .bound else {
      throw ProfileError(.whole, "an offset of \(offset.secondsText) s is not possible")
    }
    var profile = holdsLast ? profile.holdingLast() : profile
    profile = profile.starting(at: offset)
    if let scale { profile = try profile.scaled(by: scale) }
    if let latency { profile = try profile.replacingLatency(with: latency) }
    if let jitter { profile = profile.jittered(by: jitter) }
    if let loss { profile = try profile.replacingLoss(with: loss) }
    if isLowData { profile = profile.inLowDataMode() }
    return profile.payingForLoss()
  }
}
