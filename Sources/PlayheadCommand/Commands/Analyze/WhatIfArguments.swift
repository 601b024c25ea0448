import PlayheadKit

extension Option {
  static let whatIf = Option(
    "what-if", nil, .suggestions("CHANGE", WhatIfArgument.suggestions, orFile: false),
    isRepeatable: true, in: .output,
    help: "Play the session again with a change, and show both: \(WhatIfArgument.forms). Several "
      + "changes apply together")
}

/// The changes that `--what-if` takes.
enum WhatIfArgument {
  /// A change without a value.
  private static let plain: KeyValuePairs<String, ScenarioChange> = [
    "faststart": .indexAtFront, "interleave": .interleaved, "cbr": .meanRate(track: nil),
  ]
  /// The names of those with a value.
  private static let keys = ["latency", "link", "player", "tcp"]

  static let suggestions = plain.map(\.key) + ["latency=0", "link=", "player=", "tcp=none"]
  static let forms =
    "faststart, interleave, cbr, latency=DURATION, link=NETWORK, player=PLAYER or tcp=none"

  fileprivate static func change(
    _ text: String, _ arguments: ParsedArguments
  ) throws(Failure) -> ScenarioChange {
    if let change = plain.first(where: { $0.key == text })?.value { return change }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, keys.contains(String(parts[0])), !parts[1].isEmpty else {
      let names = plain.map(\.key) + keys.map { "\($0)=" }
      let isKey = keys.contains(String(parts[0]))
      throw Failure(
        badValue: text, of: .whatIf, why: isKey ? "missing value" : "unknown change",
        hint: (String(parts[0]) + (parts.count > 1 ? "=" : "")).nearest(in: names).map {
          "did you mean \($0)?"
        } ?? "write \(forms)")
    }
    let value = parts[1]
    switch parts[0] {
    case "latency":
      let latency = try arguments.parse(value, .whatIf) { text throws(GrammarError) in
        try WallTime(parsing: text, unit: .required)
      }
      return .latency(latency)
    case "link":
      let argument = try arguments.parse(value, .whatIf) { text throws(GrammarError) in
        try NetworkArgument(parsing: text)
      }
      let profile = try NetworkLoading.profile(argument, format: nil)
      return .link(Link(following: profile.payingForLoss()))
    case "player":
      let argument = try arguments.parse(value, .whatIf) { text throws(GrammarError) in
        try PlayerArgument(parsing: text)
      }
      let draft =
        switch argument {
        case .builtIn(let parameters): PolicyDraft(parameters)
        case .file(let path): PolicyDraft(try PolicyLoading.file(at: path), path: path)
        }
      return .policy(try draft.policy())
    default:
      guard value == "none" else {
        throw Failure(badValue: text, of: .whatIf, why: "expected tcp=none")
      }
      return .noSlowStart
    }
  }
}

extension ParsedArguments {
  /// The changes of `--what-if`, in order.
  func whatIfChanges() throws(Failure) -> [WhatIf.Change] {
    var changes: [WhatIf.Change] = []
    for text in values(.whatIf) {
      changes.append(WhatIf.Change(text, try WhatIfArgument.change(text, self)))
    }
    guard let option = whatIfRefuser, !changes.isEmpty else { return changes }
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
