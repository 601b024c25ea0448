import PlayheadKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps what is said on standard error apart from the line that is drawn there again and again.
final class StatusLine: Sendable {
  /// Whether the line stands there.
  private let isDrawn = Mutex(false)

  /// Draws the line as `text` has it, or takes it away if that ends with a carriage return.
  func draw(_ text: String, to descriptor: Int32) {
    isDrawn.withLock { isDrawn in
      let isErasing = text.last == "\r"
      Self.write(isErasing ? Self.blank : text, to: descriptor)
      isDrawn = !isErasing
    }
  }

  /// Writes `text`, which ends its line; the drawn line is taken away first.
  func say(_ text: String, to descriptor: Int32) {
    isDrawn.withLock { isDrawn in
      Self.write((isDrawn ? Self.blank : "") + text, to: descriptor)
      isDrawn = false
    }
  }

  /// As ``say(_:to:)``, but says nothing where it would have to wait.
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

  /// Empties the terminal's whole line, in which it may have shown a typed `^C` too.
  private static let blank = "\r\u{1B}[K"

  private static func write(_ text: String, to descriptor: Int32) {
    unsafe try? writeAll(Array(text.utf8).span.bytes, to: descriptor)
  }
}
