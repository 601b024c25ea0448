import PlayheadKit

/// The values of a policy while they are gathered, and who wrote each of them.
struct PolicyDraft {
  /// Who wrote a value.
  enum Origin: Hashable {
    /// An option, as it was given.
    case option(Option, value: String)
    /// The policy file, where the value stands.
    case file(YAMLMark)
  }

  private(set) var parameters: BufferingPolicy.Parameters
  private(set) var origins: [PolicyField: Origin]
  /// The file that values of that origin are in.
  let path: String?

  /// The values of a player that is built in.
  init(_ parameters: BufferingPolicy.Parameters) {
    self.parameters = parameters
    origins = [:]
    path = nil
  }

  /// The values of `file`, which was read from `path`.
  init(_ file: PolicyFile, path: String) {
    parameters = file.parameters
    origins = file.marks.mapValues { .file($0) }
    self.path = path
  }

  /// Puts `value` in the place of what is there, as `option` was given as `text`.
  mutating func replace<Value>(
    _ field: PolicyField, _ target: WritableKeyPath<BufferingPolicy.Parameters, Value>,
    with value: Value, by option: Option, as text: String
  ) {
    parameters[keyPath: target] = value
    origins[field] = .option(option, value: text)
  }

  /// Changes what has no part in any mistake.
  mutating func change<Value>(
    _ target: WritableKeyPath<BufferingPolicy.Parameters, Value>, to value: Value
  ) {
    parameters[keyPath: target] = value
  }

  /// The policy, if its values fit each other.
  func policy() throws(Failure) -> BufferingPolicy {
    do throws(PolicyError) {
      return try BufferingPolicy(parameters)
    } catch {
      // In the order of the file, behind what the options have wrong.
      let mistakes = parameters.mistakes.sorted { mark(of: $0) < mark(of: $1) }
      var failure = Failure(mistakes.first ?? error, in: self)
      failure.others = mistakes.dropFirst().map { Failure($0, in: self) }
      throw failure
    }
  }

  /// The place in the file to be named for `mistake`; the start if an option is named.
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
