/// The clock by which a recorder notes times and waits.
package struct RecordingClock: Sendable {
  /// The nanoseconds since 1970.
  package var now: @Sendable () -> Int64
  /// Waits so many milliseconds.
  package var pause: @Sendable (_ milliseconds: Int) -> Void

  /// A clock of these functions.
  package init(
    now: @escaping @Sendable () -> Int64, pause: @escaping @Sendable (Int) -> Void
  ) {
    self.now = now
    self.pause = pause
  }
}
