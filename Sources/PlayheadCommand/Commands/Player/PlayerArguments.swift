import PlayheadKit

extension ParsedArguments {
  /// The player by `--player`, or `former`, and what other options change of it.
  func policy(before former: BufferingPolicy? = nil) throws(Failure) -> BufferingPolicy {
    try policy(from: self.player(before: former))
  }

  /// The policy of `draft`, and what options change of it.
  func policy(from draft: PolicyDraft) throws(Failure) -> BufferingPolicy {
    var draft = draft
    for (option, field) in Option.fields {
      guard let text = value(option) else { continue }
      if option == .maxBuffer {
        try setWatermarks(text, in: &draft)
      } else {
        draft.set(field, to: try value(of: field, option, text), by: option, as: text)
      }
    }
    if has(.noAutomaticWaiting) {
      draft.set(
        .automaticallyWaitsToMinimizeStalling, to: 0, by: .noAutomaticWaiting, as: "")
    }
    return try draft.policy()
  }

  /// The path of the policy file; `nil` for a built-in player.
  var playerPath: String? {
    guard let text = value(.player), LadderPlayer.named(text) == nil,
      case .file(let path)? = try? PlayerArgument(parsing: text)
    else { return nil }
    return path
  }

  /// The values to begin with.
  private func player(before former: BufferingPolicy?) throws(Failure) -> PolicyDraft {
    guard let text = value(.player) else {
      return PolicyDraft(former?.parameters ?? BufferingPolicy.Parameters())
    }
    if let player = LadderPlayer.named(text), PlayerPreset.named(text) == nil {
      throw Failure(
        badValue: text, of: .player, why: "\(player.name) plays HLS and DASH, not files",
        hint: "'playhead players' lists players of files")
    }
    let argument = try parse(text[...], .player) { text throws(GrammarError) in
      try PlayerArgument(parsing: text, suggesting: LadderPlayer.all.map(\.product))
    }
    return switch argument {
    case .builtIn(let parameters): PolicyDraft(parameters)
    case .file(let path): PolicyDraft(try PolicyLoading.file(at: path), path: path)
    }
  }

  /// The value of `field` in whole units, given as `text`; `nil` for `unlimited`.
  private func value(
    of field: PolicyField, _ option: Option, _ text: String
  ) throws(Failure) -> Int64? {
    let row = field.row
    if row.mayBeUnlimited, text == "unlimited" { return nil }
    return try parse(text[...], option) { text throws(GrammarError) in
      try row.unit.value(parsing: text)
    }
  }

  /// `HIGH[:LOW]`, which ``WatermarkPair`` reads, or `unlimited`.
  ///
  /// It replaces both watermarks, so a low one of the file is dropped.
  private func setWatermarks(_ text: String, in draft: inout PolicyDraft) throws(Failure) {
    let pair =
      text == "unlimited"
      ? nil
      : try parse(text[...], .maxBuffer) { text throws(GrammarError) in
        try WatermarkPair(parsing: text)
      }
    draft.set(.highWatermark, to: pair?.high.nanoseconds, by: .maxBuffer, as: text)
    draft.set(.lowWatermark, to: pair?.low?.nanoseconds, by: .maxBuffer, as: text)
  }
}
