import Expectations
import POSIX
import PlayheadKit
import Testing

@Suite struct `A large YAML file` {
  /// A text that is repeated, and the start of the refusal; `nil` if it is parsed.
  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var start = ""
    var text: String
    var end = ""
    var refusal: String?
    var testDescription: String { name }

    func contents(_ bytes: Int) -> [UInt8] {
      let middle = String(repeating: text, count: bytes / text.utf8.count + 1)
      return Array((start + middle + end).utf8)
    }
  }

  static let examples = [
    Example(name: "items", text: "- a\n"),
    Example(name: "one text", text: "a b "),
    Example(name: "a quoted text", start: "\"", text: "a\n", end: "\""),
    Example(name: "a block", start: "a: |\n", text: "  b\n"),
    Example(name: "comments", text: "# c\n", end: "a"),
    Example(name: "nothing", text: " \n", refusal: "a document is expected"),
    Example(name: "brackets", text: "[", refusal: "collections are nested"),
    Example(name: "braces", text: "{a: ", refusal: "collections are nested"),
    Example(name: "dashes", text: "- ", refusal: "collections are nested"),
    Example(name: "commas", start: "[", text: ",", refusal: "a value is expected"),
    Example(name: "documents", text: "---\n", refusal: "a second document"),
    Example(name: "tag directives", text: "%TAG !a! b\n", refusal: "tag directives"),
    Example(
      name: "tag directives at the end", start: "a\n...\n", text: "%TAG !a! b\n",
      refusal: "tag directives"),
    Example(name: "NUL", text: "\0", refusal: "the character U+0000"),
  ]

  /// Of the larger of two texts, that what takes the square of it shows.
  private static let bytes = Seeds.choice == .all ? 10 << 20 : 1 << 20

  /// Time of this thread alone, so that a busy machine makes no difference.
  @Test(.serialized, arguments: examples)
  func `is parsed or refused in time that grows no faster than the text`(
    example: Example
  ) throws {
    let growth = 8
    let (small, large) = (
      example.contents(Self.bytes / growth), example.contents(Self.bytes)
    )
    let short = try Self.nanoseconds { try Self.read(small, as: example) }
    let long = try Self.nanoseconds { try Self.read(large, as: example) }
    // Taking the square of it would be eight times as long as that again.
    let most = short * UInt64(growth) * 3 + 50_000_000
    expect(long < most, "\(long) ns, and \(short) ns for an eighth")
  }

  private static func read(_ contents: [UInt8], as example: Example) throws {
    guard let refusal = example.refusal else {
      _ = try YAMLNode(parsing: contents)
      return
    }
    let error = #expect(throws: YAMLError.self) { try YAMLNode(parsing: contents) }
    let problem = error?.first.problem ?? ""
    expect(problem.hasPrefix(refusal), "\(problem)")
  }

  /// The processor's time that `body` takes on this thread.
  private static func nanoseconds(_ body: () throws -> Void) throws -> UInt64 {
    let start = threadTime
    try body()
    return threadTime - start
  }

  private static var threadTime: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  @Test(
    arguments: Seeds.some([(1, "the file has more than"), (0, "a document is expected")], oneIn: 2))
  func `is refused unread if it is beyond the limit, and read up to there`(
    excess: Int, refusal: String
  ) {
    let comment = [UInt8](repeating: UInt8(ascii: "#"), count: YAMLNode.maximumBytes + excess)
    let error = #expect(throws: YAMLError.self) { try YAMLNode(parsing: comment) }
    expect(error?.first.problem.hasPrefix(refusal) ?? false)
  }

  @Test func `of aliases of aliases is refused at its first`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      let alias = "*a\(level - 1)"
      text +=
        "a\(level): &a\(level) [\(Array(repeating: alias, count: 9).joined(separator: ", "))]\n"
    }
    let error = #expect(throws: YAMLError.self) { try parse(text) }
    expect(error?.first.mark, equals: YAMLMark(line: 1, column: 5))
  }
}
