import PlayheadKit

extension ParsedArguments {
  /// The player by `--player`, or `former`, and what other options change of it.
  func policy(before former: BufferingPolicy? = nil) throws(Failure) -> BufferingPolicy {
    var draft = try self.player(before: former)
    try replace(.startupBuffer, \.startupThreshold, by: .startupBuffer, in: &draft)
    try replace(.resumeBuffer, \.resumeThreshold, by: .resumeBuffer, in: &draft)
    try replaceLimit(.afterSeekBuffer, \.afterSeekThreshold, by: .afterSeekBuffer, in: &draft)
    try replaceWatermarks(in: &draft)
    if value(.backBuffer) == "unlimited" {
      draft.change(\.backBuffer, to: nil)
    } else {
      try replaceLimit(.backBuffer, \.backBuffer, by: .backBuffer, in: &draft)
    }
    if has(.noAutomaticWaiting) { draft.change(\.automaticallyWaitsToMinimizeStalling, to: false) }
    try replaceLimit(.expensiveBuffer, \.expensive.forwardBuffer, by: .expensiveBuffer, in: &draft)
    try replaceLimit(
      .constrainedBuffer, \.constrained.forwardBuffer, by: .constrainedBuffer, in: &draft)
    if let rate = try rate(.expensiveRate) { draft.change(\.expensive.peakBitRate, to: rate) }
    if let rate = try rate(.constrainedRate) { draft.change(\.constrained.peakBitRate, to: rate) }
    return try draft.policy()
  }

  /// The path of the policy file; `nil` for a built-in player.
  var playerPath: String? {
    guard let text = value(.player), case .file(let path)? = try? PlayerArgument(parsing: text)
    else { return nil }
    return path
  }

  /// The values to begin with.
  private func player(before former: BufferingPolicy?) throws(Failure) -> PolicyDraft {
    guard let text = value(.player) else {
      return PolicyDraft(former?.parameters ?? BufferingPolicy.Parameters())
    }
    let argument = try parse(text[...], .player) { text throws(GrammarError) in
      try PlayerArgument(parsing: text)
    }
    return switch argument {
    case .builtIn(let parameters): PolicyDraft(parameters)
    case .file(let path): PolicyDraft(try PolicyLoading.file(at: path), path: path)
    }
  }

  private func replace(
    _ field: PolicyField, _ target: WritableKeyPath<BufferingPolicy.Parameters, MediaTime>,
    by option: Option, in draft: inout PolicyDraft
  ) throws(Failure) {
    guard let text = value(option), let time = try duration(option) else { return }
    draft.replace(field, target, with: time, by: option, as: text)
  }

  private func replaceLimit(
    _ field: PolicyField, _ target: WritableKeyPath<BufferingPolicy.Parameters, MediaTime?>,
    by option: Option, in draft: inout PolicyDraft
  ) throws(Failure) {
    guard let text = value(option), let time = try duration(option) else { return }
    draft.replace(field, target, with: time, by: option, as: text)
  }

  /// `HIGH[:LOW]`, which ``WatermarkPair`` reads, or `unlimited`.
  ///
  /// It replaces both watermarks, so a low one of the file is dropped.
  private func replaceWatermarks(in draft: inout PolicyDraft) throws(Failure) {
    guard let text = value(.maxBuffer) else { return }
    let pair =
      text == "unlimited"
      ? nil
      : try parse(text[...], .maxBuffer) { text throws(GrammarError) in
        try WatermarkPair(parsing: text)
      }
    draft.replace(.highWatermark, \.highWatermark, with: pair?.high, by: .maxBuffer, as: text)
    draft.replace(.lowWatermark, \.lowWatermark, with: pair?.low, by: .maxBuffer, as: text)
  }

  private func rate(_ option: Option) throws(Failure) -> BitRate? {
    guard let text = value(option) else { return nil }
    return try parse(text[...], option) { text throws(GrammarError) in try BitRate(parsing: text) }
  }
}
