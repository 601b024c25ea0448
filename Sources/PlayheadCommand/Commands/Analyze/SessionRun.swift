import PlayheadKit

/// A session ready to run.
struct SessionRun {
  let setting: SessionSetting
  /// Whether the report has the causes of waits.
  private let findsCauses: Bool
  /// The changes with which it is played again; empty if it is not.
  private let changes: [WhatIf.Change]
  /// How often it is played to tell how sure its figures are; `nil` for not at all.
  var spread: SpreadRequest?

  init(_ setting: SessionSetting, findsCauses: Bool = false, whatIf changes: [WhatIf.Change] = []) {
    self.setting = setting
    self.findsCauses = findsCauses
    self.changes = changes
  }

  /// Plays the session and passes its events on as soon as they are final, those of one instant
  /// together.
  func play(
    in context: Context, _ notice: (ArraySlice<Event>) throws(Failure) -> Void = { _ in }
  ) throws(Failure) -> SessionReport {
    let session = try context.play(
      .file(setting.scenario), named: setting.media.name,
      frames: setting.media.decoding.map { $0.tracks.reduce(0) { $0 + $1.frames } },
      notice: notice
    ).session
    context.whereabouts.enter(.delivering)
    var report = SessionReport(setting, session, causes: causes(of: session, in: context))
    report.whatIf = try whatIf(in: context)
    if let spread {
      report.spread = Spread(
        of: setting.scenario, damage: setting.media.damage, count: spread.count, seed: spread.seed
      ) { context.interruption.isRequested }
      try context.checkInterruption()
    }
    return report
  }

  private func whatIf(in context: Context) throws(Failure) -> WhatIf? {
    guard !changes.isEmpty else { return nil }
    let (scenario, idle) = WhatIf.scenario(setting.scenario, with: changes)
    let session = try context.play(.file(scenario)).session
    return WhatIf(
      changes.map(\.name), idle: idle, session,
      SessionSummary(session, damage: setting.media.damage))
  }

  private func causes(of session: Session, in context: Context) -> SessionCauses? {
    guard findsCauses else { return nil }
    return SessionCauses(of: session, in: setting.scenario) { context.interruption.isRequested }
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
    try write(part + context.text(of: report, by: exporter, style: style, named: report.media.name))
  }

  /// The usual capacity of a pipe.
  private static let partSize = 1 << 16
}
