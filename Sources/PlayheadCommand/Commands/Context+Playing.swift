import PlayheadKit

extension Context {
  /// Plays `scenario` to its end unless the user interrupts it.
  func play(_ scenario: Scenario) throws(Failure) -> PlayedSession {
    try scenario.play { _ throws(Failure) in try checkInterruption() }
  }

  /// Plays `scenario` to its end, and tells how far it has come if the user interrupts it.
  ///
  /// - Parameters:
  ///   - scenario: the scenario.
  ///   - name: what its media is called.
  ///   - frames: how many frames of it were decoded; `nil` if none were to be.
  ///   - notice: takes events as soon as they are final.
  /// - Returns: the session.
  /// - Throws: ``Failure/interrupted``, or what `notice` throws.
  func play(
    _ scenario: Scenario, named name: String, frames: Int? = nil,
    notice: (ArraySlice<Event>) throws(Failure) -> Void = { _ in }
  ) throws(Failure) -> PlayedSession {
    whereabouts.enter(.playing(name, frames: frames, time: nil))
    return try scenario.play(
      check: { time throws(Failure) in
        guard interruption.isRequested else { return }
        whereabouts.enter(.playing(name, frames: frames, time: time))
        throw .interrupted
      }, notice: notice)
  }
}
