import PlayheadModel

/// The variables that `EXT-X-DEFINE` gives a playlist.
struct PlaylistVariables {
  private var values: [String: String] = [:]
  /// The names of those whose definition was refused, which is said once.
  private var refused: Set<String> = []
  /// The variables of the multivariant playlist; `nil` in that playlist itself.
  private let imported: PlaylistVariables.Values?
  private let location: ManifestLocation

  /// Variables by name.
  typealias Values = [String: String]

  /// The variables of a playlist at `location`, before its first `EXT-X-DEFINE`.
  init(of location: ManifestLocation, importing imported: Values? = nil) {
    self.location = location
    self.imported = imported
  }

  /// The variables defined so far.
  var defined: Values { values }

  /// Adds the variable of `tag`; mistakes are noted.
  mutating func define(_ tag: PlaylistTag, noting problems: ManifestProblems) {
    guard let reader = AttributeReader(tag, variables: self, noting: problems) else { return }
    let kinds = ["NAME", "IMPORT", "QUERYPARAM"].filter(reader.has)
    guard kinds.count == 1, let kind = kinds.first else {
      problems.add(tag.problem("expected one of NAME, IMPORT and QUERYPARAM"))
      return
    }
    guard let name = reader.quoted(kind) else { return }
    guard !name.isEmpty,
      name.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "-_".utf8.contains($0) })
    else {
      problems.add(tag.problem("“\(name.excerpt)” is not the name of a variable"))
      return
    }
    guard values[name] == nil else {
      problems.add(tag.problem("the variable “\(name.excerpt)” is defined twice"))
      return
    }
    refused.insert(name)
    defer { if values[name] != nil { refused.remove(name) } }
    switch kind {
    case "NAME":
      values[name] = reader.requiredQuoted("VALUE", example: "…")
    case "IMPORT":
      guard let imported else {
        problems.add(
          tag.problem("only a media playlist can import a variable", hint: "write NAME and VALUE"))
        return
      }
      guard let value = imported[name] else {
        problems.add(
          tag.problem("the multivariant playlist does not define “\(name.excerpt)”"))
        return
      }
      values[name] = value
    default:
      guard let value = queryParameter(name) else {
        problems.add(
          tag.problem(
            "the playlist's URL has no query parameter “\(name.excerpt)” with a value",
            hint: "give the playlist's URL with ?\(name.excerpt)=…"))
        return
      }
      values[name] = value
    }
  }

  /// The value of `name` in the query of the playlist's URL, not decoded.
  private func queryParameter(_ name: String) -> String? {
    guard case .url(let url) = location, let query = URIParts(url).query else { return nil }
    for item in query.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, parts[0] == name, !parts[1].isEmpty { return String(parts[1]) }
    }
    return nil
  }

  /// `text` with the values of variables in place of `{$name}`.
  ///
  /// - Parameters:
  ///   - text: a URI line or a quoted value.
  ///   - line: its line.
  ///   - column: its column.
  ///   - problems: takes undefined variables.
  /// - Returns: the text; `nil` after noting a mistake.
  func replacing(
    in text: Substring, line: Int, column: Int, noting problems: ManifestProblems
  ) -> String? {
    guard text.contains("{$") else { return String(text) }
    var result = ""
    var rest = text
    while let start = rest.firstRange(of: "{$") {
      result += rest[..<start.lowerBound]
      let name = rest[start.upperBound...].prefix { $0 != "}" }
      func place() -> Int { column + text[..<start.lowerBound].unicodeScalars.count }
      guard !refused.contains(String(name)) else { return nil }
      guard name.endIndex < rest.endIndex, let value = values[String(name)] else {
        problems.add(
          ManifestProblem(
            line: line, column: place(),
            name.endIndex < rest.endIndex
              ? "the variable “\(name.excerpt)” is not defined" : "} is missing after {$",
            hint: name.endIndex < rest.endIndex
              ? "define it before with #EXT-X-DEFINE:NAME=\"\(name.excerpt)\",VALUE=\"…\"" : nil))
        return nil
      }
      result += value
      guard result.utf8.count <= ManifestLimits.referenceBytes else {
        problems.add(
          ManifestProblem(
            line: line, column: place(),
            "variables make this longer than \(ManifestLimits.referenceBytes) bytes"))
        return nil
      }
      rest = rest[name.endIndex...].dropFirst()
    }
    return result + rest
  }
}
