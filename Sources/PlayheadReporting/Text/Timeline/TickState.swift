import PlayheadAnalysis
package import PlayheadModel

/// The state of the player as a row of a timeline words it.
package struct TickState: Hashable {
  let phase: PlaybackModel.Phase
  let rate: PlaybackRate
  var isFull: Bool

  package init(_ tick: Tick) { self.init(ComparedTick(tick)) }

  init(_ tick: ComparedTick) {
    phase = tick.phase
    // A rate other than 1 is shown only while it has an effect.
    rate = tick.rate
    isFull = tick.isPlaybackBufferFull
  }

  /// Whether it equals `other` except for a full buffer.
  func isAlike(_ other: TickState) -> Bool {
    var other = other
    other.isFull = isFull
    return self == other
  }

  package var text: String {
    let full = isFull ? ", full" : ""
    return switch phase {
    case .paused: "paused" + full
    case .waiting(.stall), .waiting(.loop): "STALLED" + full
    case .waiting(.startup): "starting" + full
    case .waiting(.seek): "waiting" + full
    case .playing: "playing" + (rate == .normal ? "" : " \(rate.text)x") + full
    case .ended: "ended"
    }
  }
}
