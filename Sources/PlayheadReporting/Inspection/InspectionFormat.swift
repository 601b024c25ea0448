/// The formats of inspections.
package enum InspectionFormat: String, CaseIterable, Exporter {
  /// For people.
  case text
  /// For programs.
  case json
  /// For hosts of code, which show findings at the file: SARIF 2.1.0.
  case sarif
  /// A document to look at.
  case html

  /// Nothing: each file's text is complete.
  package func opening(of setting: Void, style: TextStyle) -> [UInt8] { [] }

  /// The document on all files.
  package func rest(of files: [InspectedFile], style: TextStyle) -> ExportedText {
    switch self {
    case .text:
      ExportedText(
        files.compactMap(\.report).map { InspectionText(report: $0, style: style).text }
          .joined(separator: "\n"))
    case .json: ExportedText(InspectionJSON.bytes(files))
    case .sarif: ExportedText(InspectionSARIF.bytes(files))
    case .html:
      ExportedText(InspectionPage(files: files, durations: style.durations).page.bytes)
    }
  }
}
