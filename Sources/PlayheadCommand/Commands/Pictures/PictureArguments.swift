import PlayheadKit

extension Option {
  static let panels = Option(
    "panels", nil, .text("LIST"), in: .output,
    help: "Panels of --format svg, separated by commas: "
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

  init(_ arguments: ParsedArguments, _ format: SessionFormat) throws(Failure) {
    self.format = format
    command = arguments.shellLine(of: Analyze.command)
    guard let text = arguments.value(.panels) else {
      panels = nil
      return
    }
    guard format == .svg else {
      throw Failure(
        contradicting: "\(Option.panels.spelling) and \(Option.format.spelling)=\(format.rawValue)",
        why: "it applies to \(Option.format.spelling)=svg")
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

  /// What is written of `page`.
  func bytes(of page: SessionPage) throws(ExportError) -> [UInt8] {
    guard format == .html else {
      return Array(try page.svg(panels: panels).utf8)
    }
    var page = page
    page.command = command
    return page.page.bytes
  }

  /// What is written of `page`, the report on what is called `name`.
  func bytes(of page: SessionPage, named name: String) throws(Failure) -> [UInt8] {
    do throws(ExportError) {
      return try bytes(of: page)
    } catch {
      throw Failure(.badData, "cannot write as \(format.rawValue)", at: name, why: error.reason)
    }
  }
}
