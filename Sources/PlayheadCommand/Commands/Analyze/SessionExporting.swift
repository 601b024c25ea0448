import MediaReading
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

/// What is written of a session, according to `--format`, `--metric` and the text options.
struct SessionOutput {
  private let arguments: ParsedArguments
  private let context: Context
  private let format: SessionFormat
  private let metrics: [SessionMetric]
  private let pictures: PictureArguments

  /// Checks the options of a session of a file, or of a ladder; its errors are reported before
  /// media is read.
  init(_ arguments: ParsedArguments, _ context: Context, ofLadder: Bool) throws(Failure) {
    self.arguments = arguments
    self.context = context
    try arguments.checkSessionText()
    format = arguments.choice(.format) ?? .text
    metrics = try arguments.metrics()
    if !metrics.isEmpty, format != .text {
      throw Failure(
        contradicting: "\(Option.metric.spelling) and \(Option.format.spelling)",
        why: "metrics are written plainly, not as \(format.rawValue)")
    }
    if !ofLadder, let metric = metrics.first(where: \.isOfAdaptation) {
      throw Failure(
        badValue: metric.plainName, of: .metric,
        why: "it is measured of HLS, DASH and other ladders, not of media files")
    }
    if format == .p1203, let option = [Option.action, .loop].first(where: arguments.has) {
      throw Failure(
        contradicting: "\(option.spelling) and \(Option.format.spelling)",
        why: "P.1203 rates media played straight through, once")
    }
    pictures = try PictureArguments(arguments, format, context)
  }

  /// What writes the session of media at `location`, in `sources` if it is a ladder.
  func exporter(at location: String, _ sources: LadderSources? = nil) -> any SessionExporter {
    if !metrics.isEmpty { return MetricList(metrics: metrics) }
    if format == .html || PictureFormat(rawValue: format.rawValue) != nil {
      let film = FilmLoading(arguments: arguments, context: context, location: location)
      return PictureParts(format: format, pictures: pictures, film: film, sources: sources)
    }
    guard format == .text else { return format }
    return TextParts(hasHeader: arguments.hasHeader) { [arguments, context] in
      arguments.contents(of: $0, context)
    }
  }
}

extension ParsedArguments {
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
  /// Where the media of a ladder is; `nil` of a file.
  let sources: LadderSources?

  var name: String { format.name }

  func rest(
    of report: SessionReport, style: TextStyle
  ) throws(ExportError) -> ExportedText {
    let media = sources.map(FilmLoading.Media.ladder) ?? report.file.map(FilmLoading.Media.file)
    return ExportedText(
      try pictures.bytes(of: SessionPage(report, durations: style.durations)) { plan in
        media.flatMap { film.film(plan, of: $0) }
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
