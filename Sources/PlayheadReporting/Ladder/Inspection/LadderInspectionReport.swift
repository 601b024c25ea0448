package import PlayheadAnalysis
package import PlayheadFiles
package import PlayheadLadder
import PlayheadModel

/// Everything that a report on one inspected ladder is made from.
package struct LadderInspectionReport: Sendable {
  /// What was inspected.
  package let media: LadderDescription
  /// What findings are priced on.
  package let scenario: LadderScenario
  /// The network as it was asked for; `nil` for the default link.
  package let network: GivenNetwork?
  /// The name of the rule of adaptation.
  package let rule: String
  /// What was found.
  package let inspection: LadderInspection

  /// The report on `media`, priced on `scenario`, which plays it.
  package init(
    _ media: LadderDescription, on scenario: LadderScenario, network: GivenNetwork? = nil,
    rule: String
  ) {
    self.media = media
    self.scenario = scenario
    self.network = network
    self.rule = rule
    inspection = LadderInspection(scenario)
  }
}

/// A ladder that was to be inspected.
package typealias InspectedLadder = Inspected<LadderInspectionReport>

/// The formats of inspections of ladders.
package struct LadderInspectionExporter: Exporter {
  /// The format.
  package let format: InspectionFormat

  /// An exporter of `format`.
  package init(_ format: InspectionFormat) { self.format = format }

  /// The name of the format.
  package var name: String { format.rawValue }

  /// The document on all ladders.
  package func rest(of ladders: [InspectedLadder], style: TextStyle) -> ExportedText {
    switch format {
    case .text:
      ExportedText(
        ladders.compactMap(\.report).map { LadderInspectionText(report: $0, style: style).text }
          .joined(separator: "\n"))
    case .json: ExportedText(LadderInspectionJSON.bytes(ladders))
    case .sarif: ExportedText(LadderInspectionSARIF.bytes(ladders))
    case .html:
      ExportedText(LadderInspectionPage(ladders: ladders, durations: style.durations).page.bytes)
    }
  }
}
