package import PlayheadKit

/// A rule of adaptation that asks a program, one line of JSON for each question and answer.
///
/// The program is told of each download and each jump of the playhead, and asked for each decision;
/// `Documentation/ladders.md` has the lines. A copy of the rule is a rule of its own: where the
/// program has heard something else than the copy, it is started again and told all that the copy
/// was.
package struct ProgramRule: FallibleRule {
  private let program: RuleProgram
  private var transcript = RuleTranscript()

  /// Starts the program of `command`.
  ///
  /// - Parameters:
  ///   - command: what to start.
  ///   - isInterrupted: whether the user has asked to stop.
  /// - Throws: ``ValidationError`` if it cannot be started.
  package init(
    _ command: RuleCommand, isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ValidationError) {
    program = try RuleProgram(command, isInterrupted: isInterrupted)
  }

  /// What went wrong with the program first; `nil` if nothing did.
  ///
  /// All later decisions were the lowest level.
  package var failure: ValidationError? { program.failure }

  /// The same in words.
  package var problem: String? {
    failure.map { failure in
      switch failure {
      case .player(let why): why
      case .system(let what, let code): "\(what): \(SystemError(code: code).description)"
      case .interrupted: "interrupted"
      case .missing, .server: "it cannot be asked"
      }
    }
  }

  /// Tells the program of a download.
  package mutating func downloaded(_ download: Download, _ observation: Observation) {
    program.tell(RuleMessages.downloaded(download), &transcript)
  }

  /// Asks the program.
  package mutating func decide(_ observation: Observation) -> Decision {
    program.ask(
      RuleMessages.decide(observation), levels: observation.levels.count, &transcript)
      ?? Decision(level: 0, reason: "the program gave no answer")
  }

  /// Asks the program, too, and says that the level is not for a segment yet.
  ///
  /// To ask a copy would have the program started again for each segment.
  package mutating func decideAhead(_ observation: Observation) -> Decision {
    program.ask(
      RuleMessages.decide(observation, isAhead: true), levels: observation.levels.count,
      &transcript) ?? Decision(level: 0, reason: "the program gave no answer")
  }

  /// Tells the program that loading starts elsewhere.
  package mutating func jumped(_ observation: Observation) {
    program.tell(RuleMessages.jumped(observation), &transcript)
  }
}
