import MediaReading
import Synchronization

/// Counts FFmpeg's messages, of which damage brings the same ones hundreds of times.
///
/// What several threads decode comes in no order of its own, so a message is the same wherever it
/// comes again.
final class MessageTally: Sendable {
  /// How many different messages are remembered; any further one counts as new each time.
  private static let mostMessages = 10_000

  private struct Counts {
    var repeats: [FFmpegMessage: Int] = [:]
    var order: [FFmpegMessage] = []
  }

  private let counts = Mutex(Counts())

  /// Takes `message` in; `true` if it is the first of its kind.
  func isNew(_ message: FFmpegMessage) -> Bool {
    counts.withLock { counts in
      if counts.repeats[message] != nil {
        counts.repeats[message, default: 0] += 1
        return false
      }
      if counts.order.count < Self.mostMessages {
        counts.repeats[message] = 0
        counts.order.append(message)
      }
      return true
    }
  }

  /// The messages that came more than once, in the order of the first ones, and how often they came
  /// again.
  var repeated: [(message: FFmpegMessage, count: Int)] {
    counts.withLock { counts in
      counts.order.compactMap { message in
        counts.repeats[message].flatMap { $0 > 0 ? (message, $0) : nil }
      }
    }
  }
}
