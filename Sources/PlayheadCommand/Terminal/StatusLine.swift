import POSIX
import PlayheadKit
import Synchronization

/// Keeps messages on standard error separate from the line that is redrawn there.
final class StatusLine: Sendable {
  /// Whether the line is on the screen.
  private let isDrawn = Mutex(false)

  /// Draws the line `text`, or erases it if `text` ends with a carriage return.
  func draw(_ text: String, to descriptor: Int32) {
    isDrawn.withLock { isDrawn in
      let isErasing = text.last == "\r"
      Self.write(isErasing ? Self.blank : text, to: descriptor)
      isDrawn = !isErasing
    }
  }

  /// Writes `text`, which ends with a line feed, after erasing the drawn line.
  func say(_ text: String, to descriptor: Int32) {
    isDrawn.withLock { isDrawn in
      Self.write((isDrawn ? Self.blank : "") + text, to: descriptor)
      isDrawn = false
    }
  }

  /// Writes as ``say(_:to:)`` does, but nothing where it would block.
  func sayWithoutWaiting(_ text: String, to descriptor: Int32) {
    for _ in 0..<20 {
      let isDone: Void? = isDrawn.withLockIfAvailable { isDrawn in
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&request, 1, 0) > 0 else { return }
        Self.write((isDrawn ? Self.blank : "") + text, to: descriptor)
        isDrawn = false
      }
      if isDone != nil { return }
      usleep(5000)
    }
  }

  /// Erases the terminal's whole line, which may include an echoed `^C`.
  private static let blank = "\r\u{1B}[K"

  private static func write(_ text: String, to descriptor: Int32) {
    unsafe try? writeAll(Array(text.utf8).span.bytes, to: descriptor)
  }
}
