/// Changes to a network before playback.
package struct NetworkShaping: Hashable, Sendable {
  /// The factor for rates; `nil` leaves them.
  package var scale: RateScale?
  /// The offset into the profile at which to start, in wall time; not negative.
  package var offset = WallTime.zero
  /// Whether to hold the last interval where the profile would repeat.
  package var holdsLast = false
  /// The latency that replaces the profile's own, in wall time; `nil` leaves it.
  package var latency: WallTime?
  /// The variation of the latency; `nil` for none.
  package var jitter: LatencyJitter?
  /// The packet loss that replaces the profile's own, 0…1; `nil` leaves it.
  package var loss: Ratio?
  /// Whether the path is constrained throughout.
  package var isLowData = false

  /// Changes nothing, except that the profile's own loss reduces its rate.
  package init() {}

  /// A copy of `profile` with all changes applied.
  ///
  /// The order is hold, offset, scale, latency, jitter, loss. Loss is last because its bound
  /// depends on the latency and limits the final rate.
  ///
  /// - Throws: ``ProfileError`` if a value is out of bounds, or moves a rate out of bounds.
  package func applied(to profile: BandwidthProfile) throws(ProfileError) -> BandwidthProfile {
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
