import MediaReading
import PlayheadKit
import PlayheadManifests

/// `analyze URL --live 2m`: a live stream that is recorded for a while, and then played.
enum LiveURLRecording {
  /// `arguments` that name a recording in the place of a URL, which is recorded now; the same
  /// without a length of `--live`.
  ///
  /// `play` is called with them; a recording that no `--recording` keeps is deleted afterwards.
  static func playing(
    _ given: ParsedArguments, _ context: Context,
    _ play: (ParsedArguments) throws(Failure) -> ExitCode
  ) throws(Failure) -> ExitCode {
    let arguments = given.withSeparateLength
    guard let text = arguments.value(.live), !text.isEmpty else {
      guard !arguments.has(.recording) else {
        throw Failure(
          .usage, "unexpected option", at: Option.recording.spelling,
          why: "it keeps what \(Option.live.spelling) with a duration records",
          hint: "write \(Option.live.spelling) 2m")
      }
      return try play(arguments)
    }
    guard arguments.operands.count == 1, let url = arguments.operands.first, url.isWebURL else {
      throw Failure(
        badValue: text, of: .live, why: "a length is recorded of one http(s) URL",
        hint: "write \(Option.live.spelling) alone to play a ladder as if it were live")
    }
    let length = try arguments.parse(text[...], .live) { text throws(GrammarError) in
      try WallTime(parsing: text)
    }
    guard length >= .seconds(1) else {
      throw Failure(badValue: text, of: .live, why: "the minimum is 1 s")
    }
    func recording(into folder: String) throws(Failure) -> ExitCode {
      var options = RecordingOptions(url, into: folder)
      options.length = length.nanoseconds
      options.limits = try arguments.downloadLimits()
      let (end, tally) = try EventRecordingRun(arguments: arguments, context: context).run(options)
      if end == .interrupted { throw .interrupted }
      context.diagnostics.note("\(ShownAddress(url).text): recorded \(tally.words)")
      if case .limit(let limit) = end {
        context.diagnostics.note("recording ended early: \(limit)")
      }
      return try play(
        arguments.with(.live, as: nil).with(.recording, as: nil).replacing(operands: [folder]))
    }
    if let kept = arguments.value(.recording)?.withoutSlash { return try recording(into: kept) }
    return try withTemporaryFolder { folder throws(Failure) in try recording(into: folder) }
  }
}

extension ParsedArguments {
  /// The same with a duration behind `--live`, which parsing takes for an operand, as its value.
  fileprivate var withSeparateLength: ParsedArguments {
    guard has(.live), value(.live) ?? "" == "", operands.count > 1, let last = operands.last,
      last.first?.isNumber == true, last.last?.isNumber == false,
      (try? WallTime(parsing: last[...])) != nil,
      FileIdentity(regularFileAt: last) == nil
    else { return self }
    return with(.live, values: [last]).replacing(operands: Array(operands.dropLast()))
  }
}
