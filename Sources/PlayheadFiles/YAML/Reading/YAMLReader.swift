/// Reads a value of a hand-written file and notes its mistakes.
///
/// A function that cannot read a value notes why and returns `nil`, so that reading continues and
/// finds the other mistakes.
package struct YAMLReader {
  /// The value.
  package let node: YAMLNode
  /// The key that leads to it; `nil` for the document as a whole.
  package let key: String?

  package let problems: YAMLProblemCollector

  package init(node: YAMLNode, key: String?, problems: YAMLProblemCollector) {
    self.node = node
    self.key = key
    self.problems = problems
  }

  /// Reads the one document in `contents` with `body`.
  ///
  /// - Parameters:
  ///   - contents: all bytes of the file.
  ///   - body: reads the document; returns `nil` only after noting a mistake.
  /// - Returns: the result of `body`.
  /// - Throws: ``YAMLError`` with all mistakes, or the first if it cannot be parsed.
  package static func read<Value>(
    _ contents: [UInt8], with body: (YAMLReader) -> Value?
  ) throws(YAMLError) -> Value {
    let problems = YAMLProblemCollector()
    let root = try YAMLNode(parsing: contents, noting: problems)
    let value = body(YAMLReader(node: root, key: nil, problems: problems))
    if let error = problems.error { throw error }
    guard let value else { preconditionFailure("nothing was read, and nothing said about it") }
    return value
  }

  /// Notes that the value is wrong.
  package func refuse(_ problem: @autoclosure () -> String, hint: String? = nil) {
    problems.add(
      YAMLProblem(node.mark, key.map { "\($0): \(problem())" } ?? problem(), hint: hint))
  }

  /// Notes that the value is not `expectation`, which is worded as in `a duration`.
  func refuse(expecting expectation: String, hint: String? = nil) {
    refuse("expected \(expectation), found \(node.content.kind)", hint: hint)
  }
}

extension YAMLNode.Content {
  /// The kind of value, as errors name it.
  var kind: String {
    switch self {
    case .scalar("", isQuoted: false): "nothing"
    case .scalar(let text, _): "“\(text.excerpt)”"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}
