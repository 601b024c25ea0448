/// The columns of a timeline, as many as fit.
struct TimelineLayout {
  private let style: TextStyle
  private let timeWidth: Int
  private let showsRate: Bool
  private let showsBuffer: Bool
  private let bar: ProgressBar
  private let duration: MediaTime
  /// When the first frame plays; `nil` if none ever does.
  private let start: MediaTime?

  private static let bufferWidth = 8
  private static let rateWidth = 13
  private static let leastStateWidth = 13

  /// A layout for the timeline of `session`.
  init(style: TextStyle, session: Session) {
    self.style = style
    duration = session.duration
    start = session.events.first { $0.kind == .playbackStarted }?.wallTime
    let longest = session.ticks.reduce(MediaTime.zero) { max($0, $1.wallTime, $1.mediaTime) }
    timeWidth = max(7, longest.secondsText(places: 3).count) + 1
    let speeds = Set(session.ticks.filter { $0.status == .playing }.map(\.rate))
    let stateWidth = speeds.reduce(Self.leastStateWidth) {
      max($0, Self.leastStateWidth + Self.speed($1).count)
    }
    let fixed = 2 * timeWidth + 1 + stateWidth + 1
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
  private func times(_ wallTime: MediaTime, _ mediaTime: MediaTime) -> String {
    wallTime.secondsText(places: 3).leftPadded(to: timeWidth)
      + mediaTime.secondsText(places: 3).leftPadded(to: timeWidth) + " "
  }

  /// The line of a tick at which the link carries `rate`.
  func row(_ tick: Tick, rate: BitRate) -> String {
    let state = state(tick)
    return times(tick.wallTime, tick.mediaTime)
      + bar.text(progress: tick.progress, loaded: tick.loadedTimeRanges, of: duration)
      + (showsBuffer
        ? tick.bufferLevel.secondsText(places: 3).leftPadded(to: Self.bufferWidth) : "")
      + (showsRate ? rate.rounded.text.leftPadded(to: Self.rateWidth) : "")
      + " " + (tick.isInStall ? style.set(state, in: .red) : state)
  }

  /// The lines of a mark: its words behind its times, on as many lines as they need.
  func lines(_ mark: TimelineMark) -> [String] {
    let sign = style.usesUnicode ? "▸ " : "> "
    let times = times(mark.wallTime, mark.mediaTime)
    var plain = style
    plain.usesColor = false
    let row = WrappedRow(name: times + sign, nameWidth: times.count + sign.count, style: plain)
    return row.lines(mark.text).enumerated().map { number, line in
      let start = line.index(line.startIndex, offsetBy: number == 0 ? times.count : row.nameWidth)
      return line[..<start] + style.set(String(line[start...]), in: mark.color)
    }
  }

  /// What the player is doing, in a word or two.
  private func state(_ tick: Tick) -> String {
    let full = tick.isPlaybackBufferFull ? ", full" : ""
    return switch tick.status {
    case .paused: "paused" + full
    case .waiting where tick.isInStall: "STALLED" + full
    case .waiting: (start.map { $0 <= tick.wallTime } ?? false ? "waiting" : "starting") + full
    case .playing: "playing" + Self.speed(tick.rate) + full
    case .ended: "ended"
    }
  }

  /// A rate other than the normal one.
  private static func speed(_ rate: PlaybackRate) -> String {
    rate == .normal ? "" : " \(rate.text)x"
  }
}
