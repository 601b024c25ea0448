import PlayheadKit
import Testing

@Suite struct `A large YAML file` {
  /// The bytes that a repeated text makes, and the start of the refusal; `nil` if it is parsed.
  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var start = ""
    var text: String
    var bytes = 10 << 20
    var end = ""
    var refusal: String?
    var testDescription: String { name }

    var contents: [UInt8] {
      let middle = String(repeating: text, count: bytes / text.utf8.count + 1)
      return Array((start + middle + end).utf8)
    }
  }

  static let examples = [
    Example(name: "items", text: "- a\n"),
    Example(name: "one text", text: "a b ", bytes: 50 << 20),
    Example(name: "a quoted text", start: "\"", text: "a\n", bytes: 50 << 20, end: "\""),
    Example(name: "a block", start: "a: |\n", text: "  b\n"),
    Example(name: "comments", text: "# c\n", end: "a"),
    Example(name: "nothing", text: " \n", refusal: "a document is expected"),
    Example(name: "brackets", text: "[", refusal: "collections lie"),
    Example(name: "braces", text: "{a: ", refusal: "collections lie"),
    Example(name: "dashes", text: "- ", refusal: "collections lie"),
    Example(name: "commas", start: "[", text: ",", refusal: "a value is expected"),
    Example(name: "documents", text: "---\n", refusal: "a second document"),
    Example(name: "tag directives", text: "%TAG !a! b\n", refusal: "tag directives"),
    Example(
      name: "tag directives at the end", start: "a\n...\n", text: "%TAG !a! b\n",
      refusal: "tag directives"),
    Example(name: "NUL", text: "\0", refusal: "the character U+0000"),
    Example(
      name: "too much", text: "- a\n", bytes: 64 << 20 + 1, refusal: "the file has more than"),
  ]

  @Test(.serialized, .timeLimit(.minutes(5)), arguments: examples)
  func `is parsed or refused within seconds`(example: Example) throws {
    let contents = example.contents
    let start = ContinuousClock.now
    if let refusal = example.refusal {
      let error = #expect(throws: YAMLError.self) { try YAMLNode(parsing: contents) }
      let problem = error?.first.problem ?? ""
      #expect(problem.hasPrefix(refusal), "\(problem)")
    } else {
      _ = try YAMLNode(parsing: contents)
    }
    #expect(ContinuousClock.now - start < .seconds(30), "not linear, or a very slow machine")
  }

  @Test func `of aliases of aliases is refused at its first`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      let alias = "*a\(level - 1)"
      text +=
        "a\(level): &a\(level) [\(Array(repeating: alias, count: 9).joined(separator: ", "))]\n"
    }
    let error = #expect(throws: YAMLError.self) { try parse(text) }
    #expect(error?.first.mark == YAMLMark(line: 1, column: 5))
  }
}
