/// A round trip and the bytes before it.
struct FlowRound: Sendable {
  /// The bytes delivered before `anchor`.
  var base: Int64
  /// Since when only the link limits the flow, by one share, so that whole bytes are counted from
  /// there.
  var anchor: WallTime
  /// The amount that the link had carried by then, in quanta.
  var carried: UInt128
  /// What the flow had by then of the byte after `base`, in parts of quanta; zero for a flow that
  /// was never shared, which has it taken off `carried`.
  var rest: UInt128 = 0
  /// The start of the round trip.
  var start: WallTime
  /// How much may get under way in it; `nil` if there is no window.
  var window: Int64?
  /// What is delivered once the window is used up.
  var ceiling: FlowAmount
  /// By when the link had carried the last byte before `anchor`, in quanta; `nil` if there is none.
  var lastCarried: UInt128?
}

/// A number of bytes, and what there is of the next one, in parts of quanta.
struct FlowAmount: Sendable {
  var bytes: Int64
  var rest: UInt128 = 0

  func isLess(than other: FlowAmount) -> Bool {
    bytes < other.bytes || bytes == other.bytes && rest < other.rest
  }
}

/// What limits a flow besides the link's rate: a window, or other flows.
struct FlowState: Sendable {
  var roundTrip: WallTime = .zero
  var maximumPerRoundTrip: Int64 = 0
  var round: FlowRound
  /// The round trip in which the number of flows last changed, or the first one.
  var origin: FlowRound
  /// The parts of each quantum that are the flow's, of ``SharedLink/parts``.
  var weight = SharedLink.parts
  /// Whether that was ever another number, and a flow may have a part of a byte.
  var wasShared = false
}
