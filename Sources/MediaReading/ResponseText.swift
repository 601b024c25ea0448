/// The head of an HTTP response as text, for programs that try what it may be.
package enum ResponseText {
  /// Reads the lines in `bytes` as a response's head, and the range that it states.
  package static func read(_ bytes: [UInt8]) {
    var block = HeaderBlock()
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard block.append(line: Array(line)) else { return }
    }
    _ = block.isFollowed
    _ = block["content-range"].flatMap(ContentRange.init)
    let length = block["content-length"].flatMap { Int64($0) }
    _ = ResponseHeaders(block, url: "http://localhost/", contentLength: length).rangeValidator
  }
}
