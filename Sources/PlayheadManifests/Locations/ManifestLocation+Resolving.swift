import PlayheadFiles
import PlayheadModel

extension ManifestLocation {
  /// Where the URI `reference` of a document at this location leads, by RFC 3986, section 5.
  ///
  /// A document on disk may refer to files and a document on the network to `http` and `https`
  /// URLs, but neither to the other, so that nothing is loaded that the user did not name, unless
  /// remote ones are allowed. In files, escapes are decoded, and a query means nothing.
  ///
  /// - Throws: ``GrammarError`` if it leads elsewhere.
  func resolving(
    _ reference: String, allowingRemote: Bool = false
  ) throws(GrammarError) -> ManifestLocation {
    let parts = URIParts(reference)
    if allowingRemote, parts.scheme == nil, case .file = self, let authority = parts.authority,
      !authority.isEmpty
    {
      // The scheme of the manifest's URL is not known.
      return .url("https:" + parts.encoded)
    }
    if let scheme = parts.scheme?.lowercased() {
      if allowingRemote, ["http", "https"].contains(scheme), case .file = self {
        guard let authority = parts.authority, !authority.isEmpty else {
          throw Self.refusal(reference, "the URL names no host")
        }
        return .url(parts.encoded)
      }
      if scheme == "file", case .file(let path) = self {
        return .file(try Self.file(parts, of: reference, in: path))
      }
      try refuse(scheme: scheme, of: reference)
    }
    switch self {
    case .file(let path):
      guard parts.authority == nil else {
        throw Self.refusal(
          reference, "a manifest on disk cannot refer to a host",
          hint: allowingRemote
            ? "write the name of the host behind //"
            : "give the URL of the manifest, or add --allow-remote")
      }
      guard !parts.path.isEmpty else { return self }
      let decoded = Self.decoded(parts.path)
      guard let decoded, !decoded.utf8.contains(0) else {
        throw Self.refusal(reference, "the escapes in it are not those of a file name")
      }
      guard !decoded.hasPrefix("/") else { return .file(Self.normalized(decoded)) }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      return .file(Self.normalized(folder + decoded))
    case .url(let url):
      let target = URIParts(url).resolving(parts)
      guard let authority = target.authority, !authority.isEmpty else {
        throw Self.refusal(reference, "the URL names no host")
      }
      return .url(target.encoded)
    }
  }

  private func refuse(scheme: String, of reference: String) throws(GrammarError) {
    switch (scheme, self) {
    case ("http", .url), ("https", .url): return
    case ("http", .file), ("https", .file):
      throw Self.refusal(
        reference, "a manifest on disk cannot refer to URLs",
        hint: "give the URL of the manifest, or add --allow-remote")
    case ("data", _): throw Self.refusal(reference, "data URIs are not supported")
    case (_, .file):
      throw Self.refusal(
        reference, "URLs of scheme \(scheme.excerpt) are not supported",
        hint: "write ./ before the name of a file")
    case (_, .url):
      throw Self.refusal(
        reference, "URLs of scheme \(scheme.excerpt) are not supported", hint: "use http or https")
    }
  }

  /// The path of a `file` URL that lies below the folder of the manifest at `path`.
  private static func file(
    _ parts: URIParts, of reference: String, in path: String
  ) throws(GrammarError) -> String {
    let hint = "write a path relative to the manifest"
    guard ["", "localhost"].contains(parts.authority?.lowercased() ?? ""),
      let decoded = decoded(parts.path), decoded.hasPrefix("/"), !decoded.utf8.contains(0)
    else {
      throw refusal(reference, "the file URL names no file of this machine", hint: hint)
    }
    let target = normalized(decoded)
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    // Either may be written by way of links.
    let isBelow = [folder, ResolvedPath.text(of: folder) ?? folder].contains {
      let parts = normalized($0).split(separator: "/")
      return $0.hasPrefix("/") && target.split(separator: "/").dropLast().starts(with: parts)
    }
    guard isBelow else {
      throw refusal(
        reference, "the file URL leads out of the folder of the manifest", hint: hint)
    }
    return target
  }

  private static func refusal(
    _ reference: String, _ problem: String, hint: String? = nil
  ) -> GrammarError {
    // What follows may hold secrets, or be long.
    let shown = reference.prefix { !"?#,".contains($0) }
    return GrammarError(
      text: ShownAddress(String(shown)).text.excerpt, problem: problem, hint: hint)
  }

  /// `path` with its escapes decoded; `nil` if that leaves anything but UTF-8.
  ///
  /// A percent sign without two digits stands for itself.
  private static func decoded(_ path: Substring) -> String? {
    guard path.utf8.contains(UInt8(ascii: "%")) else { return String(path) }
    var bytes: [UInt8] = []
    var rest = path.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// `path` without `.` parts, and without `..` parts that follow another part; a folder keeps its
  /// slash.
  private static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    let isAbsolute = path.hasPrefix("/")
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute {
        parts.append(part)
      }
    }
    let isFolder =
      ["/", "/.", "/.."].contains { path.hasSuffix($0) } || [".", ".."].contains(path)
    return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
      + (isFolder && !parts.isEmpty ? "/" : "")
  }
}

extension UInt8 {
  /// Whether it is an ASCII hexadecimal digit.
  var isHexDigit: Bool { Character(Unicode.Scalar(self)).isHexDigit }
}
