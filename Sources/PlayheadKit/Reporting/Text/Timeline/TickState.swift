/// What a row of a timeline says of the player in words.
struct TickState: Hashable {
  let status: TimeControlStatus
  let rate: PlaybackRate
  let isInStall: Bool
  let isFull: Bool
  /// Whether a frame had played before.
  let hasStarted: Bool

  init(_ tick: Tick, start: MediaTime?) {
    status = tick.status
    // A rate other than the normal one is told only while it has an effect.
    rate = tick.status == .playing ? tick.rate : .normal
    isInStall = tick.isInStall
    isFull = tick.isPlaybackBufferFull
    hasStarted = start.map { $0 <= tick.wallTime } ?? false
  }

  var text: String {
    let full = isFull ? ", full" : ""
    return switch status {
    case .paused: "paused" + full
    case .waiting where isInStall: "STALLED" + full
    case .waiting: (hasStarted ? "waiting" : "starting") + full
    case .playing: "playing" + (rate == .normal ? "" : " \(rate.text)x") + full
    case .ended: "ended"
    }
  }
}
