import PlayheadKit

/// The output of `analyze` for a session, according to `--format`, `--metric` and the text options.
enum SessionOutput: Sendable {
  /// Output that needs the whole session.
  case whole(@Sendable (SessionReport) throws(Failure) -> [UInt8])
  /// A text whose header is written before the session is played.
  case headed(
    header: @Sendable (SessionSetting) -> [UInt8], body: @Sendable (SessionReport) -> [UInt8])
  /// One line per event, as it happens.
  case lines

  /// The output that `arguments` request; its errors are reported before media is read.
  init(_ arguments: ParsedArguments, _ context: Context) throws(Failure) {
    try arguments.checkSessionText()
    let format = arguments.choice(.format) ?? OutputFormat.text
    if arguments.has(.metric) {
      try Self.refuse(
        .metric, unless: format == .text,
        because: "metrics are written plainly, not as \(format.rawValue)")
      self = .metrics(try arguments.metrics())
      return
    }
    for option in [Option.action, .loop] where arguments.has(option) {
      try Self.refuse(
        option, unless: format != .p1203,
        because: "P.1203 rates media played straight through, once")
    }
    let style = arguments.textStyle(context)
    switch format {
    case .text:
      let body: @Sendable (SessionReport) -> [UInt8] = { report in
        SessionText.body(
          report, style: style, contents: arguments.contents(of: report.session, context))
      }
      self =
        arguments.hasHeader
        ? .headed(header: { SessionText.header(of: $0, style: style) }, body: body)
        : .whole(body)
    case .json: self = .whole { SessionJSON.bytes($0) }
    case .jsonl: self = .lines
    case .csv: self = .whole { SessionCSV.bytes($0.session) }
    case .markdown:
      self = .whole { Array(SessionMarkdown.text($0, durations: style.durations).utf8) }
    case .p1203: self = .whole { report throws(Failure) in try p1203(report) }
    case .cmcd: self = .whole { SessionCMCD.bytes($0) }
    }
  }

  /// One value per line, in the requested order; a missing value is `null`, as in JSON.
  private static func metrics(_ metrics: [SessionMetric]) -> SessionOutput {
    .whole { report in
      metrics.flatMap { Array("\(report.summary[$0]?.plainText ?? "null")\n".utf8) }
    }
  }

  private static func refuse(
    _ option: Option, unless isFine: Bool, because why: String
  ) throws(Failure) {
    guard !isFine else { return }
    throw Failure(
      contradicting: "\(option.spelling) and \(Option.format.spelling)", why: why)
  }
}

private func p1203(_ report: SessionReport) throws(Failure) -> [UInt8] {
  do {
    return try P1203Input.bytes(report)
  } catch {
    throw Failure(
      .badData, "cannot write as p1203", at: report.media.name, why: error.description)
  }
}

extension ParsedArguments {
  /// The metrics named by `--metric`, in order.
  fileprivate func metrics() throws(Failure) -> [SessionMetric] {
    var metrics: [SessionMetric] = []
    for name in values(.metric) {
      metrics.append(
        try parse(name[...], .metric) { name throws(GrammarError) in
          try SessionMetric(named: String(name))
        })
    }
    return metrics
  }
}
