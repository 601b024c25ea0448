extension ProfileError {
  /// The first mistake in a file, with the others in it.
  init(_ error: YAMLError) {
    var errors = error.problems.map { ProfileError(.position($0.mark), $0.explanation) }
    if error.unlistedCount > 0 {
      errors.append(ProfileError(.whole, "\(error.unlistedCount) more problems are not listed"))
    }
    let first = error.first
    self.init(.position(first.mark), first.explanation, others: Array(errors.dropFirst()))
  }
}
