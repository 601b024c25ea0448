package import PlayheadReporting

/// The formats of a report on checked suites.
package enum CheckFormat: String, CaseIterable, Exporter {
  /// For people.
  case text
  /// For programs.
  case json
  /// For CI servers: JUnit's XML.
  case junit
  /// The Test Anything Protocol, version 14.
  case tap
  /// Annotations of GitHub Actions.
  case github
  /// For a pull request.
  case markdown
  /// A document to look at.
  case html

  /// The report.
  package func rest(of report: [SuiteResult], style: TextStyle) -> ExportedText {
    switch self {
    case .text: ExportedText(CheckText.text(report, style: style))
    case .json: ExportedText(CheckJSON.bytes(report))
    case .junit: ExportedText(CheckJUnit.text(report))
    case .tap: ExportedText(CheckTAP.text(report))
    case .github: ExportedText(CheckAnnotations.text(report))
    case .markdown: ExportedText(CheckMarkdown.text(report))
    case .html: ExportedText(CheckPage(suites: report).page.bytes)
    }
  }
}
