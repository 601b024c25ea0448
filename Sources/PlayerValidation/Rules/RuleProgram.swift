import PlayheadKit
import Synchronization

/// The program of a rule and of all its copies, and the lines that go to and fro.
final class RuleProgram: Sendable {
  private let state: Mutex<State>
  private let isInterrupted: @Sendable () -> Bool
  private let command: RuleCommand

  /// A program that takes longer for an answer, or to take a line, has failed.
  private static let patience = WallTime.seconds(10)

  private struct State: ~Copyable {
    var process: PlayerProcess
    var channel: PlayerConnection
    /// The transcript that the running program knows.
    var version: UInt64 = 0
    var latestVersion: UInt64 = 0
    var failure: ValidationError?
  }

  init(
    _ command: RuleCommand, isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ValidationError) {
    self.command = command
    self.isInterrupted = isInterrupted
    state = Mutex(try Self.started(command))
  }

  private static func started(_ command: RuleCommand) throws(ValidationError) -> State {
    let ends = try Descriptor.pair()
    let process = try PlayerProcess(
      command.words[0], Array(command.words.dropFirst()),
      descriptors: [0: ends.theirs.number, 1: ends.theirs.number, 2: 2])
    return State(process: process, channel: ends.intoChannel(.lines))
  }

  var failure: ValidationError? { state.withLock { $0.failure } }

  func tell(_ message: [UInt8], _ transcript: inout RuleTranscript) {
    state.withLock { state in
      guard catchUp(&state, with: transcript) else { return }
      do throws(ValidationError) {
        try send(message, to: state.channel)
      } catch {
        state.failure = error
        return
      }
      note(RuleTranscript.Entry(message: message), &state, &transcript)
    }
  }

  /// The program's answer; `nil` if it fails to give one.
  func ask(
    _ message: [UInt8], levels: Int, _ transcript: inout RuleTranscript
  ) -> Decision? {
    state.withLock { state in
      guard catchUp(&state, with: transcript) else { return nil }
      do throws(ValidationError) {
        let answer = try self.answer(to: message, levels: levels, &state)
        note(
          RuleTranscript.Entry(message: message, levels: levels, answer: answer), &state,
          &transcript)
        return answer
      } catch {
        state.failure = error
        return nil
      }
    }
  }

  private func note(
    _ entry: RuleTranscript.Entry, _ state: inout State, _ transcript: inout RuleTranscript
  ) {
    state.latestVersion += 1
    state.version = state.latestVersion
    transcript.append(entry, version: state.version)
  }

  /// Sends a line, unless the program has ended, which is found out as it gives no answer.
  ///
  /// What it said before it ended is worth more than that it takes no lines.
  private func send(
    _ message: [UInt8], to channel: borrowing PlayerConnection
  ) throws(ValidationError) {
    do throws(ValidationError) {
      try channel.send(
        message, by: MonotonicClock.now + Self.patience, Stopping(isRequested: isInterrupted))
    } catch {
      switch error {
      case .system: return
      case .player: throw .player("\(command.words[0]) has not read its input for 10 s")
      case .interrupted, .missing, .server: throw error
      }
    }
  }

  private func answer(
    to message: [UInt8], levels: Int, _ state: inout State
  ) throws(ValidationError) -> Decision {
    try send(message, to: state.channel)
    let stopping = Stopping(isRequested: isInterrupted)
    let answer = try state.channel.receive(by: MonotonicClock.now + Self.patience, stopping)
    guard let answer else {
      guard state.channel.hasEnded else {
        throw .player("\(command.words[0]) gave no answer within 10 s")
      }
      throw .player("\(command.words[0]) \(state.process.endingWords()), without an answer")
    }
    return try RuleMessages.decision(answer, levels: levels)
  }

  /// Has the running program know `transcript` and nothing else; `false` if something has failed.
  private func catchUp(_ state: inout State, with transcript: RuleTranscript) -> Bool {
    guard state.failure == nil else { return false }
    guard state.version != transcript.version else { return true }
    do throws(ValidationError) {
      var new = try Self.started(command)
      for entry in transcript.entries {
        guard let known = entry.answer else {
          try send(entry.message, to: new.channel)
          continue
        }
        let answer = try answer(to: entry.message, levels: entry.levels, &new)
        guard answer.isSameChoice(as: known) else {
          throw .player("\(command.words[0]) decides otherwise when it is asked again")
        }
      }
      new.version = transcript.version
      new.latestVersion = state.latestVersion
      state = new
      return true
    } catch {
      state.failure = error
      return false
    }
  }
}
