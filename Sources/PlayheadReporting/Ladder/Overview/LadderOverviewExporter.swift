/// Writes an overview of a ladder in one of the formats of overviews.
package struct LadderOverviewExporter: Exporter {
  private let format: OverviewFormat

  /// Writes in `format`.
  package init(_ format: OverviewFormat) {
    self.format = format
  }

  /// The name of the format.
  package var name: String { format.name }

  /// The header of the text.
  package func opening(of setting: LadderOverviewSetting, style: TextStyle) -> [UInt8] {
    guard format == .text else { return [] }
    let header = LadderHeader(
      media: setting.media, scenario: setting.scenario, rule: setting.rule, style: style,
      isOverview: true)
    return Array((header.lines + ["", ""]).joined(separator: "\n").utf8)
  }

  /// The rest of the document.
  package func rest(of report: LadderOverviewReport, style: TextStyle) -> ExportedText {
    switch format {
    case .text: ExportedText(OverviewText.body(of: report, style: style))
    case .json: ExportedText(LadderOverviewJSON.bytes(report))
    case .csv: ExportedText(OverviewCSV.bytes(report.overview))
    case .markdown:
      ExportedText(OverviewMarkdown.text(of: report, durations: style.durations))
    case .html: ExportedText(OverviewPage(report, durations: style.durations).page.bytes)
    }
  }
}
