import PlayheadFiles
package import PlayheadModel

/// What a manifest refers to: a playlist, an initialization section, a segment, or a range of one.
package struct ManifestReference: Hashable, Sendable {
  /// Its URI as written in the manifest, templates and variables replaced, without its secrets.
  package let name: String
  /// Where it lies.
  package let location: ManifestLocation
  /// The range of bytes that is meant; `nil` for all of them.
  package let range: ByteRange?

  /// The `range` of what lies at `location`, which the manifest calls `name`.
  package init(name: String, location: ManifestLocation, range: ByteRange? = nil) {
    self.name = ShownAddress(reference: name).text
    self.location = location
    self.range = range
  }
}

extension ManifestLocation {
  /// The `range` of `uri`, which a document at this location has at `line` and `column`; `nil`
  /// after noting a mistake.
  func reference(
    _ uri: String, range: ByteRange?, line: Int, column: Int? = nil,
    noting problems: ManifestProblems
  ) -> ManifestReference? {
    func note(_ problem: String, hint: String? = nil) {
      problems.add(ManifestProblem(line: line, column: column, problem, hint: hint))
    }
    guard uri.utf8.count <= ManifestLimits.referenceBytes else {
      note("the URI is longer than \(ManifestLimits.referenceBytes) bytes")
      return nil
    }
    do throws(GrammarError) {
      let target = try resolving(uri, allowingRemote: problems.options.allowsRemote)
      return ManifestReference(name: uri, location: target, range: range)
    } catch {
      note("“\(error.text)”: \(error.problem)", hint: error.hint)
      return nil
    }
  }
}
