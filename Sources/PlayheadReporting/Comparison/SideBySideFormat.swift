/// The formats of a comparison.
package enum SideBySideFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// For programs.
  case json
  /// For spreadsheets: a record for each metric of each session.
  case csv
  /// For a pull request.
  case markdown
  /// A document to look at.
  case html

  /// Whether durations in it follow the style, and are not plain numbers.
  package var hasDurations: Bool {
    switch self {
    case .text, .markdown, .html: true
    case .json, .csv: false
    }
  }

  /// The document, in UTF-8.
  ///
  /// - Parameters:
  ///   - report: the comparison.
  ///   - style: the look of text.
  ///   - contents: the parts of text.
  /// - Returns: the document.
  package func bytes(
    of report: SideBySideReport, style: TextStyle, contents: SideBySideText.Contents
  ) -> [UInt8] {
    switch self {
    case .text: SideBySideText(report: report, style: style, contents: contents).bytes
    case .json: SideBySideJSON.bytes(report)
    case .csv: SideBySideCSV.bytes(report)
    case .markdown: Array(SideBySideMarkdown.text(report, durations: style.durations).utf8)
    case .html: ComparisonPage(report: report, durations: style.durations).page.bytes
    }
  }
}
