import PlayheadKit

/// A session ready to run.
struct SessionRun {
  var setting: SessionSetting
  /// The rule of adaptation, which may fail; `nil` of a file.
  var rule: LadderRule?
  /// For which scores the distance of a ladder to the optimum is found.
  var objectives: [Optimum.Objective] = []
  /// Adds to the report what is found out once the session is over.
  var followUp: (inout SessionReport) throws(Failure) -> Void = { _ in }

  init(_ setting: SessionSetting, rule: LadderRule? = nil) {
    self.setting = setting
    self.rule = rule
  }

  /// Plays the session and passes its events on as soon as they are final, those of one instant
  /// together.
  func play(
    in context: Context, _ notice: (ArraySlice<Event>) throws(Failure) -> Void = { _ in }
  ) throws(Failure) -> SessionReport {
    let subject = setting.subject
    let played = try context.play(
      subject.scenario, named: subject.name,
      frames: subject.file?.decoding.map { $0.tracks.reduce(0) { $0 + $1.frames } },
      notice: notice)
    if let ladder = subject.ladder { try rule?.check(ladder.scenario.rule) }
    context.whereabouts.enter(.delivering)
    var report = SessionReport(setting, played, optimumGapsFor: objectives)
    try followUp(&report)
    return report
  }

  /// Plays the session and writes what `exporter` makes of it: what it has of events in parts of
  /// limited size, and the opening before anything else, so that a reader has it at once.
  func write(
    by exporter: some SessionExporter, style: TextStyle, in context: Context,
    to write: (_ part: [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try write(exporter.opening(of: setting, style: style))
    var part: [UInt8] = []
    let report = try play(in: context) { events throws(Failure) in
      part += exporter.text(of: events)
      if part.count >= Self.partSize {
        try write(part)
        part.removeAll(keepingCapacity: true)
      }
    }
    try context.checkInterruption()
    try write(part + context.text(of: report, by: exporter, style: style, named: report.name))
  }

  /// The usual capacity of a pipe.
  private static let partSize = 1 << 16
}
