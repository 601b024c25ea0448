package import PlayheadModel

/// A timeline row as recorded in a baseline.
package struct RecordedTick: Hashable, Sendable {
  /// The wall time.
  package var wallTime: WallTime
  /// The playhead, in media time.
  package var mediaTime: MediaTime
  /// The media loaded ahead of the playhead, in media time.
  package var bufferLevel: MediaTime
  /// The player's state: `waiting`, `stalled`, `playing`, `paused` or `ended`.
  package var state: State

  /// A player's state in a row.
  package enum State: String, CaseIterable, Hashable, Sendable {
    /// Waiting for the first frame, or after a seek.
    case waiting
    /// A stall is open.
    case stalled
    /// Playing.
    case playing
    /// Paused.
    case paused
    /// At the end.
    case ended
  }

  /// A row of the given values.
  package init(wallTime: WallTime, mediaTime: MediaTime, bufferLevel: MediaTime, state: State) {
    self.wallTime = wallTime
    self.mediaTime = mediaTime
    self.bufferLevel = bufferLevel
    self.state = state
  }

  /// The recorded part of `tick`.
  package init(_ tick: Tick) {
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
  /// The approximate maximum number of rows per session: five minutes at the usual half second.
  package static let maximumRows: Int64 = 600

  /// The time between recorded rows of a session of `elapsed`: half a second, doubled until at most
  /// ``maximumRows`` rows remain besides the first and the last.
  package static func interval(for elapsed: WallTime) -> WallTime {
    var interval = WallTime.milliseconds(500)
    while elapsed.nanoseconds / interval.nanoseconds > maximumRows { interval = interval * 2 }
    return interval
  }

  /// The row as one line of exact text: wall time, media time and buffer level in seconds, and
  /// state.
  package var text: String {
    "\(wallTime.secondsText) \(mediaTime.secondsText) \(bufferLevel.secondsText) \(state.rawValue)"
  }

  /// Parses the format of ``text``; `nil` if malformed.
  init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 4, let state = State(rawValue: String(parts[3])),
      let wallTime = WallTime(exactSeconds: parts[0]),
      let mediaTime = MediaTime(exactSeconds: parts[1]),
      let bufferLevel = MediaTime(exactSeconds: parts[2])
    else { return nil }
    self.init(
      wallTime: wallTime, mediaTime: mediaTime, bufferLevel: bufferLevel, state: state)
  }
}

extension Time {
  /// Parses nonnegative decimal seconds with up to nine decimals; `nil` if malformed.
  init?(exactSeconds text: some StringProtocol) {
    guard let written = WrittenDecimal(text), written.fraction.count <= 9,
      let nanoseconds = written.times(1_000_000_000, atMost: Int64.max)
    else { return nil }
    self.init(nanoseconds: nanoseconds)
  }
}
