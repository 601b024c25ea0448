extension UserAction {
  /// The action as ``init(parsing:)`` reads it, exactly: `3.25s seek 14.5`.
  public var text: String { "\(wallTime.secondsText)s \(kind.text)" }
}

extension UserAction.Kind {
  /// The action without its time.
  fileprivate var text: String {
    switch self {
    case .play: "play"
    case .pause: "pause"
    case .setRate(let rate): "rate \(rate.text)"
    case .playImmediately(.normal): "playImmediately"
    case .playImmediately(let rate): "playImmediately \(rate.text)"
    case .seek(let target, .exact): "seek \(target.secondsText)"
    case .seek(let target, let precision): "seek \(target.secondsText) \(precision.rawValue)"
    }
  }
}
