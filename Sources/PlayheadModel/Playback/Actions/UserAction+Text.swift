extension UserAction {
  /// The action as ``init(parsing:)`` reads it, exactly: `3.25s seek 14.5`.
  public var text: String { "\(wallTime.secondsText)s \(kind.text { $0.secondsText })" }
}

extension UserAction.Kind {
  /// The action without its time, in the words of ``UserAction/init(parsing:)``.
  ///
  /// - Parameters:
  ///   - namesNormalRate: whether the rate is written, too, where it is the normal one.
  ///   - time: writes a media time.
  /// - Returns: the words.
  package func text(namesNormalRate: Bool = false, _ time: (MediaTime) -> String) -> String {
    switch self {
    case .play: "play"
    case .pause: "pause"
    case .setRate(let rate): "rate \(rate.text)"
    case .playImmediately(.normal) where !namesNormalRate: "playImmediately"
    case .playImmediately(let rate): "playImmediately \(rate.text)"
    case .seek(let target, .exact): "seek \(time(target))"
    case .seek(let target, let precision): "seek \(time(target)) \(precision.rawValue)"
    }
  }
}
