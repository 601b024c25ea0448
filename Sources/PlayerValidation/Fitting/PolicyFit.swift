package import PlayheadKit

/// A search for the values of a policy with which predictions agree best with measurements.
///
/// Half of the measurements are fitted to; the others only say whether the values hold for sessions
/// that the search has not seen. It changes one value at a time, in turn, until none improves.
package struct PolicyFit: Sendable {
  /// A measured session and what it takes to predict it.
  package struct Case: Sendable {
    package var file: String
    package var measurement: PlayerMeasurement
    package var presentation: Presentation
    /// The values that the search starts from.
    package var parameters: BufferingPolicy.Parameters

    package init(
      file: String, measurement: PlayerMeasurement, presentation: Presentation,
      parameters: BufferingPolicy.Parameters
    ) {
      self.file = file
      self.measurement = measurement
      self.presentation = presentation
      self.parameters = parameters
    }
  }

  package var fitted: [Case]
  /// Empty with fewer than two measurements.
  package var checked: [Case]
  package var fields: [PolicyField]

  /// The search for values of `fields` with `cases`, of which there is at least one.
  package init(_ fields: [PolicyField], to cases: [Case]) {
    precondition(!cases.isEmpty && !fields.isEmpty, "nothing to fit")
    self.fields = fields
    // Every other one would part files by their networks where there are two of each.
    fitted = cases.enumerated().filter { $0.offset.nonzeroBitCount % 2 == 0 }.map(\.element)
    checked = cases.enumerated().filter { $0.offset.nonzeroBitCount % 2 == 1 }.map(\.element)
  }

  /// How far predictions are from measurements; less is better.
  struct Misfit: Comparable {
    /// The startups, stall counts and stalled times that do not agree.
    var disagreements = 0
    /// By how much startups and stalled times differ in all.
    var difference = WallTime.zero

    static func < (left: Misfit, right: Misfit) -> Bool {
      (left.disagreements, left.difference) < (right.disagreements, right.difference)
    }
  }

  /// Values of a policy; `nil` stands for what a field means without one.
  typealias Values = [PolicyField: Int64?]

  /// Finds the values; asks `isStopping` before each prediction, and returns `nil` once that is so.
  package func run(_ isStopping: () -> Bool = { false }) -> PolicyProposal? {
    var values: Values = [:]
    for field in fields { values[field] = .some(fitted[0].parameters.value(of: field)) }
    let start = values
    guard var best = misfit(of: values, isStopping) else { return nil }
    var hasImproved = true
    while hasImproved {
      hasImproved = false
      for field in fields {
        var candidates = CandidateValues(of: field, besides: values[field] ?? nil)
        while let candidate = candidates.next() {
          if isStopping() { return nil }
          var changed = values
          changed[field] = .some(candidate)
          guard let misfit = misfit(of: changed, isStopping), misfit < best else { continue }
          (best, values, hasImproved) = (misfit, changed, true)
          candidates.choose(candidate)
        }
      }
    }
    if isStopping() { return nil }
    return PolicyProposal(
      fields: fields.map { field in
        PolicyProposal.Change(
          field: field, before: text(of: field, in: start), after: text(of: field, in: values))
      }, fitted: halves(fitted, start, values), checked: halves(checked, start, values))
  }

  private func text(of field: PolicyField, in values: Values) -> String? {
    var parameters = fitted[0].parameters
    parameters.set(field, to: values[field] ?? nil)
    return parameters.text(of: field)
  }

  private func halves(
    _ cases: [Case], _ start: Values, _ values: Values
  ) -> PolicyProposal.Half {
    PolicyProposal.Half(
      files: cases.map(\.file),
      before: AgreementTable(cases.compactMap { report(on: $0, start) }),
      after: AgreementTable(cases.compactMap { report(on: $0, values) }))
  }

  /// How far the fitted sessions are from their predictions; `nil` if `values` make no policy.
  private func misfit(of values: Values, _ isStopping: () -> Bool) -> Misfit? {
    var sum = Misfit()
    for session in fitted {
      guard !isStopping(), let report = report(on: session, values) else { return nil }
      let comparison = report.comparison
      sum.disagreements += PolicyProposal.quantities.count { !$0.agrees(in: comparison) }
      let run = comparison.runs[0]
      let limit = session.measurement.limit
      for (one, other) in [
        (comparison.predicted.startup ?? limit, run.startup ?? limit),
        (comparison.predicted.stalled, run.stalled),
      ] {
        sum.difference += max(one, other) - min(one, other)
      }
    }
    return sum
  }

  private func report(on session: Case, _ values: Values) -> ValidationReport? {
    var parameters = session.parameters
    for (field, value) in values { parameters.set(field, to: value) }
    guard let policy = try? BufferingPolicy(parameters) else { return nil }
    return ValidationReport(
      predicting: session.measurement, of: session.presentation, by: policy)
  }
}
