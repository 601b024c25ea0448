/// What the shell learns when we end; the numbers from 64 on are those of `sysexits.h`.
enum ExitCode: Int32, Sendable, CaseIterable {
  /// All went well.
  case ok = 0
  /// A check that was asked for did not hold.
  case checkFailed = 1
  /// The command line is wrong.
  case usage = 64
  /// The input is not what it has to be.
  case badData = 65
  /// The input is missing or cannot be read.
  case noInput = 66
  /// A defect of ours.
  case defect = 70
  /// The output cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed on the way.
  case inputOutput = 74
  /// A suite or policy file is wrong.
  case configuration = 78
  /// A signal ended it before it was done.
  case interrupted = 130
}

extension ExitCode {
  /// What it says, in one sentence without its full stop.
  var meaning: String {
    switch self {
    case .ok: "Done, however playback went"
    case .checkFailed: "A check did not hold"
    case .usage: "The command line is wrong"
    case .badData: "The input is not playable media, or a network profile is malformed"
    case .noInput: "An input is missing or cannot be read"
    case .defect: "A defect of playhead's own"
    case .cannotCreate: "The output cannot be created"
    case .inputOutput: "Reading or writing failed on the way"
    case .configuration: "A player policy, a suite or a baseline is malformed"
    case .interrupted: "Interrupted by a signal"
    }
  }
}
