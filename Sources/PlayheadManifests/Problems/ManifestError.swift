import PlayheadFiles

/// The mistakes in a document of a manifest: all of them, or the first if it cannot be parsed.
package struct ManifestError: Error, Hashable, Sendable {
  /// The maximum number of listed problems.
  package static let maximumProblems = 20

  /// The path or URL of the document, without secrets.
  package let document: String
  /// The mistakes in the order of the document; at least one.
  package let problems: [ManifestProblem]
  /// The number of further mistakes.
  package let unlistedCount: Int
}

/// One mistake in a document of a manifest.
package struct ManifestProblem: Hashable, Sendable {
  /// The line, counted from 1; `nil` if it is the document as a whole.
  package let line: Int?
  /// The column, counted from 1 in code points; `nil` if it is the line as a whole.
  package let column: Int?
  /// The mistake, as a clause without a full stop.
  package let problem: String
  /// How to fix it, as a clause, if known.
  package let hint: String?

  /// Whether players read what is not read here.
  var isUnsupported: Bool { problem.contains("not supported") }

  /// `problem` at `line` and `column`, which `hint` fixes.
  init(line: Int? = nil, column: Int? = nil, _ problem: String, hint: String? = nil) {
    self.line = line
    self.column = column
    self.problem = problem
    self.hint = hint
  }
}

extension ManifestProblem: CustomStringConvertible {
  /// The place, the problem and the hint in one line.
  package var description: String {
    let place = line.map { "line \($0)" + (column.map { ", column \($0)" } ?? "") + ": " } ?? ""
    return place + problem + (hint.map { "; \($0)" } ?? "")
  }
}

extension ManifestError: CustomStringConvertible {
  /// A line for each mistake, with the document, and one for those that are not listed.
  package var description: String {
    let lines = problems.map { "\(document): \(ShownAddress.hiding(in: $0.description))" }
    return (unlistedCount > 0 ? lines + ["\(document): and \(unlistedCount) more"] : lines)
      .joined(separator: "\n")
  }
}

/// Why a manifest cannot be used.
package enum ManifestReadingError<LoadError: Error>: Error {
  /// A document is malformed, or has what is not supported.
  case malformed(ManifestError)
  /// A document that it refers to cannot be loaded.
  case unreadable(ManifestReference, LoadError)
}

extension ManifestReadingError: Sendable where LoadError: Sendable {}
extension ManifestReadingError: Equatable where LoadError: Equatable {}

extension ManifestReadingError: CustomStringConvertible {
  /// A line for each mistake, or the document and why it cannot be loaded.
  package var description: String {
    switch self {
    case .malformed(let error): error.description
    case .unreadable(let reference, let error): "\(reference.location.shown): \(error)"
    }
  }
}
