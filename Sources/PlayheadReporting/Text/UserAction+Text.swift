import PlayheadModel

extension UserAction {
  /// The action as it is written for `--do`: `40 s seek 3 s keyframe`.
  func text(_ durations: TextStyle.Durations) -> String {
    let action =
      switch kind {
      case .play: "play"
      case .pause: "pause"
      case .setRate(let rate): "rate \(rate.text)"
      case .playImmediately(.normal): "playImmediately"
      case .playImmediately(let rate): "playImmediately \(rate.text)"
      case .seek(let target, .exact): "seek \(durations.text(target))"
      case .seek(let target, .keyframe): "seek \(durations.text(target)) keyframe"
      }
    return "\(durations.text(wallTime)) \(action)"
  }
}
