package import PlayheadKit
import Synchronization

/// A rule of adaptation that asks a program, one line of JSON for each question and answer.
///
/// The program is told of each download and each jump of the playhead, and asked for each decision;
/// `Documentation/ladders.md` has the lines. It runs until the last copy of the rule is gone.
package struct ProgramRule: AdaptationRule {
  private let program: RuleProgram

  /// Starts `command`, the path of a program and its arguments, separated by spaces.
  ///
  /// - Parameters:
  ///   - command: what to start.
  ///   - isInterrupted: whether the user has asked to stop.
  /// - Throws: ``ValidationError`` if it cannot be started.
  package init(
    _ command: String, isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ValidationError) {
    program = try RuleProgram(command, isInterrupted: isInterrupted)
  }

  /// What went wrong with the program first; `nil` if nothing did.
  ///
  /// All later decisions were the lowest level.
  package var failure: ValidationError? { program.failure }

  /// Tells the program of a download.
  package mutating func downloaded(_ download: Download, _ observation: Observation) {
    program.tell(RuleMessages.downloaded(download))
  }

  /// Asks the program.
  package mutating func decide(_ observation: Observation) -> Decision {
    program.ask(RuleMessages.decide(observation), levels: observation.levels.count)
      ?? Decision(level: 0, reason: "the program gave no answer")
  }

  /// Tells the program that loading starts elsewhere.
  package mutating func jumped(_ observation: Observation) {
    program.tell(RuleMessages.jumped(observation))
  }
}

/// The program of a rule, and the lines that go to and fro.
private final class RuleProgram: Sendable {
  private let state: Mutex<State>
  private let isInterrupted: @Sendable () -> Bool
  private let name: String

  /// A program that takes longer for an answer has failed.
  private static let patience = WallTime.seconds(10)

  private struct State: ~Copyable {
    var process: PlayerProcess
    var channel: MessageChannel
    var failure: ValidationError?
  }

  init(_ command: String, isInterrupted: @escaping @Sendable () -> Bool) throws(ValidationError) {
    let words = command.split(separator: " ").map(String.init)
    guard let program = words.first else { throw .player("no program is named") }
    let ends = try Descriptor.pair()
    let process = try PlayerProcess(
      program, Array(words.dropFirst()),
      descriptors: [0: ends.theirs.number, 1: ends.theirs.number, 2: 2])
    name = program
    self.isInterrupted = isInterrupted
    state = Mutex(State(process: process, channel: ends.intoChannel(.lines), failure: nil))
  }

  var failure: ValidationError? { state.withLock { $0.failure } }

  func tell(_ message: [UInt8]) {
    state.withLock { state in
      guard state.failure == nil else { return }
      // Who has ended is found out at the next question.
      try? state.channel.send(message)
    }
  }

  /// The program's answer; `nil` if it fails to give one.
  func ask(_ message: [UInt8], levels: Int) -> Decision? {
    state.withLock { state in
      guard state.failure == nil else { return nil }
      do throws(ValidationError) {
        // What it said before it ended is worth more than that it takes no questions.
        try? state.channel.send(message)
        let stopping = Stopping(isRequested: isInterrupted)
        let answer = try state.channel.receive(
          by: MonotonicClock.now + Self.patience, stopping)
        guard let answer else {
          throw .player(
            state.channel.hasEnded
              ? "\(name) ended without an answer" : "\(name) gave no answer within 10 s")
        }
        return try RuleMessages.decision(answer, levels: levels)
      } catch {
        state.failure = error
        return nil
      }
    }
  }
}
