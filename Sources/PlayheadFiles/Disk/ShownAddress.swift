/// An address as it may be shown, written and kept: without what gives access to it.
///
/// Left out are a user and password, and the values of a query or fragment, or of a `name=value`
/// part of the path, whose name says that it is a secret or that look like one; see
/// ``SecretQuery``. A path without a scheme is shown as it is.
package struct ShownAddress: Hashable, Sendable {
  /// The address with ``mark`` in place of each secret.
  package let text: String
  /// What was left out, to find it in the words of others; without short ones, which prove nothing.
  package let secrets: [String]

  /// What stands for a secret.
  package static let mark = "***"

  /// The address `text` without its secrets.
  package init(_ text: String) {
    self.init { hiding in hiding.address(text) }
  }

  /// The URI reference `text`, such as a manifest has of a segment, without its secrets (RFC 3986,
  /// 4.1).
  package init(reference text: String) {
    // A ladder has thousands, most of them plain names.
    let isPlain = !text.utf8.contains(where: "@?#=".utf8.contains)
    self.init { hiding in isPlain ? text : hiding.reference(text) }
  }

  private init(_ hide: (inout Hiding) -> String) {
    var hiding = Hiding()
    text = hide(&hiding)
    secrets = hiding.secrets.filter { $0.utf8.count >= 6 }.sorted { $0.count > $1.count }
  }

  /// Whether something was left out of the address `text`, now or when it was written down.
  package static func lacksSecrets(_ text: String) -> Bool {
    text.urlScheme != nil && text.contains(mark)
  }

  /// `words` without the secrets of this address and of any other that they hold.
  package func hiding(in words: String) -> String {
    var words = words
    for secret in secrets where words.contains(secret) {
      words = words.split(separator: secret, omittingEmptySubsequences: false)
        .joined(separator: Self.mark)
    }
    return Self.hiding(in: words)
  }

  /// `words` with the secrets of every address in them left out.
  package static func hiding(in words: String) -> String {
    guard words.contains("://") else { return words }
    var result = ""
    var rest = words[...]
    while let separator = rest.firstRange(of: "://") {
      let start =
        rest[..<separator.lowerBound].lastIndex { !isSchemeCharacter($0) }
        .map { rest.index(after: $0) } ?? rest.startIndex
      var end = rest[separator.upperBound...].firstIndex(where: endsAddress) ?? rest.endIndex
      // What follows an address in a sentence is none of it.
      while end > separator.upperBound, ":;,.".contains(rest[rest.index(before: end)]) {
        end = rest.index(before: end)
      }
      end = startOfPlace(behind: rest[start..<end])
      result += rest[..<start]
      result += ShownAddress(String(rest[start..<end])).text
      rest = rest[end...]
    }
    return result + rest
  }

  /// Where `address` ends if line and column follow what was left out of it, as in
  /// `?token=***:7:1`.
  ///
  /// Behind anything else, such numbers may be the end of a secret.
  private static func startOfPlace(behind address: Substring) -> Substring.Index {
    var rest = address
    for _ in 0..<2 {
      let digits = rest.reversed().prefix { $0.isASCII && $0.isNumber }.count
      guard digits > 0, rest.dropLast(digits).hasSuffix(":") else { break }
      rest = rest.dropLast(digits + 1)
      if rest.hasSuffix(mark) { return rest.endIndex }
    }
    return address.endIndex
  }

  private static func isSchemeCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
  }

  private static func endsAddress(_ character: Character) -> Bool {
    character.isWhitespace || "\"'<>`“”‘’".contains(character)
  }
}

/// The walk over one address.
private struct Hiding {
  var secrets: [String] = []

  mutating func address(_ text: String) -> String {
    guard let separator = text.firstRange(of: "://") else { return text }
    let scheme = text[..<separator.upperBound]
    var rest = text[separator.upperBound...]
    // Some take more slashes before a host for two; the authority of a file is empty.
    if !scheme.lowercased().hasPrefix("file:") { rest = rest.drop { $0 == "/" } }
    return text[..<rest.startIndex] + hierarchy(rest)
  }

  mutating func reference(_ text: String) -> String {
    if text.hasPrefix("//") { return "//" + hierarchy(text.dropFirst(2)) }
    let start = text.prefix { !"/?#".contains($0) }
    return start.hasSuffix(":") && text[start.endIndex...].hasPrefix("//")
      ? address(text) : path(text[...])
  }

  /// An authority, a path, a query and a fragment.
  private mutating func hierarchy(_ rest: Substring) -> String {
    let authority = rest.prefix { !"/?#".contains($0) }
    var after = authority.endIndex
    var shown = ""
    if let at = endOfUser(authority, in: rest) {
      let user = rest[..<at]
      secrets += [String(user)] + user.split(separator: ":", maxSplits: 1).map(String.init)
      secrets += user.split(separator: ":", maxSplits: 1).compactMap(\.percentDecoded)
      let host = rest[rest.index(after: at)...].prefix { !"/?#".contains($0) }
      shown += "\(ShownAddress.mark)@\(host)"
      after = host.endIndex
    } else {
      shown += authority
    }
    return shown + path(rest[after...])
  }

  /// A path, a query and a fragment.
  private mutating func path(_ rest: Substring) -> String {
    let path = rest.prefix { !"?#".contains($0) }
    var shown = path.split(separator: "/", omittingEmptySubsequences: false)
      .map { items(of: $0, separators: ";", isPath: true) }.joined(separator: "/")
    var tail = rest[path.endIndex...]
    while let mark = tail.first {
      let part = tail.dropFirst().prefix { $0 != "#" }
      shown += String(mark) + items(of: part, separators: "&;", isPath: false)
      tail = tail[part.endIndex...]
    }
    return shown
  }

  /// Where the user and password end; `nil` without any.
  ///
  /// A password that was not encoded can hold what ends an authority. Then what seems to be a port
  /// is none.
  private func endOfUser(_ authority: Substring, in rest: Substring) -> Substring.Index? {
    if let at = authority.lastIndex(of: "@") { return at }
    guard !authority.hasPrefix("["), let colon = authority.lastIndex(of: ":"),
      !authority[authority.index(after: colon)...].allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    return rest.lastIndex(of: "@")
  }

  /// `part` with the values of its secret items left out.
  private mutating func items(of part: Substring, separators: String, isPath: Bool) -> String {
    let query = SecretQuery(part, separators: separators, isPath: isPath)
    secrets += query.secrets
    return query.shown
  }
}

extension StringProtocol {
  /// The text with `%41` and its like decoded; `nil` if that leaves it as it is.
  var percentDecoded: String? {
    guard contains("%") else { return nil }
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
