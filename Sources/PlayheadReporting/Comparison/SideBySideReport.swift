package import PlayheadAnalysis
import PlayheadFiles
package import PlayheadModel

/// Several sessions, each compared with the first one, the reference.
package struct SideBySideReport: Sendable {
  /// A session, and where it comes from.
  package struct Run: Sendable {
    /// Where a session comes from.
    package enum Origin: Sendable {
      /// It was played: with what network as it was written, by media of what mean rate.
      case played(asked: String?, averageRate: BitRate?, RunSettings)
      /// It was read from the report at this path.
      case reported(SessionRecord, path: String)
    }

    /// Where it comes from.
    package let origin: Origin
    /// The session.
    package let session: ComparedSession

    /// A session that was played.
    package init(_ report: SessionReport) {
      origin = .played(
        asked: report.setting.network.text, averageRate: report.file?.averageRate, report.run)
      session = ComparedSession(
        report.session, of: report.setting.scenario, media: report.setting.definition.media,
        contentDigest: report.file?.contentDigest, summary: report.summary)
    }

    /// A session that was read from the report at `path`.
    package init(_ reported: ReportedSession, at path: String) {
      origin = .reported(reported.record, path: path)
      session = reported.session
    }

    /// What the user does, how often the media plays, and the limit that was set.
    var settings: RunSettings {
      switch origin {
      case .played(_, _, let settings): settings
      case .reported(let record, _):
        RunSettings(actions: record.actions, loops: record.loops, limit: record.options.limit)
      }
    }
  }

  /// The sessions, at least two and at most ``maximumRuns``; the first one is the reference.
  package let runs: [Run]
  /// Each but the first compared with it.
  package let comparisons: [SessionComparison]
  /// The permitted deviations.
  package let tolerances: Tolerances
  /// Whether what the players decide by is listed where it differs, though their names differ too.
  let listsParameters: Bool

  /// The maximum number of sessions.
  package static let maximumRuns = 16

  /// The report on `runs`, of which metrics may differ within `tolerances`.
  ///
  /// - Precondition: there are at least two sessions and at most ``maximumRuns``.
  package init(
    _ runs: [Run], tolerances: Tolerances = Tolerances(), listsParameters: Bool = false
  ) {
    precondition((2...Self.maximumRuns).contains(runs.count), "nothing to compare, or too much")
    self.runs = runs
    self.tolerances = tolerances
    self.listsParameters = listsParameters
    let reference = runs[0].session
    comparisons = runs.dropFirst().map {
      SessionComparison($0.session, with: reference, tolerances: tolerances)
    }
  }

  /// What the session numbered `number` is called: `A` for the reference, then `B` and so on.
  static func name(_ number: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "A") + UInt8(number)))
  }

  /// The sessions with their names.
  var namedRuns: [(name: String, run: Run)] {
    runs.enumerated().map { (Self.name($0.offset), $0.element) }
  }

  /// The number of rows of the time line that they share.
  package var rowCount: Int { SharedTimeline(runs.map(\.session.ticks)).rows.count }

  /// The comparisons with the names of their sessions.
  var namedComparisons: [(name: String, comparison: SessionComparison)] {
    comparisons.enumerated().map { (Self.name($0.offset + 1), $0.element) }
  }

  /// The comparison of the session numbered `number`; `nil` for the reference.
  func comparison(_ number: Int) -> SessionComparison? {
    number > 0 ? comparisons[number - 1] : nil
  }

  /// The metrics that any of the sessions has, in their order, and all that every session has.
  var metrics: [SessionMetric] {
    SessionMetric.inOrder(
      runs.reduce(into: Set(SessionMetric.allCases)) { $0.formUnion($1.session.metrics.keys) })
  }

  /// Whether any session is worse than the reference.
  package var isAnyWorse: Bool { comparisons.contains(where: \.isWorse) }
}
