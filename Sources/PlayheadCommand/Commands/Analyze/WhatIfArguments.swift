import PlayheadKit

extension Option {
  static let whatIf = Option(
    "what-if", nil, .suggestions("CHANGE", WhatIfArgument.suggestions, orFile: false),
    isRepeatable: true, in: .output,
    help: "Play the session again with a change, and show both: \(WhatIfArgument.forms). Several "
      + "changes apply together")
}

extension ParsedArguments {
  /// The changes of `--what-if` of a session of a file, in order.
  func whatIfChanges() throws(Failure) -> [WhatIf.Change] {
    var changes: [WhatIf.Change] = []
    for text in values(.whatIf) {
      changes.append(WhatIf.Change(text, try WhatIfArgument(text, self).change(of: self)))
    }
    try checkWhatIf()
    return changes
  }

  /// Refuses changes where the output cannot show two sessions.
  func checkWhatIf() throws(Failure) {
    guard let option = whatIfRefuser, has(.whatIf) else { return }
    throw Failure(
      contradicting: "\(Option.whatIf.spelling) and \(option)",
      why: "both sessions are shown in text, JSON, JSON Lines and Markdown")
  }

  /// The requested output, if it cannot show two sessions.
  private var whatIfRefuser: String? {
    for option in [Option.metric, .events] where has(option) { return option.spelling }
    let format = choice(.format) ?? SessionFormat.text
    return format.showsCauses ? nil : "\(Option.format.spelling)=\(format.rawValue)"
  }
}
