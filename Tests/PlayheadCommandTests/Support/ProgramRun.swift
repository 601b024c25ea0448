import Foundation
import MediaReading
import Synchronization

@testable import PlayheadCommand

/// One run of the program in this process.
struct ProgramRun {
  let code: ExitCode
  let output: String
  let diagnostics: String

  /// Runs the program with `line`, words with spaces between them or within single quotes.
  ///
  /// Without a `cache` it reads each file again; by default tests share one. If `isTerminal`, it
  /// is told that its results go to a terminal.
  init(
    _ line: String, environment: [String: String] = ["LANG": "C.UTF-8", "COLUMNS": "80"],
    cache: ReadingCache? = SharedCache.surveys, isTerminal: Bool = false
  ) throws {
    let (output, error) = (Pipe(), Pipe())
    let context = Context(
      program: .playhead,
      terminal: Terminal(
        environment: environment, output: Terminal.Stream(isTerminal: isTerminal),
        error: Terminal.Stream(isTerminal: false)),
      output: StandardOutput(descriptor: output.fileHandleForWriting.fileDescriptor),
      diagnostics: Diagnostics(descriptor: error.fileHandleForWriting.fileDescriptor),
      interruption: Interruption(), cache: cache)
    // A pipe holds little, so somebody has to read while the program writes.
    let readings = [output, error].map { pipe in
      let handle = pipe.fileHandleForReading
      return Reading { handle }
    }
    code = Playhead.run(words(line), context)
    let texts = [output, error].indices.map { number in
      try? [output, error][number].fileHandleForWriting.close()
      return String(decoding: readings[number].wait() ?? Data(), as: UTF8.self)
    }
    self.output = texts[0]
    diagnostics = texts[1]
  }
}

/// The cache of all runs in this process that do not test reading itself, so that a clip is indexed
/// and decoded once, and not by every test that plays it.
///
/// Not for URLs: a test's server has the address of an earlier one before long.
enum SharedCache {
  static let surveys: ReadingCache? = {
    guard let folder else { return nil }
    atexit { try? FileManager.default.removeItem(atPath: SharedCache.folder?.path ?? "") }
    return ReadingCache(directory: "\(folder.path)/surveys")
  }()

  private static let folder = try? TemporaryFolder()
}

/// The project's own files, for tests that read them.
enum Project {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  static func clip(_ name: String) -> String { "\(root)/Fixtures/clips/\(name)" }
  static func player(_ name: String) -> String { "\(root)/Fixtures/players/\(name)" }
  static func trace(_ name: String) -> String { "\(root)/Fixtures/traces/\(name)" }
}

/// A folder that goes with the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "playhead-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
