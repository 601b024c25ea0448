import PlayheadModel

/// The settings of a run as headers describe them: those that differ from the defaults.
struct RunFacts {
  let settings: RunSettings
  var durations = TextStyle.Durations.clock

  /// More actions than this are counted rather than listed, unless it is only one more.
  private static let maximumActions = 6

  var facts: [String] {
    [
      settings.loops > 1 ? "plays \(settings.loops) times" : nil,
      settings.limit.map { "limit \(durations.text($0))" },
    ].compactMap(\.self) + actions
  }

  private var actions: [String] {
    let actions = settings.actions
    let listed = actions.count > Self.maximumActions + 1 ? Self.maximumActions : actions.count
    let rest = actions.count - listed
    return actions.prefix(listed).map(words)
      + (rest > 0 ? ["and \(counted(rest, "more action"))"] : [])
  }

  private func words(_ action: UserAction) -> String {
    let words =
      switch action.kind {
      case .play: "play"
      case .pause: "pause"
      case .setRate(let rate): "rate \(rate.text)"
      case .playImmediately(let rate): "playImmediately \(rate.text)"
      case .seek(let target, .exact): "seek to \(durations.text(target))"
      case .seek(let target, .keyframe): "seek to the key frame nearest \(durations.text(target))"
      }
    return "\(words) at \(durations.text(action.wallTime))"
  }
}

extension Transport {
  /// What of TCP and TLS is modelled, in the words of headers.
  package var fact: String {
    switch self {
    case .fluid: "TCP not modelled"
    case .slowStart(let setUpRoundTrips):
      setUpRoundTrips > 1 ? "TCP slow start with TLS 1.3" : "TCP slow start"
    }
  }
}
