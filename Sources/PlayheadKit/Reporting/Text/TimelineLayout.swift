/// The columns of a timeline, as many as fit.
struct TimelineLayout {
  private let style: TextStyle
  private let timeWidth: Int
  private let showsRate: Bool
  private let showsBuffer: Bool
  private let bar: ProgressBar

  private static let bufferWidth = 8
  private static let rateWidth = 13
  private static let stateWidth = 13

  /// A layout for a timeline that ends with `last`.
  init(style: TextStyle, last: Tick?) {
    self.style = style
    let longest = max(last?.wallTime ?? .zero, last?.mediaTime ?? .zero)
    timeWidth = max(7, longest.secondsText(places: 3).count) + 1
    let fixed = 2 * timeWidth + 1 + Self.stateWidth + 1
    showsBuffer = style.width >= fixed + Self.bufferWidth + 8
    showsRate = style.width >= fixed + Self.bufferWidth + Self.rateWidth + 12
    let taken =
      fixed + (showsBuffer ? Self.bufferWidth : 0) + (showsRate ? Self.rateWidth : 0)
    bar = ProgressBar(
      width: min(max(8, style.width - taken), 100), style: style.usesUnicode ? .blocks : .ascii)
  }

  /// The names of the columns.
  var heading: String {
    let names = [
      "wall".leftPadded(to: timeWidth), "media".leftPadded(to: timeWidth), " ",
      "played and buffered".prefix(bar.width).description.padded(to: bar.width),
      showsBuffer ? "buffer".leftPadded(to: Self.bufferWidth) : "",
      showsRate ? "link".leftPadded(to: Self.rateWidth) : "", " ", "state",
    ]
    return style.set(names.joined(), in: .dim)
  }

  /// A wall time and a media time in their columns.
  func times(_ wallTime: MediaTime, _ mediaTime: MediaTime) -> String {
    wallTime.secondsText(places: 3).leftPadded(to: timeWidth)
      + mediaTime.secondsText(places: 3).leftPadded(to: timeWidth) + " "
  }

  /// The line of a tick at which the link carries `rate`.
  func row(_ tick: Tick, rate: BitRate) -> String {
    let state = Self.state(tick)
    return times(tick.wallTime, tick.mediaTime)
      + bar.text(progress: tick.progress, buffered: tick.buffered)
      + (showsBuffer
        ? tick.bufferLevel.secondsText(places: 3).leftPadded(to: Self.bufferWidth) : "")
      + (showsRate ? rate.rounded.text.leftPadded(to: Self.rateWidth) : "")
      + " " + (tick.isInStall ? style.set(state, in: .red) : state)
  }

  /// What the player is doing, in a word or two.
  private static func state(_ tick: Tick) -> String {
    let full = tick.isPlaybackBufferFull ? ", full" : ""
    return switch tick.status {
    case .paused: "paused"
    case .waiting: (tick.isInStall ? "STALLED" : "starting") + full
    case .playing: "playing" + full
    case .ended: "ended"
    }
  }
}
