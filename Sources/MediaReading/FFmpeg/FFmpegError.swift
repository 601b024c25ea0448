import CFFmpeg

/// A failed call to FFmpeg: the step and the code.
struct FFmpegError: Error, Equatable {
  /// The step that failed, as words that follow "cannot".
  var step: String
  /// FFmpeg's code, negative.
  var code: Int32

  /// The reason in words: FFmpeg's message for the code, unless that says less than the code does.
  var reason: String {
    if code == playhead_error_crash { return "FFmpeg crashes there" }
    if code == playhead_error_invalid_data { return "the data is invalid" }
    if code == playhead_error_end_of_file { return "the file ends too early" }
    if let failure = FFmpegLibraries.failure { return failure }
    var text = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
    _ = unsafe libav.pointee.av_strerror(code, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// FFmpeg crashes on what comes next.
  static let crash = FFmpegError(step: "read on", code: playhead_error_crash)

  /// Whether `reason`, for which a reading ended, is a crash.
  static func isCrash(_ reason: String) -> Bool { reason == crash.reason }

  /// No memory.
  static let outOfMemory = FFmpegError(step: "decode", code: playhead_error_out_of_memory)

  /// Whether memory ran out, which says nothing about the file.
  var isOutOfMemory: Bool { code == playhead_error_out_of_memory }

  /// Whether there was no memory for something, be it the stack of a thread.
  var isShortage: Bool { isOutOfMemory || code == playhead_error_again }

  /// Throws if there is no FFmpeg for `step`.
  static func checkLibraries(_ step: String) throws(FFmpegError) {
    guard FFmpegLibraries.failure == nil else {
      throw FFmpegError(step: step, code: playhead_error_no_decoder)
    }
  }

  /// Throws unless `code`, which `step` returned, is a success.
  @discardableResult
  static func check(_ code: Int32, _ step: String) throws(FFmpegError) -> Int32 {
    guard code >= 0 else { throw FFmpegError(step: step, code: code) }
    return code
  }
}
