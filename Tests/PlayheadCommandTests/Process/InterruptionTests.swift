import Expectations
import Foundation
import PlayheadKit
import Testing

@testable import MediaReading
@testable import PlayheadCommand

@Suite("One signal ends it, whatever it waits for, and it says how far it got", .serialized)
struct InterruptionTests {
  private let clip = Project.clip("audio-only.m4a")

  private func expectInterruption(
    _ process: ProgramProcess, says words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let end = process.end()
    expect(end.code == 130 && !end.isKilled, sourceLocation: sourceLocation)
    let lines = end.diagnostics.split(separator: "\n").filter { $0.contains("interrupted") }
    expect(lines, equals: ["playhead: interrupted\(words)"], sourceLocation: sourceLocation)
  }

  @Test(
    "Reading a small file out of a pipe to which nobody writes",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func silentPipe(signal: Int32) throws {
    for option in ["--network", "--player"] {
      let pipe = try NamedPipe("pipe.yaml")
      let arguments = ["analyze", clip, option, pipe.path] + (option == "--player" ? ["-n3g"] : [])
      let process = try ProgramProcess(arguments, output: .nullDevice)
      var writer: FileHandle?
      try process.wait {
        writer = pipe.openForWriting()
        return writer != nil
      }
      try process.awaitReadiness()
      process.signal(signal)
      expectInterruption(process, says: ": before reading any media")
      try writer?.close()
    }
  }

  @Test("Opening a pipe that nobody opens to write")
  func unopenedPipe() throws {
    let pipe = try NamedPipe()
    let process = try ProgramProcess(["analyze", clip, "-n", pipe.path], output: .nullDevice)
    try process.awaitReadiness()
    process.signal(SIGINT)
    expectInterruption(process, says: ": before reading any media")
  }

  @Test("Reading media out of a pipe, of which some came")
  func media() throws {
    let pipe = try NamedPipe()
    let process = try ProgramProcess(["analyze", pipe.path, "-n", "3g"], output: .nullDevice)
    var opened: FileHandle?
    try process.wait {
      opened = pipe.openForWriting()
      return opened != nil
    }
    let writer = try #require(opened)
    try writer.write(contentsOf: Data(repeating: 1, count: 1000))
    try process.wait { writer.waitingBytes == 0 }
    // When it takes this one in, it has written down that the others came.
    try writer.write(contentsOf: Data([1]))
    try process.wait { writer.waitingBytes == 0 }
    process.signal(SIGINT)
    let end = process.end()
    expect(end.code == 130 && !end.isKilled)
    let lines = [1000, 1001].map {
      "playhead: interrupted, \(pipe.path): \($0) bytes received\n"
    }
    expect(lines.contains(end.diagnostics), "\(end.diagnostics)")
  }

  @Test("Standard input that never ends")
  func standardInput() throws {
    let pipe = Pipe()
    let process = try ProgramProcess(
      ["analyze", "/dev/stdin", "-n", "3g"], output: .nullDevice, input: pipe.fileHandleForReading)
    try process.awaitReadiness()
    process.signal(SIGINT)
    let end = process.end()
    expect(end.code == 130 && !end.isKilled)
    expect(end.diagnostics.hasPrefix("playhead: interrupted"))
    expect(end.diagnostics.filter(\.isNewline).count, equals: 1)
    try pipe.fileHandleForWriting.close()
  }

  @Test(
    "Writing results into a pipe that nobody empties", arguments: [SIGINT, SIGTERM, SIGHUP])
  func fullPipe(signal: Int32) throws {
    let pipe = Pipe()
    let process = try ProgramProcess(
      ["analyze", clip, "-n", "3g", "--tick", "10ms", "--format", "json"],
      output: pipe.fileHandleForWriting)
    try process.wait { pipe.fileHandleForReading.waitingBytes == 1 << 16 }
    process.signal(signal)
    expectInterruption(process, says: ": while writing the result")
  }

  @Test("A signal that whoever started it has it ignore is ignored")
  func ignored() throws {
    let pipe = try NamedPipe()
    let process = try ProgramProcess(
      ["analyze", pipe.path, "-n", "3g"], preparation: "trap '' INT", output: .nullDevice)
    var writer: FileHandle?
    try process.wait {
      writer = pipe.openForWriting()
      return writer != nil
    }
    process.signal(SIGINT)
    try writer?.write(contentsOf: Data("no media".utf8))
    try writer?.close()
    let end = process.end()
    expect(end.code == ExitCode.badData.rawValue && !end.isKilled)
    expect(end.diagnostics.hasPrefix("playhead: not playable media"), "\(end.diagnostics)")
  }

  @Test(
    "Rows that are written to a file while they are played leave nothing behind",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGVTALRM, SIGXCPU])
  func rows(signal: Int32) throws {
    let folder = try TemporaryFolder()
    let names = { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
    let process = try ProgramProcess(
      [
        "analyze", clip, "-n", "1kbit", "--tick", "1ms", "--format", "jsonl", "--limit", "900s",
        "-o", "\(folder.path)/rows",
      ], output: .nullDevice)
    try process.wait { try !names().isEmpty }
    process.signal(signal)
    let end = process.end()
    expect(end.code == 130 && !end.isKilled)
    try expect(names().isEmpty)
  }

  /// By these, the runtime stops the threads of a process that crashes, which must not look like an
  /// interruption.
  @Test("The signals of Swift's runtime are left to it", arguments: [SIGUSR1, SIGUSR2])
  func runtimeSignals(signal: Int32) throws {
    let pipe = Pipe()
    let process = try ProgramProcess(
      ["analyze", "-", "-n", "3g"], output: .nullDevice, input: pipe.fileHandleForReading)
    // While a thread starts, all signals are held back.
    try process.wait { try process.holdsBack(SIGINT) && !process.holdsBack(signal) }
    process.signal(signal)
    let end = process.end()
    expect(end.isKilled && end.code == signal && end.diagnostics.isEmpty, "\(end.diagnostics)")
    try pipe.fileHandleForWriting.close()
  }

  @Test("Comparing, whether it waits for a pipe or plays", arguments: [false, true])
  func comparison(plays: Bool) throws {
    let folder = try TemporaryFolder()
    let pipe = Pipe()
    let process = try ProgramProcess(
      [
        "compare", "-q", plays ? clip : "-", clip, "-n", "1kbit", "--tick", "1ms", "--limit",
        "900s",
        "-o", "\(folder.path)/comparison",
      ], output: .nullDevice, input: pipe.fileHandleForReading)
    try process.awaitReadiness()
    // Long after reading, and long before the end.
    if plays { try process.wait { process.processorTime > 20 } }
    process.signal(SIGINT)
    let end = process.end()
    expect(end.code == 130 && !end.isKilled)
    expect(end.diagnostics.hasPrefix("playhead: interrupted"), "\(end.diagnostics)")
    expect(end.diagnostics.contains("of simulated time"), equals: plays, "\(end.diagnostics)")
    try expect(FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    try pipe.fileHandleForWriting.close()
  }

  @Test("A file that is being written is taken away, and the old one stays")
  func unfinishedFile() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/result"
    try "old".write(toFile: path, atomically: true, encoding: .utf8)
    await #expect(processExitsWith: .exitCode(130)) { [path = path as String] in
      let unfinished = UnfinishedFiles()
      try AtomicFile.write(to: path, listedIn: unfinished) { (write) throws(SystemError) in
        unsafe try write([UInt8](repeating: 1, count: 5000).span.bytes)
        let folder = (path as NSString).deletingLastPathComponent
        // There are two now, or this tests nothing.
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        guard names?.count == 2 else { exit(1) }
        let ending = Ending()
        Thread.detachNewThread { ending.force(.interrupted, Diagnostics(), leavingNo: unfinished) }
        while true { pause() }
      }
    }
    try expect(FileManager.default.contentsOfDirectory(atPath: folder.path), equals: ["result"])
    try expect(String(contentsOfFile: path, encoding: .utf8), equals: "old")
  }

