import PlayheadFiles
import PlayheadModel

/// Reads what ``SessionJSON`` wrote of an event.
enum EventReading {
  private enum Name: String, CaseIterable {
    case play, pause, rate, playImmediately, seekStarted, seekFinished, pathChanged, requestSent
    case requestDropped, opened, loadingFinished, backBufferDropped, isPlaybackBufferEmpty
    case isPlaybackBufferFull, isPlaybackLikelyToKeepUp, waiting, paused, playbackStarted
    case playbackStalled, playbackResumed, stallEnded, startupEnded, waitEnded, playbackContinued
    case didPlayToEndTime, playbackLooped, gapJumped
  }

  static func event(_ reader: JSONReader) throws(JSONError) -> Event {
    Event(
      wallTime: try reader.member("wallSeconds").seconds(),
      mediaTime: try reader.member("mediaSeconds").seconds(), kind: try kind(reader))
  }

  private static func kind(_ reader: JSONReader) throws(JSONError) -> Event.Kind {
    func number() throws(JSONError) -> Int {
      Int(try reader.member("number").whole(in: 0...Int64(Int32.max)))
    }
    func duration() throws(JSONError) -> WallTime {
      try reader.member("durationSeconds").seconds()
    }
    func value() throws(JSONError) -> Bool { try reader.member("value").bool() }
    switch try reader.member("event").choice(of: Name.self) {
    case .play: return .play
    case .pause: return .pause
    case .rate: return .rate(try ScenarioReading.rate(reader))
    case .playImmediately: return .playImmediately(try ScenarioReading.rate(reader))
    case .seekStarted:
      return .seekStarted(
        to: try reader.member("toSeconds").seconds(),
        decodesFrom: try reader.member("decodesFromSeconds").seconds())
    case .seekFinished:
      return .seekFinished(isFinished: try reader.member("isFinished").bool())
    case .pathChanged:
      var path: PathFlags = []
      if try reader.member("isExpensive").bool() { path.insert(.expensive) }
      if try reader.member("isConstrained").bool() { path.insert(.constrained) }
      return .pathChanged(path)
    case .requestSent:
      return .requestSent(number: try number(), offset: try reader.member("offsetBytes").bytes())
    case .requestDropped:
      return .requestDropped(
        number: try number(), wastedBytes: try reader.member("wastedBytes").bytes())
    case .opened: return .opened
    case .loadingFinished: return .loadingFinished
    case .backBufferDropped:
      return .backBufferDropped(before: try reader.member("beforeSeconds").seconds())
    case .isPlaybackBufferEmpty: return .isPlaybackBufferEmpty(try value())
    case .isPlaybackBufferFull: return .isPlaybackBufferFull(try value())
    case .isPlaybackLikelyToKeepUp: return .isPlaybackLikelyToKeepUp(try value())
    case .waiting:
      return .waiting(
        try reader.member("reason").choice(of: TimeControlStatus.WaitingReason.self))
    case .paused: return .paused
    case .playbackStarted: return .playbackStarted
    case .playbackStalled: return .playbackStalled(number: try number())
    case .playbackResumed:
      return .playbackResumed(number: try number(), duration: try duration())
    case .stallEnded: return .stallEnded(number: try number(), duration: try duration())
    case .startupEnded: return .startupEnded(duration: try duration())
    case .waitEnded: return .waitEnded(duration: try duration())
    case .playbackContinued: return .playbackContinued
    case .didPlayToEndTime: return .didPlayToEndTime
    case .playbackLooped: return .playbackLooped(number: try number())
    case .gapJumped: return .gapJumped(to: try reader.member("toSeconds").seconds())
    }
  }
}
