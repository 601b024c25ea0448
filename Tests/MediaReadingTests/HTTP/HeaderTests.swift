import Expectations
import Testing

@testable import MediaReading

@Suite("Reading headers") struct HeaderTests {
  private func block(_ lines: String...) -> HeaderBlock {
    var block = HeaderBlock()
    for line in lines {
      let isTaken = block.append(line: Array((line + "\r\n").utf8))
      expect(isTaken)
    }
    return block
  }

  @Test("A status line has a status and perhaps a phrase")
  func statusLine() {
    expect(block("HTTP/1.1 404 Not There").phrase, equals: "Not There")
    expect(block("HTTP/2 200").status, equals: 200)
    expect(block("HTTP/2 200").phrase.isEmpty)
    expect(block("HTTP/1.1 x").status, equals: 0)
  }

  @Test("Names are found in any case, values lose the white space around them")
  func fields() {
    let block = block("HTTP/1.1 200 OK", "eTaG:  \"a: b\" \t", "Empty:", "ETag: \"second\"")
    expect(block["etag"], equals: "\"a: b\"")
    expect(block["empty"] == nil)
    expect(block["missing"] == nil)
    expect(!block.isComplete)
  }

  @Test("A head beyond all measure is refused")
  func tooLong() {
    var block = block("HTTP/1.1 200 OK")
    let line = [UInt8](repeating: 65, count: HeaderBlock.maximumByteCount / 2)
    // Two lines are as much as there may be; one byte more is too much.
    let areTaken = [line, line, [65]].map { block.append(line: $0) }
    expect(areTaken, equals: [true, true, false])
  }

  @Test("A content range is read")
  func contentRange() throws {
    let range = try #require(ContentRange("bytes 100-999/1000"))
    expect(range.first, equals: 100)
    expect(range.last, equals: 999)
    expect(range.total, equals: 1000)
    try expect(#require(ContentRange("bytes 0-0/*")).total == nil)
  }

  @Test(
    "A content range that makes no sense is none",
    arguments: [
      "", "bytes", "bytes */1000", "bytes 5-4/10", "bytes 0-10/10", "items 0-1/2", "bytes 0-1",
      "bytes -1-5/10", "bytes 0-1/2/3", "bytes a-b/c",
    ])
  func badContentRange(text: String) {
    expect(ContentRange(text) == nil)
  }
}
