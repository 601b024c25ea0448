/// The parts of a URI or a relative reference, by RFC 3986, without its fragment.
struct URIParts: Hashable {
  var scheme: Substring?
  var authority: Substring?
  var path: Substring
  var query: Substring?

  /// The parts of `text`, which may hold any character.
  init(_ text: some StringProtocol) {
    var rest = Substring(text).prefix { $0 != "#" }
    let start = rest.prefix { !":/?".contains($0) }
    if rest[start.endIndex...].first == ":", let first = start.utf8.first, first.isLetter,
      start.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) })
    {
      scheme = start
      rest = rest[start.endIndex...].dropFirst()
    }
    if rest.hasPrefix("//") {
      let authority = rest.dropFirst(2).prefix { !"/?".contains($0) }
      self.authority = authority
      rest = rest[authority.endIndex...]
    }
    path = rest.prefix { $0 != "?" }
    query = path.endIndex < rest.endIndex ? rest[path.endIndex...].dropFirst() : nil
  }

  /// The target of `reference` with this as its base: RFC 3986, section 5.2.2.
  func resolving(_ reference: URIParts) -> URIParts {
    var target = reference
    target.path = Self.withoutDots(reference.path)
    guard reference.scheme == nil else { return target }
    target.scheme = scheme
    guard reference.authority == nil else { return target }
    target.authority = authority
    if reference.path.isEmpty {
      target.path = path
      target.query = reference.query ?? query
    } else if !reference.path.hasPrefix("/") {
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? (authority == nil ? "" : "/")
      target.path = Self.withoutDots(folder + reference.path)
    }
    return target
  }

  /// `path` without its dot segments: RFC 3986, section 5.2.4.
  private static func withoutDots(_ path: Substring) -> Substring {
    guard path.contains(".") else { return path }
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (number, segment) in segments.enumerated() {
      let isLast = number == segments.count - 1
      switch segment {
      case ".", "..":
        // The empty segment before the first slash stays.
        if segment == "..", kept.count > 1 || kept.first.map({ !$0.isEmpty }) ?? false {
          kept.removeLast()
        }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return Substring(kept.joined(separator: "/"))
  }

  /// The URI, in which what no URI may hold is percent-encoded.
  var encoded: String {
    var text = ""
    if let scheme { text += scheme.lowercased() + ":" }
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    return text.utf8.allSatisfy(\.mayBeInURI) && !text.utf8.contains(UInt8(ascii: "%"))
      ? text : Self.encoded(text)
  }

  private static func encoded(_ text: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      let isEscape =
        byte == UInt8(ascii: "%")
        && bytes.dropFirst(index + 1).prefix(2).count { $0.isHexDigit } == 2
      if isEscape || byte.mayBeInURI {
        result.append(byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%\(digits.count < 2 ? "0" : "")\(digits)".utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether it is an ASCII letter.
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  /// Whether it is an ASCII digit.
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether a URI may hold the byte as it is, brackets of addresses included.
  fileprivate var mayBeInURI: Bool {
    isLetter || isDigit || "-._~:/?#[]@!$&'()*+,;=".utf8.contains(self)
  }
}
