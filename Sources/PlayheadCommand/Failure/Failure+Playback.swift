import PlayheadKit

extension Failure {
  /// A value of an option violates its grammar.
  init(_ error: GrammarError, of option: Option) {
    self.init(badValue: error.text, of: option, why: error.problem, hint: error.hint)
  }

  /// An operand is not a network.
  init(_ error: GrammarError, asNetwork text: String) {
    self.init(.usage, "unknown network", at: text, why: error.problem, hint: error.hint)
  }

  /// JSON at `path`, which should be of `kind`, is malformed, or something else.
  init(_ error: JSONError, of kind: String, in path: String) {
    let place = error.line.map { line in ":\(line)" + (error.column.map { ":\($0)" } ?? "") }
    self.init(
      .badData, "malformed \(kind)", at: path + (place ?? ""), why: error.problem)
  }

  /// The profile of the network in the file at `path` is malformed, or could be in several formats.
  init(_ error: ProfileError, in path: String) {
    let names = error.candidates.map { "\(Option.networkFormat.spelling)=\($0.rawValue)" }
    var location = path
    var why = error.description
    if case .line(let line, let column) = error.place {
      location += ":\(line)" + (column.map { ":\($0)" } ?? "")
      why = error.problem
    }
    self.init(
      .badData, names.isEmpty ? "malformed network profile" : "ambiguous network profile",
      at: location, why: why,
      hint: names.isEmpty ? nil : "write \(names.joined(separator: " or "))")
    others = error.others.map { Failure($0, in: path) }
  }
}
