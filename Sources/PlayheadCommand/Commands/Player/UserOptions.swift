import PlayheadKit

extension Option {
  static let action = Option(
    "do", "d", .text("ACTION"), isRepeatable: true, in: .player,
    help: "User action at a wall time: '10s seek 1:00', '10s seek 1:00 keyframe', '20s pause', "
      + "'25s play', '30s rate 1.5', '40s playImmediately'",
    brief: "User action, such as '10s seek 1:00'")
  static let loop = Option(
    "loop", nil, .text("COUNT"), in: .player, help: "Number of times to play",
    default: "1")
}

extension ParsedArguments {
  /// The user's actions, in the order of the options.
  func userActions() throws(Failure) -> [UserAction] {
    var actions: [UserAction] = []
    for text in values(.action) {
      actions.append(
        try parse(text[...], .action) { text throws(GrammarError) in
          try UserAction(parsing: text)
        })
    }
    return actions
  }

  /// Refuses actions after `limit`, at which a session ends.
  ///
  /// The default limit is extended to the last action instead.
  func check(_ actions: [UserAction], within limit: WallTime?) throws(Failure) {
    guard let limit, let number = actions.firstIndex(where: { $0.wallTime > limit }) else { return }
    let words = values(.action)
    let action = words.indices.contains(number) ? " '\(words[number])'" : ""
    throw Failure(
      .usage, "conflicting options",
      at: "\(Option.action.spelling)\(action) and \(Option.limit.spelling)",
      why: "the action is at \(actions[number].wallTime.secondsText) s, "
        + "and the session ends at \(limit.secondsText) s",
      hint: "write a longer \(Option.limit.spelling)")
  }

  /// The number of times that the media plays.
  func loops() throws(Failure) -> Int {
    guard let text = value(.loop) else { return 1 }
    guard let loops = Int(text), text.first != "+",
      (1...SessionOptions.maximumLoops).contains(loops)
    else {
      throw Failure(
        badValue: text, of: .loop,
        why: "expected a whole number from 1 to \(SessionOptions.maximumLoops)"
      )
    }
    return loops
  }
}
