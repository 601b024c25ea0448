import MediaReading
import PlayheadKit
import Synchronization

/// The progress of the work, for a report on interruption.
final class Whereabouts: Sendable {
  /// A stage of the work.
  enum Stage: Sendable {
    /// Parsing the command line and reading small files that it names.
    case preparing
    /// Reading a media file, with its progress.
    case reading(String, ReadingProgress?)
    /// Playing a media file, with the number of decoded frames and the simulated time.
    case playing(String, frames: Int?, time: WallTime?)
    /// Running cases, with the number completed.
    case checking(completed: Int, total: Int)
    /// Playing a sweep, with the number of sessions that are done.
    case sweeping(completed: Int, total: Int, isKept: Bool)
    /// Watching a real player, with the number of runs that have ended.
    case validating(completed: Int, total: Int)
    /// Serving, with the number of requests that have ended.
    case serving(requests: Int)
    /// Recording into a folder, with how much there is.
    case recording(String, versions: Int, segments: Int)
    /// Writing the result.
    case delivering
  }

  private let stage = Mutex(Stage.preparing)

  /// Enters a stage; reports of parallel cases may arrive out of order.
  func enter(_ stage: Stage) {
    self.stage.withLock { current in
      if case .checking(let completed, _) = stage, case .checking(let known, _) = current,
        completed < known
      {
        return
      }
      if case .sweeping(let completed, _, _) = stage, case .sweeping(let known, _, _) = current,
        completed < known
      {
        return
      }
      current = stage
    }
  }

  /// The failure to report if the work ends here.
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
    case .sweeping(let completed, let total, let isKept):
      Failure(
        .interrupted, "interrupted",
        why: "after \(completed) of \(counted(total, "session"))",
        hint: isKept ? "the same command goes on from there" : nil)
    case .validating(let completed, let total):
      Failure(.interrupted, "interrupted", why: "after \(completed) of \(counted(total, "run"))")
    case .serving(let requests):
      Failure(.interrupted, "interrupted", why: "after \(counted(requests, "request"))")
    case .recording(let folder, let versions, let segments):
      Failure(
        .interrupted, "interrupted", at: folder,
        why: "\(counted(versions, "change")) of manifests and \(counted(segments, "segment")) "
          + "are recorded",
        hint: "the same command goes on from there")
    case .delivering:
      Failure(.interrupted, "interrupted", why: "while writing the result")
    }
  }
}

extension ReadingProgress {
  /// The share in whole percent, rounded down, so that 100 means complete; the bytes if the total
  /// is unknown.
  fileprivate var words: String {
    let share = fraction.map { "\(Int($0 * 100)) % of the file" } ?? "\(completed) bytes"
    let segments = "\(completed) of \(counted(Int(total ?? completed), "segment"))"
    return switch phase {
    case .sizing: "\(segments) sized"
    case .timing: "\(segments) read"
    case .downloading:
      total.map { "\(completed) of \($0) bytes received" } ?? "\(completed) bytes received"
    case .indexing: "\(share) read"
    case .decoding: "\(share) decoded"
    }
  }
}
