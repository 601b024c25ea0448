import MediaReading
import Synchronization

/// Counts FFmpeg's messages, as damage repeats the same ones hundreds of times.
///
/// Threads decode in no fixed order, so equal messages count as one wherever they recur.
final class MessageTally: Sendable {
  /// The maximum number of distinct messages to remember; any further one counts as new each time.
  private static let maximumMessages = 10_000

  private struct Counts {
    var repeats: [FFmpegMessage: Int] = [:]
    var order: [FFmpegMessage] = []
  }

  private let counts = Mutex(Counts())

  /// Counts `message`; returns `true` if it is the first of its kind.
  func isNew(_ message: FFmpegMessage) -> Bool {
    counts.withLock { counts in
      if counts.repeats[message] != nil {
        counts.repeats[message, default: 0] += 1
        return false
      }
      if counts.order.count < Self.maximumMessages {
        counts.repeats[message] = 0
        counts.order.append(message)
      }
      return true
    }
  }

  /// The repeated messages, in order of first occurrence, with the number of repetitions.
  var repeated: [(message: FFmpegMessage, count: Int)] {
    counts.withLock { counts in
      counts.order.compactMap { message in
        counts.repeats[message].flatMap { $0 > 0 ? (message, $0) : nil }
      }
    }
  }
}
