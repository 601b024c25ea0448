import MediaReading
import PlayerValidation
import PlayheadKit

extension ProgramRule {
  /// Starts the program of `command` for a case.
  init(_ command: RuleCommand, of interruption: Interruption) throws(CaseError) {
    do throws(ValidationError) {
      self = try ProgramRule(command) { interruption.isRequested }
    } catch {
      guard case .system(let what, let code) = error else {
        throw CaseError(
          .inputOutput, "rule failed", at: "exec:\(command.text)", why: "it cannot be started")
      }
      throw CaseError(
        .missingInput, what, at: "exec:\(command.text)", why: SystemError(code: code).description)
    }
  }
}
