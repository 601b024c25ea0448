/// The state of the player as a row of a timeline words it.
struct TickState: Hashable {
  let status: TimeControlStatus
  let rate: PlaybackRate
  let isInStall: Bool
  var isFull: Bool
  /// Whether a frame had played before.
  let hasStarted: Bool

  init(_ tick: Tick, start: MediaTime?) {
    status = tick.status
    // A rate other than 1 is shown only while it has an effect.
    rate = tick.status == .playing ? tick.rate : .normal
    isInStall = tick.isInStall
    isFull = tick.isPlaybackBufferFull
    hasStarted = start.map { $0 <= tick.wallTime } ?? false
  }

  /// Whether it equals `other` except for a full buffer.
  func isAlike(_ other: TickState) -> Bool {
    var other = other
    other.isFull = isFull
    return self == other
  }

  var text: String {
    let full = isFull ? ", full" : ""
    return switch status {
    case .paused: (isInStall ? "STALLED" : "paused") + full
    case .waiting where isInStall: "STALLED" + full
    case .waiting: (hasStarted ? "waiting" : "starting") + full
    case .playing: "playing" + (rate == .normal ? "" : " \(rate.text)x") + full
    case .ended: "ended"
    }
  }
}
