import Foundation

/// One run of another program, such as a shell that reads what we wrote for it.
struct ToolRun {
  let code: Int32
  let output: String
  let diagnostics: String

  /// Runs `words`, of which the first is looked up in the path, in the project's root; it has our
  /// environment and `environment`, or that alone if it `inheritsNothing`.
  init(
    _ words: [String], input: String = "", environment: [String: String] = [:],
    inheritsNothing: Bool = false
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: Project.root)
    let inherited = inheritsNothing ? [:] : ProcessInfo.processInfo.environment
    process.environment = inherited.merging(environment) { $1 }
    let (output, error, feed) = (Pipe(), Pipe(), Pipe())
    (process.standardOutput, process.standardError, process.standardInput) = (output, error, feed)
    try process.run()
    let readings = [output, error].map { pipe in
      let handle = pipe.fileHandleForReading
      return Reading { handle }
    }
    // What we write to a shell is less than a pipe holds.
    try feed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try feed.fileHandleForWriting.close()
    let texts = readings.map { String(decoding: $0.wait() ?? Data(), as: UTF8.self) }
    process.waitUntilExit()
    code = process.terminationStatus
    (self.output, diagnostics) = (texts[0], texts[1])
  }
}
