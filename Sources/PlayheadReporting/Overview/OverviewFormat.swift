/// The formats of an overview: those of a session that are not for one session only.
package enum OverviewFormat: String, CaseIterable, Exporter {
  /// For people.
  case text
  /// For programs.
  case json
  /// For spreadsheets: one record per network.
  case csv
  /// For a pull request.
  case markdown
  /// A document to look at.
  case html

  /// The header of the text.
  package func opening(of setting: SessionSetting, style: TextStyle) -> [UInt8] {
    self == .text ? Array(OverviewText.header(of: setting, style: style).utf8) : []
  }

  /// The rest of the document.
  package func rest(of report: OverviewReport, style: TextStyle) -> ExportedText {
    switch self {
    case .text: ExportedText(OverviewText.body(of: report, style: style))
    case .json: ExportedText(OverviewJSON.bytes(report))
    case .csv: ExportedText(OverviewCSV.bytes(report.overview))
    case .markdown: ExportedText(OverviewMarkdown.text(report, durations: style.durations))
    case .html: ExportedText(OverviewPage(report, durations: style.durations).page.bytes)
    }
  }
}
