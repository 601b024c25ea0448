import PlayheadPictures

/// The formats of requirements.
package enum RequirementsFormat: String, CaseIterable, Exporter {
  /// For people.
  case text
  /// For programs.
  case json
  /// The corners of the curve, for spreadsheets.
  case csv
  /// The curve as a picture.
  case svg
  /// The same in pixels.
  case png
  /// The same on a page of its size.
  case pdf
  /// A document to look at.
  case html

  /// The header of the text.
  package func opening(of setting: RequirementsSetting, style: TextStyle) -> [UInt8] {
    guard self == .text else { return [] }
    return Array(
      (HeaderText(setting, style: style).lines.joined(separator: "\n") + "\n\n").utf8)
  }

  /// The rest of the document.
  package func rest(
    of report: RequirementsReport, style: TextStyle
  ) throws(ExportError) -> ExportedText {
    switch self {
    case .text: ExportedText(RequirementsText(report: report, style: style).text)
    case .json: ExportedText(RequirementsJSON.bytes(report))
    case .csv: ExportedText(RequirementsCSV.bytes(report.requirements.curve))
    case .svg, .png, .pdf:
      try ExportedText(
        SVGDocument(
          RequirementsScene(report: report, durations: style.durations).scene, width: 800),
        as: PictureFormat(rawValue: rawValue) ?? .svg)
    case .html:
      ExportedText(RequirementsPage(report: report, durations: style.durations).page.bytes)
    }
  }
}
