/// A row of a timeline, as far as a baseline keeps it.
public struct RecordedTick: Hashable, Sendable {
  /// When, in wall time.
  public var wallTime: MediaTime
  /// Where the playhead is, in media time.
  public var mediaTime: MediaTime
  /// The media loaded ahead of it, in media time.
  public var bufferLevel: MediaTime
  /// What the player is at: `waiting`, `stalled`, `playing`, `paused` or `ended`.
  public var state: State

  /// What the player is at.
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// It waits for its first frame, or after a seek.
    case waiting
    /// A stall is open.
    case stalled
    /// It plays.
    case playing
    /// It is paused.
    case paused
    /// The end has been played.
    case ended
  }

  /// A row of the parts given.
  public init(wallTime: MediaTime, mediaTime: MediaTime, bufferLevel: MediaTime, state: State) {
    self.wallTime = wallTime
    self.mediaTime = mediaTime
    self.bufferLevel = bufferLevel
    self.state = state
  }

  /// What is kept of `tick`.
  public init(_ tick: Tick) {
    let state: State =
      switch tick.status {
      case .paused where tick.isInStall, .waiting where tick.isInStall: .stalled
      case .paused: .paused
      case .waiting: .waiting
      case .playing: .playing
      case .ended: .ended
      }
    self.init(
      wallTime: tick.wallTime, mediaTime: tick.mediaTime, bufferLevel: tick.bufferLevel,
      state: state)
  }
}

extension RecordedTick {
  /// About so many rows are kept of a session: at the usual half second, five minutes.
  public static let mostRows: Int64 = 600

  /// The time between the rows that are kept of a session which takes `elapsed`: half a second,
  /// doubled until there are no more than ``mostRows`` rows besides the first and the last.
  public static func interval(for elapsed: MediaTime) -> MediaTime {
    var interval = MediaTime.milliseconds(500)
    while elapsed.nanoseconds / interval.nanoseconds > mostRows { interval = interval * 2 }
    return interval
  }

  /// The row in one line, exact: wall time, media time and buffer level in seconds, and the state.
  public var text: String {
    "\(wallTime.secondsText) \(mediaTime.secondsText) \(bufferLevel.secondsText) \(state.rawValue)"
  }

  /// The row that ``text`` gave; `nil` if it is none.
  init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 4, let state = State(rawValue: String(parts[3])),
      let wallTime = MediaTime(exactSeconds: parts[0]),
      let mediaTime = MediaTime(exactSeconds: parts[1]),
      let bufferLevel = MediaTime(exactSeconds: parts[2])
    else { return nil }
    self.init(
      wallTime: wallTime, mediaTime: mediaTime, bufferLevel: bufferLevel, state: state)
  }
}

extension MediaTime {
  /// Seconds in decimals, to the nanosecond and not below zero; `nil` if `text` is none.
  init?(exactSeconds text: some StringProtocol) {
    guard let written = WrittenDecimal(text), written.fraction.count <= 9,
      let nanoseconds = written.times(1_000_000_000, atMost: Int64.max)
    else { return nil }
    self.init(nanoseconds: nanoseconds)
  }
}
