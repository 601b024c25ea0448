import PlayheadKit

/// The values of a policy under construction, and the origin of each.
struct PolicyDraft {
  /// The origin of a value.
  enum Origin: Hashable {
    /// An option, with its value as given.
    case option(Option, value: String)
    /// The policy file, at this position.
    case file(YAMLMark)
  }

  private(set) var parameters: BufferingPolicy.Parameters
  private(set) var origins: [PolicyField: Origin]
  /// The policy file.
  let path: String?

  /// The values of a built-in player.
  init(_ parameters: BufferingPolicy.Parameters) {
    self.parameters = parameters
    origins = [:]
    path = nil
  }

  /// The values of `file`, read from `path`.
  init(_ file: PolicyFile, path: String) {
    parameters = file.parameters
    origins = file.marks.mapValues { .file($0) }
    self.path = path
  }

  /// Sets `field` to a value in whole units, that of `option`, given as `text`.
  mutating func set(_ field: PolicyField, to value: Int64?, by option: Option, as text: String) {
    parameters.set(field, to: value)
    origins[field] = .option(option, value: text)
  }

  /// The policy, after a check for conflicts between its values.
  func policy() throws(Failure) -> BufferingPolicy {
    do throws(PolicyError) {
      return try BufferingPolicy(parameters)
    } catch {
      // Errors of options come first, the others in the order of the file.
      let mistakes = parameters.mistakes.sorted { mark(of: $0) < mark(of: $1) }
      var failure = Failure(mistakes.first ?? error, in: self)
      failure.others = mistakes.dropFirst().map { Failure($0, in: self) }
      throw failure
    }
  }

  /// The position in the file to report for `mistake`; the start if an option is reported.
  private func mark(of mistake: PolicyError) -> YAMLMark {
    var place: YAMLMark?
    for field in mistake.fields {
      switch origins[field] {
      case .option: return .start
      case .file(let mark): place = place ?? mark
      case nil: break
      }
    }
    return place ?? .start
  }
}
