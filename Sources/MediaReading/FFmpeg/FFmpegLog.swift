import CFFmpeg
import Synchronization

/// A log message of FFmpeg and the component that logged it.
public struct FFmpegMessage: Hashable, Sendable {
  /// The demuxer's, decoder's or parser's name; `nil` if FFmpeg does not say.
  public var source: String?
  /// One line.
  public var text: String
}

/// Routes FFmpeg's messages to a handler or drops them; none goes to standard error directly.
///
/// FFmpeg has one log per process, so this is global too.
public enum FFmpegLog {
  /// Receives one message, on the thread that logs it.
  public typealias Handler = @Sendable (FFmpegMessage) -> Void

  private struct State {
    var handler: Handler?
    /// Unfinished lines, by the object that logs them.
    var begun: [UInt: String] = [:]
  }

  private static let state = Mutex(State())

  /// Sends every warning and error to `handler`, or drops them.
  public static func route(to handler: Handler?) {
    state.withLock { $0 = State(handler: handler) }
    guard FFmpegLibraries.failure == nil else { return }
    unsafe libav.pointee.av_log_set_callback { object, level, format, arguments in
      guard level <= AV_LOG_WARNING, let format = unsafe format,
        let arguments = unsafe FFmpegLog.optional(arguments)
      else { return }
      var printsPrefix: Int32 = 0
      var line = [CChar](repeating: 0, count: 1024)
      _ = unsafe libav.pointee.av_log_format_line2(
        nil, level, format, arguments, &line, Int32(line.count), &printsPrefix)
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      unsafe FFmpegLog.take(
        text, from: UInt(bitPattern: object), source: FFmpegLog.source(of: object))
    }
  }

  /// Whether anybody receives messages.
  static var isRouted: Bool { state.withLock { $0.handler != nil } }

  /// Delivers a message of another process.
  static func deliver(_ message: FFmpegMessage) {
    state.withLock { $0.handler }?(message)
  }

  /// Delivers the lines that `text` completes; FFmpeg writes some in several parts.
  private static func take(_ text: String, from object: UInt, source: String?) {
    let (handler, lines) = state.withLock { state in
      guard state.handler != nil else { return (state.handler, [Substring]()) }
      let whole = (state.begun.removeValue(forKey: object) ?? "") + text
      var lines = whole.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      if let rest = lines.popLast(), !rest.isEmpty { state.begun[object] = String(rest) }
      return (state.handler, lines.filter { !$0.isEmpty })
    }
    // Outside the lock, as a handler may do anything.
    for line in lines { handler?(FFmpegMessage(source: source, text: String(line))) }
  }

  /// Makes an optional of what is one on some systems and not on others.
  private static func optional<Value>(_ value: Value?) -> Value? { value }

  /// The name of the object that logs; every one of them begins with a pointer to its class.
  private static func source(of object: UnsafeMutableRawPointer?) -> String? {
    guard let object = unsafe object,
      let type = unsafe object.load(as: UnsafePointer<AVClass>?.self),
      let name = unsafe type.pointee.item_name?(object)
    else { return nil }
    let text = unsafe String(cString: name)
    // What a parser's context without a codec is called.
    return text == "NULL" ? nil : text
  }
}
