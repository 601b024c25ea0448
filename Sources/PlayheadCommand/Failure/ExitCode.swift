/// What the shell learns when we end; the numbers from 64 on are those of `sysexits.h`.
enum ExitCode: Int32, Sendable, CaseIterable {
  /// All went well.
  case ok = 0
  /// A check that was asked for did not hold.
  case checkFailed = 1
  /// Usage error.
  case usage = 64
  /// The input is not what it has to be.
  case badData = 65
  /// The input is missing or cannot be read.
  case noInput = 66
  /// A defect of ours.
  case defect = 70
  /// Output cannot be created.
  case cannotCreate = 73
  /// I/O error.
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
    case .ok: "Success, however playback went"
    case .checkFailed: "A check failed"
    case .usage: "Usage error"
    case .badData: "Bad data: not playable media, or a malformed network profile"
    case .noInput: "Input missing or unreadable"
    case .defect: "A defect in playhead"
    case .cannotCreate: "Output cannot be created"
    case .inputOutput: "I/O error"
    case .configuration: "Malformed player policy, suite or baseline"
    case .interrupted: "Interrupted by a signal"
    }
  }
}
