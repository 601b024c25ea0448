import PlayheadKit

extension Option {
  static let action = Option(
    "do", "d", .text("ACTION"), isRepeatable: true, in: .player,
    help: "What the user does, and when: '10s seek 1:00', '10s seek 1:00 keyframe', '20s pause', "
      + "'25s play', '30s rate 1.5', '40s playImmediately'",
    brief: "What the user does, such as '10s seek 1:00'")
  static let loop = Option(
    "loop", nil, .text("COUNT"), in: .player, help: "Number of times to play",
    default: "1")
}

extension ParsedArguments {
  /// What the user does, in the order of the options.
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

  /// How many times the media is played in all.
  func loops() throws(Failure) -> Int {
    guard let text = value(.loop) else { return 1 }
    guard let loops = Int(text), text.first != "+", (1...SessionOptions.mostLoops).contains(loops)
    else {
      throw Failure(
        badValue: text, of: .loop, why: "it is a whole number from 1 to \(SessionOptions.mostLoops)"
      )
    }
    return loops
  }
}
