import PlayheadKit

/// A session ready to run.
struct SessionRun {
  let setting: SessionSetting
  private var simulation: Simulation

  init(_ setting: SessionSetting) {
    self.setting = setting
    simulation = Simulation(setting.scenario)
  }

  /// Plays the session and passes its events on as soon as they are final, those of one instant
  /// together.
  mutating func play(
    in context: Context, _ heed: (ArraySlice<Event>) throws(Failure) -> Void = { _ in }
  ) throws(Failure) -> SessionReport {
    context.whereabouts.enter(stage(at: nil))
    var heeded = 0
    var goesOn = true
    while goesOn {
      goesOn = simulation.step()
      if context.interruption.isRequested {
        context.whereabouts.enter(stage(at: simulation.player.wallTime))
      }
      try context.checkInterruption()
      let events = simulation.finalEvents(from: heeded)
      if !events.isEmpty { try heed(events[...]) }
      heeded += events.count
    }
    context.whereabouts.enter(.delivering)
    return SessionReport(setting, simulation.run())
  }

  /// Plays the session and writes what `exporter` makes of it: what it has of events in parts of
  /// limited size, and the opening before anything else, so that a reader has it at once.
  mutating func write(
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

  private func stage(at time: WallTime?) -> Whereabouts.Stage {
    let frames = setting.media.decoding.map { $0.tracks.reduce(0) { $0 + $1.frames } }
    return .playing(setting.media.name, frames: frames, time: time)
  }

  /// The usual capacity of a pipe.
  private static let partSize = 1 << 16
}
