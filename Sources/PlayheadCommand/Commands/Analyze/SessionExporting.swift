import PlayheadKit

extension Option {
  static let format = Option(
    "format", nil, .choice(of: SessionFormat.self, placeholder: "NAME"), in: .output,
    help: "Output format: "
      + SessionFormat.allCases.map(\.rawValue).joined(separator: ", "),
    brief: "Output format", default: "text")
  static let metric = Option(
    "metric", nil,
    .suggestions(
      "NAME",
      (SessionMetric.allCases + SessionMetric.ofAdaptation + SessionMetric.ofLive).map(\.plainName),
      orFile: false),
    isRepeatable: true, in: .output,
    help: "Print only a metric, such as stallCount, or meanBitRate of a ladder, in plain units")
}

extension ParsedArguments {
  /// What writes the session, according to `--format`, `--metric` and the text options; its errors
  /// are reported before media is read, which is at `location`.
  func sessionExporter(
    _ context: Context, location: String?
  ) throws(Failure) -> any SessionExporter {
    try checkSessionText()
    let format = choice(.format) ?? SessionFormat.text
    if has(.metric) {
      try refuse(
        .metric, unless: format == .text,
        because: "metrics are written plainly, not as \(format.rawValue)")
      let metrics = try metrics()
      if let metric = metrics.first(where: \.isOfAdaptation) {
        throw Failure(
          badValue: metric.plainName, of: .metric,
          why: "it is measured of HLS, DASH and other ladders, not of media files")
      }
      return MetricList(metrics: metrics)
    }
    for option in [Option.action, .loop] where has(option) {
      try refuse(
        option, unless: format != .p1203,
        because: "P.1203 rates media played straight through, once")
    }
    let pictures = try PictureArguments(self, format, context)
    if format == .html || PictureFormat(rawValue: format.rawValue) != nil {
      let film = FilmLoading(arguments: self, context: context, location: location ?? "")
      return PictureParts(format: format, pictures: pictures, film: film)
    }
    guard format == .text else { return format }
    return TextParts(hasHeader: hasHeader) { contents(of: $0, context) }
  }

  private func refuse(
    _ option: Option, unless isFine: Bool, because why: String
  ) throws(Failure) {
    guard !isFine else { return }
    throw Failure(
      contradicting: "\(option.spelling) and \(Option.format.spelling)", why: why)
  }

  /// The metrics named by `--metric`, in order.
  func metrics() throws(Failure) -> [SessionMetric] {
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

/// One value per line, in the requested order; a missing value is `null`, as in JSON.
private struct MetricList: SessionExporter {
  let name = "metric"
  let metrics: [SessionMetric]

  func rest(of report: SessionReport, style: TextStyle) -> ExportedText {
    ExportedText(
      metrics.map { "\(report.summary[$0]?.plainText ?? "null")\n" }.joined())
  }
}

/// The pictures that the options select.
private struct PictureParts: SessionExporter {
  let format: SessionFormat
  let pictures: PictureArguments
  let film: FilmLoading

  var name: String { format.name }

  func rest(
    of report: SessionReport, style: TextStyle
  ) throws(ExportError) -> ExportedText {
    ExportedText(
      try pictures.bytes(of: SessionPage(report, durations: style.durations)) {
        film.film($0, of: .file(report.media))
      })
  }
}

/// The parts of the text that the options select.
private struct TextParts: SessionExporter {
  let name = SessionFormat.text.name
  let hasHeader: Bool
  let contents: @Sendable (Session) -> SessionText.Contents

  func opening(of setting: SessionSetting, style: TextStyle) -> [UInt8] {
    hasHeader ? SessionText.header(of: setting, style: style) : []
  }

  func rest(of report: SessionReport, style: TextStyle) -> ExportedText {
    ExportedText(SessionText.body(report, style: style, contents: contents(report.session)))
  }
}