  @Test("Once the process ends no file is made or put into its place any more")
  func lateFiles() throws {
    let folder = try TemporaryFolder()
    let unfinished = UnfinishedFiles()
    let path = "\(folder.path)/result"
    #expect(throws: FileWriteError.self) {
      try AtomicFile.write(to: path, listedIn: unfinished) { (_) throws(SystemError) in
        unfinished.abandon()
      }
    }
    #expect(throws: FileWriteError.self) {
      try AtomicFile.write(to: path, listedIn: unfinished) { (_) throws(SystemError) in }
    }
    try expect(FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  static let stages: [(Whereabouts.Stage, String)] = [
    (.preparing, "interrupted: before reading any media"),
    (.reading("a.mp4", nil), "interrupted, a.mp4: before reading it"),
    (
      .reading("a.mp4", ReadingProgress(phase: .indexing, completed: 439, total: 1000)),
      "interrupted, a.mp4: 43 % of the file read"
    ),
    (
      .reading("a.mp4", ReadingProgress(phase: .decoding, completed: 999, total: 1000)),
      "interrupted, a.mp4: 99 % of the file decoded"
    ),
    (
      .reading("http://x/a", ReadingProgress(phase: .downloading, completed: 5, total: 1000)),
      "interrupted, http://x/a: 5 of 1000 bytes received"
    ),
    (
      .reading("http://x/a", ReadingProgress(phase: .downloading, completed: 5, total: nil)),
      "interrupted, http://x/a: 5 bytes received"
    ),
    (
      .playing("a\n.mp4", frames: 340, time: .milliseconds(12_500)),
      "interrupted, a\\n.mp4: at 12.5 s of simulated time, 340 frames decoded"
    ),
    (
      .playing("a.mp4", frames: nil, time: .zero),
      "interrupted, a.mp4: at 0 s of simulated time"
    ),
    (
      .playing("a.mp4", frames: 1, time: nil),
      "interrupted, a.mp4: while simulating, 1 frame decoded"
    ),
    (.delivering, "interrupted: while writing the result"),
  ]

  @Test("Every place expected in has its words", arguments: stages.indices)
  func words(number: Int) {
    let (stage, words) = Self.stages[number]
    let whereabouts = Whereabouts()
    whereabouts.enter(stage)
    expect(whereabouts.interruption.line, equals: "playhead: \(words)")
    expect(whereabouts.interruption.code, equals: .interrupted)
  }
}
