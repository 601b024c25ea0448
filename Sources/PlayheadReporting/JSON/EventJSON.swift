import PlayheadFiles
import PlayheadModel

extension SessionJSON {
  /// An event: when, where, its name, and what is particular to it.
  static func members(of event: Event) -> [JSONValue.Member] {
    let (name, details) = nameAndDetails(of: event.kind)
    let members: [JSONValue.Member] = [
      .init(key: "wallSeconds", value: .seconds(event.wallTime)),
      .init(key: "mediaSeconds", value: .seconds(event.mediaTime)),
      .init(key: "event", value: .string(name)),
    ]
    return members + details.map { .init(key: $0.key, value: $0.value) }
  }

  private static func nameAndDetails(
    of kind: Event.Kind
  ) -> (String, KeyValuePairs<String, JSONValue>) {
    switch kind {
    case .play: ("play", [:])
    case .pause: ("pause", [:])
    case .rate(let rate): ("rate", ["rate": .rate(rate)])
    case .playImmediately(let rate): ("playImmediately", ["rate": .rate(rate)])
    case .seekStarted(let target, let decodesFrom):
      (
        "seekStarted",
        ["toSeconds": .seconds(target), "decodesFromSeconds": .seconds(decodesFrom)]
      )
    case .seekFinished(let isFinished): ("seekFinished", ["isFinished": .bool(isFinished)])
    case .gapJumped(let target): ("gapJumped", ["toSeconds": .seconds(target)])
    case .pathChanged(let path):
      (
        "pathChanged",
        [
          "isExpensive": .bool(path.contains(.expensive)),
          "isConstrained": .bool(path.contains(.constrained)),
        ]
      )
    case .requestSent(let number, let offset):
      ("requestSent", ["number": .whole(number), "offsetBytes": .integer(offset)])
    case .requestDropped(let number, let wasted):
      ("requestDropped", ["number": .whole(number), "wastedBytes": .integer(wasted)])
    case .opened: ("opened", [:])
    case .loadingFinished: ("loadingFinished", [:])
    case .backBufferDropped(let time): ("backBufferDropped", ["beforeSeconds": .seconds(time)])
    case .isPlaybackBufferEmpty(let value): ("isPlaybackBufferEmpty", ["value": .bool(value)])
    case .isPlaybackBufferFull(let value): ("isPlaybackBufferFull", ["value": .bool(value)])
    case .isPlaybackLikelyToKeepUp(let value):
      ("isPlaybackLikelyToKeepUp", ["value": .bool(value)])
    case .waiting(let reason): ("waiting", ["reason": .string(reason.rawValue)])
    case .paused: ("paused", [:])
    case .playbackStarted: ("playbackStarted", [:])
    case .playbackStalled(let number): ("playbackStalled", ["number": .whole(number)])
    case .playbackResumed(let number, let duration):
      ("playbackResumed", ["number": .whole(number), "durationSeconds": .seconds(duration)])
    case .stallEnded(let number, let duration):
      ("stallEnded", ["number": .whole(number), "durationSeconds": .seconds(duration)])
    case .startupEnded(let duration):
      ("startupEnded", ["durationSeconds": .seconds(duration)])
    case .waitEnded(let duration): ("waitEnded", ["durationSeconds": .seconds(duration)])
    case .playbackContinued: ("playbackContinued", [:])
    case .didPlayToEndTime: ("didPlayToEndTime", [:])
    case .playbackLooped(let number): ("playbackLooped", ["number": .whole(number)])
    }
  }
}
