package import PlayheadModel

/// What is wrong with a JSON file of ours, and where.
package struct JSONError: Error, Hashable, Sendable {
  /// The line, counted from 1; `nil` if it is the file as a whole.
  package let line: Int?
  /// The character in the line, counted from 1.
  package let column: Int?
  /// What was expected and what is there, as a clause without a full stop.
  package let problem: String

  package init(_ error: ProfileError) {
    problem = error.problem
    guard case .line(let line, let column) = error.place else {
      (line, column) = (nil, nil)
      return
    }
    (self.line, self.column) = (line, column)
  }
}

extension JSONError: CustomStringConvertible {
  /// The place and the problem in one line.
  package var description: String {
    guard let line else { return problem }
    return "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": \(problem)"
  }
}
