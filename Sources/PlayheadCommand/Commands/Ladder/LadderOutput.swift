import MediaReading
import PlayheadKit

/// What is written of a session of a ladder.
struct LadderOutput {
  private let arguments: ParsedArguments
  private let context: Context
  private let format: SessionFormat
  private let metrics: [SessionMetric]
  private let pictures: PictureArguments

  /// What the options ask for.
  init(_ arguments: ParsedArguments, _ context: Context) throws(Failure) {
    self.arguments = arguments
    self.context = context
    try arguments.checkSessionText()
    format = arguments.choice(.format) ?? .text
    metrics = try arguments.metrics()
    pictures = try PictureArguments(arguments, format, context)
    switch format {
    case .text, .json, .jsonl, .csv, .markdown, .cmcd, .html, .svg, .png, .pdf: break
    case .p1203:
      if let option = [Option.action, .loop].first(where: arguments.has) {
        throw Failure(
          contradicting: "\(option.spelling) and \(Option.format.spelling)",
          why: "P.1203 rates media played straight through, once")
      }
    }
    guard metrics.isEmpty || format == .text else {
      throw Failure(
        contradicting: "\(Option.metric.spelling) and \(Option.format.spelling)",
        why: "metrics are written plainly, not as \(format.rawValue)")
    }
  }

  /// What is written of `report`, the media of which is at `location`, in `sources`.
  func bytes(
    of report: LadderReport, at location: String, _ sources: LadderSources
  ) throws(Failure) -> [UInt8] {
    if !metrics.isEmpty {
      let lines = metrics.map { "\(report.summary[$0]?.plainText ?? "null")\n" }
      return Array(lines.joined().utf8)
    }
    switch format {
    case .json: return LadderJSON.bytes(report)
    case .jsonl: return LadderLines.bytes(report)
    case .csv: return SessionCSV.bytes(report.session)
    case .markdown:
      return Array(
        LadderMarkdown.text(report, durations: arguments.textStyle(context).durations).utf8)
    case .cmcd: return SessionCMCD.bytes(report)
    case .p1203:
      do throws(P1203Error) {
        return try P1203Input.bytes(report)
      } catch {
        throw Failure(
          .badData, "cannot write as \(format.rawValue)", at: report.media.name,
          why: error.description)
      }
    case .html, .svg, .png, .pdf:
      let page = SessionPage(report, durations: arguments.textStyle(context).durations)
      let film = FilmLoading(arguments: arguments, context: context, location: location)
      return try pictures.bytes(of: page, named: report.media.name) {
        film.film($0, of: .ladder(sources))
      }
    case .text:
      return LadderText.bytes(
        report, style: arguments.textStyle(context),
        contents: arguments.contents(of: report.session, context))
    }
  }
}
