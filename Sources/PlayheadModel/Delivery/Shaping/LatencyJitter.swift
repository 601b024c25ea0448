/// Random variation of a latency, identical for the same seed on every machine.
///
/// Each ``slot`` of time has its own draw, uniform over all whole nanoseconds from `−magnitude` to
/// `+magnitude`. A latency never falls below zero, so a magnitude above the latency raises its
/// mean. Requests sent within one slot see the same latency, as the state of a network lasts a
/// while. The draw depends only on the time, so every player meets the same network. A profile that
/// repeats does not repeat its jitter.
public struct LatencyJitter: Hashable, Sendable {
  /// The maximum deviation; not negative, at most `WallTime.bound`.
  public let magnitude: WallTime
  /// The seed of the draws.
  public let seed: UInt64

  /// The duration of one draw: 100 ms.
  public static let slot = WallTime.milliseconds(100)

  /// Jitter of up to `magnitude`.
  ///
  /// - Throws: ``ProfileError`` if `magnitude` is negative or beyond `WallTime.bound`.
  public init(magnitude: WallTime, seed: UInt64) throws(ProfileError) {
    guard magnitude >= .zero, magnitude <= .bound else {
      throw ProfileError(.whole, "a jitter of \(magnitude.secondsText) s is not possible")
    }
    self.magnitude = magnitude
    self.seed = seed
  }

  /// `latency` with the deviation at `time`, clamped to zero and `WallTime.bound`.
  ///
  /// - Precondition: `time` is not negative.
  public func applied(to latency: WallTime, at time: WallTime) -> WallTime {
    min(max(latency + deviation(at: time), .zero), .bound)
  }

  /// When the draw after the one at `time` begins to hold.
  ///
  /// - Precondition: `time` is not negative.
  func nextDraw(after time: WallTime) -> WallTime {
    WallTime(
      nanoseconds: (time.nanoseconds / Self.slot.nanoseconds + 1) * Self.slot.nanoseconds)
  }

  /// The deviation at `time`.
  private func deviation(at time: WallTime) -> WallTime {
    let slot = UInt64(time.nanoseconds / Self.slot.nanoseconds)
    let choices = UInt64(magnitude.nanoseconds) * 2 + 1
    // The high half of the product maps the draw to a choice without the bias of a modulus.
    let choice = draw(slot).multipliedFullWidth(by: choices).high
    return WallTime(nanoseconds: Int64(choice) - magnitude.nanoseconds)
  }

  /// Element `slot` of a sequence of random numbers.
  ///
  /// The seed is mixed too, as seeds are often consecutive numbers.
  private func draw(_ slot: UInt64) -> UInt64 {
    SplitMix.mixed(SplitMix.mixed(seed) &+ (slot &+ 1) &* SplitMix.increment)
  }
}

extension BandwidthProfile {
  /// A copy with `jitter` in its latency.
  public func jittered(by jitter: LatencyJitter) -> BandwidthProfile {
    guard jitter.magnitude > .zero else { return self }
    return replacing(
      jitter: jitter, note: "jitter up to \(jitter.magnitude.shortText) (seed \(jitter.seed))")
  }
}
