import Foundation

/// A program of FFmpeg's, found on the search path.
enum Tool: String, CaseIterable {
  case ffmpeg
  case ffprobe

  /// Throws if one of them is not there.
  static func checkAll() throws(BenchmarkError) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for tool in allCases {
      guard
        folders.contains(where: {
          FileManager.default.isExecutableFile(atPath: "\($0)/\(tool.rawValue)")
        })
      else {
        throw BenchmarkError(
          "cannot begin, \(tool.rawValue): it is not on the PATH; install FFmpeg's tools")
      }
    }
  }

  /// The program with `arguments`; `label` stands for it in results.
  func command(_ label: String, _ arguments: [String]) -> ProcessCommand {
    ProcessCommand(label, rawValue, arguments)
  }
}
