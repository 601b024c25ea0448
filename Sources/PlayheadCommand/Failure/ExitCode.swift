/// The exit code of the process; from 64 on, those of `sysexits.h`.
enum ExitCode: Int32, Sendable, CaseIterable {
  /// Success.
  case ok = 0
  /// A requested check failed.
  case checkFailed = 1
  /// Usage error.
  case usage = 64
  /// The input is malformed.
  case badData = 65
  /// The input is missing or cannot be read.
  case noInput = 66
  /// A defect in Playhead.
  case defect = 70
  /// Output cannot be created.
  case cannotCreate = 73
  /// I/O error.
  case inputOutput = 74
  /// A suite or policy file is malformed.
  case configuration = 78
  /// A signal ended the process early.
  case interrupted = 130
}

extension ExitCode {
  /// The meaning, one sentence without its full stop.
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
