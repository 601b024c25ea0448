import Foundation

/// A program of FFmpeg's, found on the search path.
enum Tool: String, CaseIterable {
  case ffmpeg
  case ffprobe

  /// Throws if one of them is not there.
  static func checkAll() throws(BenchmarkError) {
    for tool in allCases where !isOnPath(tool.rawValue) {
      throw BenchmarkError(
        "cannot begin, \(tool.rawValue): not on the PATH; install FFmpeg's tools")
    }
  }

  /// Whether the search path has a program called `name`.
  static func isOnPath(_ name: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  /// The program with `arguments`; `label` stands for it in results.
  func command(_ label: String, _ arguments: [String]) -> ProcessCommand {
    ProcessCommand(label, rawValue, arguments)
  }
}
