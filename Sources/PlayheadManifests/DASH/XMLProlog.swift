/// What precedes the root element of an XML document in UTF-8.
struct XMLProlog {
  /// The local name of the root element; `nil` if no element follows.
  let root: String?
  /// The line of a document type, counted from 1; `nil` without one.
  let documentTypeLine: Int?

  /// Scans the start of `text`, a document without a byte order mark.
  init(_ text: ArraySlice<UInt8>) {
    let blanks: (UInt8) -> Bool = { $0 <= 0x20 }
    var rest = text.drop(while: blanks)
    while rest.first == UInt8(ascii: "<") {
      let isComment = rest.starts(with: "<!--".utf8)
      guard isComment || rest.starts(with: "<?".utf8) else {
        // A document type names the root too.
        let type = "<!DOCTYPE".utf8
        let isType = rest.starts(with: type)
        let start = isType ? rest.dropFirst(type.count).drop(while: blanks) : rest.dropFirst()
        let name = start.prefix { $0 > 0x20 && !"/>[".utf8.contains($0) }
        let local = name.split(separator: UInt8(ascii: ":")).last ?? name
        root = String(decoding: local, as: UTF8.self)
        documentTypeLine =
          isType ? text[..<rest.startIndex].count { $0 == UInt8(ascii: "\n") } + 1 : nil
        return
      }
      let end = rest.dropFirst(isComment ? 4 : 2).firstRange(of: (isComment ? "-->" : "?>").utf8)
      guard let end else { break }
      rest = rest[end.upperBound...].drop(while: blanks)
    }
    (root, documentTypeLine) = (nil, nil)
  }
}

extension [UInt8] {
  /// The bytes without a byte order mark of UTF-8.
  var withoutByteOrderMark: ArraySlice<UInt8> {
    starts(with: [0xEF, 0xBB, 0xBF] as [UInt8]) ? dropFirst(3) : self[...]
  }
}
