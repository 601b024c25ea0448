import Foundation

/// The encoder that makes media for tests.
enum FFmpeg {
  /// Runs ffmpeg with `arguments`.
  static func run(_ arguments: [String]) throws {
    let ffmpeg = Process()
    ffmpeg.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    ffmpeg.arguments = ["ffmpeg", "-nostdin", "-v", "error"] + arguments
    try ffmpeg.run()
    ffmpeg.waitUntilExit()
  }
}
