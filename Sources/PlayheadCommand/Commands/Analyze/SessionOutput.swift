import PlayheadKit

/// What `analyze` writes of a session, as `--format` and `--metric` ask for it.
enum SessionOutput: Sendable {
  /// Something that takes the whole session.
  case whole(@Sendable (SessionReport, TextStyle) throws(Failure) -> [UInt8])
  /// A line for each thing that happens, as it happens.
  case lines

  /// What `arguments` ask for; all that can be wrong with that is told before media is read.
  init(_ arguments: ParsedArguments) throws(Failure) {
    let format = arguments.choice(.format) ?? OutputFormat.text
    if arguments.has(.metric) {
      try Self.refuse(
        .metric, unless: format == .text,
        because: "the values of metrics are written plainly, not as \(format.rawValue)")
      self = .metrics(try arguments.metrics())
      return
    }
    for option in [Option.action, .loop] where arguments.has(option) {
      try Self.refuse(
        option, unless: format != .p1203,
        because: "P.1203 rates media that is played straight through, once")
    }
    self.init(format)
  }

  private init(_ format: OutputFormat) {
    switch format {
    case .text: self = .text(SessionText.text)
    case .json: self = .whole { report, _ in SessionJSON.bytes(report) }
    case .jsonl: self = .lines
    case .csv: self = .whole { report, _ in SessionCSV.bytes(report.session) }
    case .markdown: self = .text { report, _ in SessionMarkdown.text(report) }
    case .p1203: self = .whole { report, _ throws(Failure) in try p1203(report) }
    case .cmcd: self = .whole { report, _ in SessionCMCD.bytes(report) }
    }
  }

  private static func text(
    _ text: @escaping @Sendable (SessionReport, TextStyle) -> String
  ) -> SessionOutput {
    .whole { report, style in Array(text(report, style).utf8) }
  }

  /// A value a line, in the order asked for; one that does not exist is `null`, as in JSON.
  private static func metrics(_ metrics: [SessionMetric]) -> SessionOutput {
    .text { report, _ in
      metrics.map { (report.summary[$0]?.plainText ?? "null") + "\n" }.joined()
    }
  }

  private static func refuse(
    _ option: Option, unless isFine: Bool, because why: String
  ) throws(Failure) {
    guard !isFine else { return }
    throw Failure(
      .usage, "options at odds", at: "\(option.spelling) and \(Option.format.spelling)", why: why,
      hint: "leave one of them out")
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
  /// The metrics that `--metric` names, in their order.
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
