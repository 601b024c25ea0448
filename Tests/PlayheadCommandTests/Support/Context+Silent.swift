import MediaReading

@testable import PlayheadCommand

extension Context {
  /// Where a command runs that writes to a test alone: no terminal, no output, no cache.
  static func silent() -> Context {
    Context(
      program: .playhead,
      terminal: Terminal(
        environment: [:], output: Terminal.Stream(isTerminal: false),
        error: Terminal.Stream(isTerminal: false)),
      output: StandardOutput(descriptor: -1), diagnostics: Diagnostics(descriptor: -1),
      interruption: Interruption(), cache: nil)
  }
}
