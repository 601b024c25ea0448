import MediaReading
import PlayheadKit
import Synchronization

/// How far the work has come, for whoever interrupts it.
final class Whereabouts: Sendable {
  /// What is being done.
  enum Stage: Sendable {
    /// The command line is read, and small files that it names.
    case preparing
    /// A media file is read, as far as this.
    case reading(String, ReadingProgress?)
    /// A media file is played, of which so many frames were decoded, up to a simulated time.
    case playing(String, frames: Int?, time: MediaTime?)
    /// Cases are run, of which so many are done.
    case checking(completed: Int, total: Int)
    /// The result goes out.
    case delivering
  }

  private let stage = Mutex(Stage.preparing)

  /// Says that this is now being done; threads that tell of cases may overtake each other.
  func enter(_ stage: Stage) {
    self.stage.withLock { current in
      if case .checking(let completed, _) = stage, case .checking(let known, _) = current,
        completed < known
      {
        return
      }
      current = stage
    }
  }

  /// What there is to tell if it ends here.
  var interruption: Failure {
    switch stage.withLock({ $0 }) {
    case .preparing:
      Failure(.interrupted, "interrupted", why: "before reading any media")
    case .reading(let name, let progress):
      Failure(
        .interrupted, "interrupted", at: name, why: progress?.words ?? "before reading it")
    case .playing(let name, let frames, let time):
      Failure(
        .interrupted, "interrupted", at: name,
        why: [
          time.map { "at \($0.secondsText) s of simulated time" } ?? "while simulating",
          frames.map { "\(counted($0, "frame")) decoded" },
        ].compactMap(\.self).joined(separator: ", "))
    case .checking(let completed, let total):
      Failure(.interrupted, "interrupted", why: "after \(completed) of \(counted(total, "case"))")
    case .delivering:
      Failure(.interrupted, "interrupted", why: "while writing the result")
    }
  }
}

extension ReadingProgress {
  /// The share in whole percents, so that 100 means all; the bytes where nobody knows how many
  /// there are.
  fileprivate var words: String {
    let share = fraction.map { "\(Int($0 * 100)) % of the file" } ?? "\(completed) bytes"
    return switch phase {
    case .downloading: "\(share) received"
    case .indexing: "\(share) read"
    case .decoding: "\(share) decoded"
    }
  }
}
