/// How a latency varies around its mean, the same for the same seed on every machine.
///
/// It is drawn anew for every ``slot`` of time, evenly over all whole nanoseconds from
/// `−magnitude` to `+magnitude`, and a latency never falls below zero: with a magnitude above the
/// latency, the mean is therefore higher than that. Requests sent within one slot see the same
/// latency, as the state of a network lasts a while; and whatever a player does, at the same time
/// it meets the same network. A profile that repeats does not repeat its jitter.
public struct LatencyJitter: Hashable, Sendable {
  /// The most by which a latency is longer or shorter; not negative, at most `MediaTime.bound`.
  public let magnitude: MediaTime
  /// What the draws depend on besides the time.
  public let seed: UInt64

  /// How long a draw lasts: 100 ms.
  public static let slot = MediaTime.milliseconds(100)

  /// Jitter of up to `magnitude`.
  ///
  /// - Throws: ``ProfileError`` if `magnitude` is negative or beyond `MediaTime.bound`.
  public init(magnitude: MediaTime, seed: UInt64) throws(ProfileError) {
    guard magnitude >= .zero, magnitude <= .bound else {
      throw ProfileError(.whole, "a jitter of \(magnitude.secondsText) s is not possible")
    }
    self.magnitude = magnitude
    self.seed = seed
  }

  /// `latency` with what is drawn for `time`, within zero and `MediaTime.bound`.
  ///
  /// - Precondition: `time` is not negative.
  public func applied(to latency: MediaTime, at time: MediaTime) -> MediaTime {
    min(max(latency + deviation(at: time), .zero), .bound)
  }

  /// What is drawn for `time`.
  private func deviation(at time: MediaTime) -> MediaTime {
    let slot = UInt64(time.nanoseconds / Self.slot.nanoseconds)
    let choices = UInt64(magnitude.nanoseconds) * 2 + 1
    // The high half of the product spreads the draw over the choices without a division's bias.
    let choice = draw(slot).multipliedFullWidth(by: choices).high
    return MediaTime(nanoseconds: Int64(choice) - magnitude.nanoseconds)
  }

  /// The number at place `slot` of a SplitMix64 sequence (Steele, Lea and Flood 2014).
  ///
  /// The seed is mixed too, as people take seeds that are next to each other.
  private func draw(_ slot: UInt64) -> UInt64 {
    Self.mixed(Self.mixed(seed) &+ (slot &+ 1) &* 0x9E37_79B9_7F4A_7C15)
  }

  private static func mixed(_ number: UInt64) -> UInt64 {
    let once = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    let twice = (once ^ (once >> 27)) &* 0x94D0_49BB_1331_11EB
    return twice ^ (twice >> 31)
  }
}

extension BandwidthProfile {
  /// The same profile with `jitter` in its latency.
  public func jittered(by jitter: LatencyJitter) -> BandwidthProfile {
    guard jitter.magnitude > .zero else { return self }
    return replacing(
      jitter: jitter, note: "jitter up to \(jitter.magnitude.shortText) (seed \(jitter.seed))")
  }
}
