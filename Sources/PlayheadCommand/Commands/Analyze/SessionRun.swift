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

  /// Plays the session and writes one line per event, in parts of limited size; the header comes
  /// first, so that a reader has it at once.
  mutating func writeLines(
    in context: Context, to write: (_ lines: [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try write(SessionLines.opening(setting))
    var lines: [UInt8] = []
    let report = try play(in: context) { events throws(Failure) in
      for event in events { lines += SessionLines.line(event) }
      if lines.count >= Self.partSize {
        try write(lines)
        lines.removeAll(keepingCapacity: true)
      }
    }
    try write(lines + SessionLines.closing(report))
  }

  private func stage(at time: WallTime?) -> Whereabouts.Stage {
    let frames = setting.media.decoding.map { $0.tracks.reduce(0) { $0 + $1.frames } }
    return .playing(setting.media.name, frames: frames, time: time)
  }

  /// The usual capacity of a pipe.
  private static let partSize = 1 << 16
}
