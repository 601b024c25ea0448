@testable import PlayheadAnalysis
@testable import PlayheadModel
@testable import PlayheadReporting

extension ComparedSession {
  /// The session of `report` as a comparison has it.
  init(_ report: SessionReport) { self = SideBySideReport.Run(report).session }

  /// What its report can hold of it.
  var reported: ComparedSession {
    var session = self
    session.scenario = nil
    session.phaseSpans = []
    return session
  }
}

extension RandomSession {
  /// The report on it; the media has to be one file.
  func report() throws -> SessionReport {
    let scenario = try scenario
    let media = MediaDescription(
      name: "random \(seed)", index: media.index, presentation: scenario.presentation,
      decoding: nil)
    var simulation = Simulation(scenario)
    return SessionReport(SessionSetting(media, scenario), simulation.run())
  }
}

extension BufferingPolicy {
  /// A player that starts and resumes with so many seconds, and never stops loading.
  static func starting(
    at startup: Int64, resumingAt resume: Int64 = 1, keeping backBuffer: MediaTime? = nil
  ) throws -> BufferingPolicy {
    var values = BufferingPolicy.Parameters()
    values.startupThreshold = .seconds(startup)
    values.resumeThreshold = .seconds(resume)
    values.highWatermark = nil
    values.backBuffer = backBuffer
    return try BufferingPolicy(values)
  }
}
