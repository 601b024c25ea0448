/// Looks for tags with more attributes than any MPD has.
///
/// libxml2 compares each attribute of a tag with all before it, so time would grow with their
/// square.
struct XMLTagScan {
  /// The attributes of a tag.
  static let maximumAttributes = 256

  /// The line of the first tag with more; `nil` without one.
  let tooLongTag: Int?

  /// Scans `bytes`, a document in UTF-8, well-formed or not.
  init(_ bytes: [UInt8]) {
    var line = 1
    var place = 0
    // The quote that a value began with, within a tag.
    var quote: UInt8?
    var attributes: Int?
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\n") { line += 1 }
      if let open = quote {
        if byte == open { quote = nil }
      } else if let count = attributes {
        switch byte {
        case UInt8(ascii: ">"): attributes = nil
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          quote = byte
          attributes = count + 1
          guard count < Self.maximumAttributes else {
            tooLongTag = line
            return
          }
        default: break
        }
      } else if byte == UInt8(ascii: "<") {
        if let end = Self.end(ofMarkupAt: place, in: bytes) {
          line += bytes[place..<end].count { $0 == UInt8(ascii: "\n") }
          place = end
          continue
        }
        attributes = 0
      }
      place += 1
    }
    tooLongTag = nil
  }

  /// The end of the comment, instruction or literal text that begins at `place`, in which quotes
  /// mean nothing; `nil` if a tag does.
  private static func end(ofMarkupAt place: Int, in bytes: [UInt8]) -> Int? {
    let rest = bytes[place...]
    let kinds = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
    guard let kind = kinds.first(where: { rest.starts(with: $0.0.utf8) }) else { return nil }
    return rest.dropFirst(kind.0.utf8.count).firstRange(of: kind.1.utf8)?.upperBound ?? bytes.count
  }
}
