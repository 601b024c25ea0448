package import PlayheadModel

/// What a finding costs viewers.
package enum FindingPrice: Hashable, Sendable {
  /// The media plays to its end on the reference link, as it is and without the fault.
  case cost(InspectionCost)
  /// Playback reaches its end only without the fault.
  case endsOnlyWithout
  /// Playback does not end on the reference link.
  case endless
  /// It costs no time by its nature, or nothing shows what it would be without the fault.
  case unknown

  /// The cost; `nil` if there is none to tell.
  package var cost: InspectionCost? { if case .cost(let cost) = self { cost } else { nil } }

  /// Whether viewers wait for it.
  var isWait: Bool {
    switch self {
    case .cost(let cost): cost.waits > .zero
    case .endsOnlyWithout: true
    case .endless, .unknown: false
    }
  }
}

/// What a finding costs its viewers: waits on the reference link, with it less without it, in wall
/// time, negative where it saves them; and media that they miss on any link.
package struct InspectionCost: Hashable, Sendable {
  /// Of the startup.
  package var startup: WallTime = .zero
  /// Of stalls.
  package var stalled: WallTime = .zero
  /// Of a seek to the frame that costs most.
  package var seek: WallTime = .zero
  /// The media time for which pictures or sound are missing, or are in the file and never shown.
  package var missing: MediaTime = .zero

  /// All waits together.
  package var waits: WallTime { startup + stalled + seek }
}
