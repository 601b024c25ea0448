import PlayheadKit

/// A session ready to run.
struct SessionRun {
  let media: MediaDescription
  let link: Link
  let plan: SessionPlan
  private var simulation: Simulation

  init(of media: MediaDescription, over link: Link, by plan: SessionPlan) {
    self.media = media
    self.link = link
    self.plan = plan
    simulation = plan.simulation(of: media, over: link)
  }

  /// Plays the session and passes its events on, those of one instant together.
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
      let count = simulation.events.count
      if count > heeded { try heed(simulation.events[heeded...]) }
      heeded = count
    }
    context.whereabouts.enter(.delivering)
    return SessionReport(
      media: media, link: link, transport: plan.transport, policy: plan.policy,
      session: simulation.session)
  }

  /// Plays the session and writes one line per event, in parts of limited size; the header comes
  /// first, so that a reader has it at once.
  mutating func writeLines(
    in context: Context, to write: (_ lines: [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try write(
      SessionLines.opening(
        media: media, link: link, transport: plan.transport, policy: plan.policy))
    var lines: [UInt8] = []
    let report = try play(in: context) { events throws(Failure) in
      for event in events { lines += SessionLines.line(event) }
      if lines.count >= Self.partSize {
        try write(lines)
        lines.removeAll(keepingCapacity: true)
      }
    }
    try write(lines + SessionLines.closing(report.session, damage: media.damage))
  }

  private func stage(at time: MediaTime?) -> Whereabouts.Stage {
    let frames = media.decoding.map { $0.tracks.reduce(0) { $0 + $1.frames } }
    return .playing(media.name, frames: frames, time: time)
  }

  /// The usual capacity of a pipe.
  private static let partSize = 1 << 16
}
