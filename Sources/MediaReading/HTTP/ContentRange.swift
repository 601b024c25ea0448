/// The value of `Content-Range` in a partial response: `bytes 100-999/1000`.
struct ContentRange: Hashable, Sendable {
  let first: Int64
  let last: Int64
  /// The length of the whole resource; `nil` if the server does not know it (`*`).
  let total: Int64?

  /// Parses `text`; `nil` unless it is a valid byte range.
  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, ends.count == 2, let first = Int64(ends[0]),
      let last = Int64(ends[1]), first >= 0, last >= first
    else { return nil }
    self.first = first
    self.last = last
    if parts[1] == "*" {
      total = nil
    } else {
      guard let total = Int64(parts[1]), total > last else { return nil }
      self.total = total
    }
  }
}
