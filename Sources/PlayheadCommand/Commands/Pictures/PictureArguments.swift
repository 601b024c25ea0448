import PlayheadKit

extension Option {
  static let panels = Option(
    "panels", nil, .text("LIST"), in: .output,
    help: "Panels of --format svg, png and pdf, separated by commas: "
      + SessionPanel.allCases.map(\.rawValue).joined(separator: ", "),
    default: "all")
}

/// What is asked of reports with pictures.
struct PictureArguments {
  private let format: SessionFormat
  /// The panels that are drawn; `nil` for all.
  private let panels: [SessionPanel]?
  /// The command line, for a shell.
  private let command: String

  init(
    _ arguments: ParsedArguments, _ format: SessionFormat, _ context: Context
  ) throws(Failure) {
    self.format = format
    try arguments.refusePictures(unless: format == .html, format.rawValue)
    try arguments.refuseTerminal(format.rawValue, context)
    command = arguments.shellLine(of: Analyze.command)
    guard let text = arguments.value(.panels) else {
      panels = nil
      return
    }
    guard PictureFormat(rawValue: format.rawValue) != nil else {
      throw Failure(
        contradicting: "\(Option.panels.spelling) and \(Option.format.spelling)=\(format.rawValue)",
        why: "it applies to \(Option.format.spelling)=svg, png and pdf")
    }
    var panels: [SessionPanel] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let panel = SessionPanel(rawValue: String(name)) else {
        throw Failure(
          badValue: text, of: .panels, why: "unknown panel “\(name)”",
          hint: "write \(SessionPanel.allCases.map(\.rawValue).wordList(or: true))")
      }
      if !panels.contains(panel) { panels.append(panel) }
    }
    self.panels = panels
  }

  /// The size of a document, in bytes, that is not exceeded by pictures of the media.
  private static let maximumBytes = 1_000_000

  /// What is written of `page`, with the pictures that `film` decodes.
  func bytes(
    of page: SessionPage, film: (FilmPlan) -> FilmStrip?
  ) throws(ExportError) -> [UInt8] {
    guard format == .html else {
      return try page.picture(
        panels: panels, as: PictureFormat(rawValue: format.rawValue) ?? .svg)
    }
    var page = page
    page.command = command
    page.film = film(page.filmPlan)
    let bytes = page.page.bytes
    // Pictures give way to data.
    guard bytes.count > Self.maximumBytes, let film = page.film else { return bytes }
    page.film = film.shortened(by: bytes.count - Self.maximumBytes)
    return page.page.bytes
  }

  /// What is written of `page`, the report on what is called `name`.
  func bytes(
    of page: SessionPage, named name: String, film: (FilmPlan) -> FilmStrip?
  ) throws(Failure) -> [UInt8] {
    do throws(ExportError) {
      return try bytes(of: page, film: film)
    } catch {
      throw Failure(.badData, "cannot write as \(format.rawValue)", at: name, why: error.reason)
    }
  }
}

extension ParsedArguments {
  /// Refuses `--no-pictures` of a format that has none.
  func refusePictures(unless hasPictures: Bool, _ format: String) throws(Failure) {
    guard has(.noPictures), !hasPictures else { return }
    throw Failure(
      contradicting: "\(Option.noPictures.spelling) and \(Option.format.spelling)=\(format)",
      why: "it applies to \(Option.format.spelling)=html")
  }

  /// Refuses to write what no terminal shows to one.
  func refuseTerminal(_ format: String, _ context: Context) throws(Failure) {
    guard let format = PictureFormat(rawValue: format), format != .svg,
      context.resultTerminal(self).output.isTerminal
    else { return }
    throw Failure(
      .usage, "binary output", at: "standard output",
      why: "it is a terminal, and \(format.rawValue) is not text",
      hint: "add \(Option.output.spelling) FILE.\(format.rawValue)")
  }
}
