import PlayheadKit

extension Failure {
  /// The file of `kind` at `path` is malformed, for each of these reasons.
  init(_ error: YAMLError, in path: String, of kind: String) {
    let failures = error.problems.map { problem in
      Failure(malformed: kind, path, at: problem.mark, why: problem.explanation)
    }
    self = failures[0]
    others = Array(failures.dropFirst())
    if error.unlistedCount > 0 {
      others.append(
        Failure(
          .configuration, "malformed \(kind)", at: path,
          why: "\(error.unlistedCount) more problems not listed"))
    }
  }

  /// Values of a player conflict; each may come from an option or a file.
  ///
  /// An option is reported first, as it was typed last.
  init(_ error: PolicyError, in draft: PolicyDraft) {
    for field in error.fields {
      guard case .option(let option, let value)? = draft.origins[field] else { continue }
      let why = error.explanation { draft.words(for: $0, besides: option) }
      self.init(badValue: value, of: option, why: why)
      return
    }
    let why = error.explanation { draft.words(for: $0, besides: nil) }
    for field in error.fields {
      guard case .file(let mark)? = draft.origins[field], let path = draft.path else { continue }
      self.init(malformed: "player policy", path, at: mark, why: why)
      return
    }
    self.init(.defect, "invalid built-in player", at: draft.parameters.name, why: why)
  }

  private init(malformed kind: String, _ path: String, at mark: YAMLMark, why: String) {
    self.init(
      .configuration, "malformed \(kind)", at: "\(path):\(mark.line):\(mark.column)", why: why)
  }
}

extension PolicyDraft {
  /// The value of `field` with the name used by its origin; `option` is already named.
  fileprivate func words(for field: PolicyField, besides option: Option?) -> String {
    let value = parameters.text(of: field) ?? "unlimited"
    switch origins[field] {
    case .option(let origin, _):
      let part = origin == .maxBuffer ? (field == .lowWatermark ? "LOW" : "HIGH") : nil
      if origin == option { return part.map { "\($0) (\(value))" } ?? "it" }
      return "\(part.map { "\($0) of " } ?? "")\(origin.spelling) (\(value))"
    case .file(let mark):
      let place = option == nil ? "" : ", at \(path ?? ""):\(mark.line):\(mark.column)"
      return "\(field.key) (\(value)\(place))"
    case nil:
      return parameters.text(of: field).map { "\(field.key) (\($0) by default)" } ?? field.key
    }
  }
}
