package import PlayheadAnalysis
package import PlayheadFiles

/// Everything that a report on one inspected ladder is made from.
package struct LadderInspectionReport: Sendable {
  /// What was inspected, and what findings are priced on.
  package let subject: LadderSubject
  /// The network as it was asked for; `nil` for the default link.
  package let network: GivenNetwork?
  /// What was found.
  package let inspection: LadderInspection

  /// The report on `subject`, priced on how it is played.
  package init(_ subject: LadderSubject, network: GivenNetwork? = nil) {
    self.subject = subject
    self.network = network
    inspection = LadderInspection(subject.scenario)
  }

  /// The head of the report, a row of facts each.
  func header(_ style: TextStyle) -> HeaderText {
    HeaderText(.ladder(subject), asked: network, style: style)
  }
}

/// A ladder that was to be inspected.
package typealias InspectedLadder = Inspected<LadderInspectionReport>
