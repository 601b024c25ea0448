package import PlayheadAnalysis
package import PlayheadFiles
package import PlayheadModel
package import PlayheadPictures

/// A report on one file or ladder that was inspected, as documents on several hold it.
package protocol InspectedReport: Sendable {
  /// What it is on.
  static var media: InspectedMedia { get }
  /// The document to look at on several.
  static func page(of inspected: [Inspected<Self>], durations: TextStyle.Durations) -> Page

  /// How long the media is.
  var length: MediaTime { get }
  /// How many bytes it has.
  var bytes: Int64 { get }
  /// The severity and the rule of each finding, in the order of the report.
  var ranking: [(severity: Severity, rule: String)] { get }
  /// The findings as SARIF tells them.
  var artifact: SARIFLog.File { get }
  /// All that there is to say, for a program.
  var json: JSONValue { get }
  /// The same for a person, with a newline at its end.
  func text(_ style: TextStyle) -> String
}

extension InspectionReport: InspectedReport {
  package static let media = InspectedMedia.file

  package static func page(
    of inspected: [InspectedFile], durations: TextStyle.Durations
  ) -> Page {
    InspectionPage(files: inspected, durations: durations).page
  }

  package var length: MediaTime { setting.media.presentation.duration }
  package var bytes: Int64 { setting.media.index.bytes }
  package var ranking: [(severity: Severity, rule: String)] {
    inspection.findings.map { ($0.severity, $0.rule.rawValue) }
  }
  package var json: JSONValue { InspectionJSON.value(self) }
  package func text(_ style: TextStyle) -> String {
    InspectionText(report: self, style: style).text
  }
}

extension LadderInspectionReport: InspectedReport {
  package static let media = InspectedMedia.ladder

  package static func page(
    of inspected: [InspectedLadder], durations: TextStyle.Durations
  ) -> Page {
    LadderInspectionPage(ladders: inspected, durations: durations).page
  }

  package var length: MediaTime {
    subject.media.ladder.lanes[0].levels[0].segments.last?.declared.end ?? .zero
  }
  package var bytes: Int64 {
    subject.media.ladder.lanes.flatMap(\.levels).flatMap(\.segments)
      .reduce(0) { $0 + $1.resource.bytes }
  }
  package var ranking: [(severity: Severity, rule: String)] {
    inspection.findings.map { ($0.severity, $0.rule.rawValue) }
  }
  package var json: JSONValue { LadderInspectionJSON.value(self) }
  package func text(_ style: TextStyle) -> String {
    LadderInspectionText(report: self, style: style).text
  }
}
