import Foundation

/// A program that judges our output; it has to be there.
struct Tool {
  let output: String
  let status: Int32

  /// Runs `path` with `arguments`, and `input` on its standard input.
  init(_ path: String, _ arguments: [String], input: some Sequence<UInt8>) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "playhead-\(UUID())")
    try Data(input).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: file)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    output = String(decoding: data, as: UTF8.self)
    status = process.terminationStatus
  }

  /// The folder of the tests.
  static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
}
