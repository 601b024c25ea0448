import PlayheadModel

/// Resolves what a playlist refers to, and notes what cannot be.
struct PlaylistReferences {
  let location: ManifestLocation
  let problems: ManifestProblems

  /// The `range` of `uri`, which stands at `line` and `column`; `nil` after noting a mistake.
  func reference(
    _ uri: String, range: ByteRange? = nil, line: Int, column: Int
  ) -> ManifestReference? {
    guard !uri.isEmpty else {
      problems.add(ManifestProblem(line: line, column: column, "the URI is empty"))
      return nil
    }
    return location.reference(uri, range: range, line: line, column: column, noting: problems)
  }

  /// The reference of the attribute `name` of a tag; `nil` without it, or after noting a mistake.
  func reference(
    _ attributes: AttributeReader, _ name: String = "URI", range: ByteRange? = nil
  ) -> ManifestReference? {
    guard let uri = attributes.quoted(name), let attribute = attributes.list[name] else {
      return nil
    }
    return reference(
      uri, range: range, line: attributes.tag.line, column: attribute.valueColumn + 1)
  }
}
