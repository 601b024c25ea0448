import PlayheadModel

extension ProfileError {
  /// The first error in a file, with the file's other errors.
  init(_ error: YAMLError) {
    var errors = error.problems.map { ProfileError(Self.place($0.mark), $0.explanation) }
    if error.unlistedCount > 0 {
      errors.append(ProfileError(.whole, "\(error.unlistedCount) more problems are not listed"))
    }
    let first = error.first
    self.init(Self.place(first.mark), first.explanation, others: Array(errors.dropFirst()))
  }

  private static func place(_ mark: YAMLMark) -> Place {
    .line(mark.line, column: mark.column)
  }
}
