import Expectations
import Foundation
import MediaReading
import Testing

@testable import PlayheadCommand

@Suite("The program answers on the right channel with the right code")
struct PlayheadTests {
  private let context = Context(
    program: .playhead,
    terminal: Terminal(
      environment: [:], output: Terminal.Stream(isTerminal: true, columns: 100),
      error: Terminal.Stream(isTerminal: false)),
    output: StandardOutput(), diagnostics: Diagnostics(), interruption: Interruption(), cache: nil)

  private func run(_ line: String) -> (code: ExitCode, output: String, diagnostics: String) {
    let (output, error) = (Pipe(), Pipe())
    var context = context
    context.output.descriptor = output.fileHandleForWriting.fileDescriptor
    context.diagnostics.descriptor = error.fileHandleForWriting.fileDescriptor
    let code = Playhead.run(words(line), context)
    let texts = [output, error].map { pipe in
      try? pipe.fileHandleForWriting.close()
      let data = try? pipe.fileHandleForReading.readToEnd()
      return String(decoding: data ?? Data(), as: UTF8.self)
    }
    return (code, texts[0], texts[1])
  }

  @Test("The version comes first")
  func version() {
    let result = run("--version")
    expect(result.code == .ok && result.diagnostics.isEmpty)
    expect(result.output.hasPrefix("playhead \(Program.playhead.version)\n"))
  }

  @Test("Help goes to standard output, in short or complete")
  func help() {
    expect(run("") == run("--help"))
    expect(run("-h") == run("--help"))
    for line in ["help", "--help", "analyze --help", "help analyze"] {
      let result = run(line)
      expect(result.code == .ok && result.diagnostics.isEmpty && result.output.contains("Usage"))
    }
    expect(run("help analyze").output.count > 2 * run("analyze --help").output.count)
  }

  @Test("A failure is one line of diagnostics and its code", arguments: ["x", "help x", "analyze"])
  func failure(line: String) {
    let result = run(line)
    expect(result.code == .usage && result.output.isEmpty)
    expect(result.diagnostics.hasPrefix("playhead: "))
    expect(result.diagnostics.filter(\.isNewline).count, equals: 1)
  }

  @Test(
    "A result that goes into a file is not made for the terminal",
    arguments: [
      ("x", true, 100), ("x -o -", true, 100), ("x -o y", false, 80),
      ("x -o y --color always", true, 80), ("x --color never", false, 100),
    ])
  func results(line: String, usesColor: Bool, width: Int) throws {
    let parsed = try ParsedArguments(words(line), for: Analyze.command)
    let arguments = try #require(parsed)
    expect(context.usesColor(arguments), equals: usesColor)
    expect(context.resultTerminal(arguments).width, equals: width)
  }

  @Test("A command ends when the user wants to stop")
  func interruption() throws {
    try context.checkInterruption()
    context.interruption.request()
    #expect(throws: Failure.interrupted) { try context.checkInterruption() }
  }
}
