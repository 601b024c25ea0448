package import PlayheadModel

/// The first instant at which two links differ.
package struct LinkDifference: Hashable, Sendable {
  /// What a link is at an instant.
  package struct State: Hashable, Sendable {
    /// The rate.
    package let rate: BitRate
    /// The wall time from a request sent then to its first byte.
    package let latency: WallTime
    /// The path's flags.
    package let path: PathFlags

    init(_ link: NetworkLink, at time: WallTime) {
      rate = link.rate(at: time)
      latency = link.latency(at: time)
      path = link.path(at: time)
    }
  }

  /// When, in wall time.
  package let wallTime: WallTime
  /// What the reference is then.
  package let reference: State
  /// What the other link is then.
  package let other: State

  /// The first difference of two links up to `end`, a wall time; `nil` if there is none.
  ///
  /// - Precondition: `end` is not negative.
  package init?(from reference: NetworkLink, to other: NetworkLink, until end: WallTime) {
    guard reference != other else { return nil }
    let links = [reference, other]
    let hasJitter = reference.profile.jitter != other.profile.jitter
    var time = WallTime.zero
    while time <= end {
      let states = links.map { State($0, at: time) }
      if states[0] != states[1] {
        (wallTime, self.reference, self.other) = (time, states[0], states[1])
        return
      }
      var changes = links.compactMap { $0.nextChange(after: time) }
      if hasJitter {
        let slot = LatencyJitter.slot
        changes.append(slot * (time.nanoseconds / slot.nanoseconds + 1))
      }
      guard let next = changes.min() else { return nil }
      time = next
    }
    return nil
  }
}
