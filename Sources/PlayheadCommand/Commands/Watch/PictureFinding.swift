import MediaReading
import Synchronization

/// Decodes the frames that are to be shown beside what is drawn, one after the other, and only the
/// latest that is wanted.
final class PictureFinding: Sendable {
  /// A frame that was wanted, or why there is none.
  typealias Found = (wanted: WantedFrame, result: Result<FramePicture, NoPictures>)

  private struct State {
    var wanted: WantedFrame?
    var isRunning = false
    var found: Found?
    /// When the next frame may be decoded that nobody waits for.
    var pause = ContinuousClock.now
  }

  private let state = Mutex(State())
  private let decode: @Sendable (WantedFrame) -> Result<FramePicture, NoPictures>

  /// Decoding that nobody waits for takes at most this part of the time.
  private static let share = 20

  /// Decodes frames by `decode`.
  init(_ decode: @escaping @Sendable (WantedFrame) -> Result<FramePicture, NoPictures>) {
    self.decode = decode
  }

  /// Has a frame decoded; if it is not `urgent`, only where that leaves enough time for all else,
  /// which is the result.
  func find(_ wanted: WantedFrame, urgent: Bool) -> Bool {
    let (isTaken, begins) = state.withLock { state in
      guard urgent || !state.isRunning && ContinuousClock.now >= state.pause else {
        return (false, false)
      }
      state.wanted = wanted
      defer { state.isRunning = true }
      return (true, !state.isRunning)
    }
    guard begins else { return isTaken }
    Task.detached(priority: .utility) { [self] in
      while let wanted = next() {
        let start = ContinuousClock.now
        let result = decode(wanted)
        let taken = ContinuousClock.now - start
        state.withLock { state in
          state.found = (wanted, result)
          state.pause = .now + max(.milliseconds(200), taken * Self.share)
        }
      }
    }
    return true
  }

  /// The frame at once.
  func find(_ wanted: WantedFrame) -> Found { (wanted, decode(wanted)) }

  private func next() -> WantedFrame? {
    state.withLock { state in
      defer { state.wanted = nil }
      if state.wanted == nil { state.isRunning = false }
      return state.wanted
    }
  }

  /// What was decoded since the last time; `nil` if nothing was.
  func take() -> Found? {
    state.withLock { state in
      defer { state.found = nil }
      return state.found
    }
  }
}
