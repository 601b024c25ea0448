/// The entity tags that a condition names.
package enum EntityTags: Hashable, Sendable {
  /// `*`: whatever there is.
  case any
  /// These, each with its quotation marks and, if weak, its `W/`.
  case list([String])

  /// Reads the value of `If-Match` or `If-None-Match`; what is no entity tag is left out.
  package init(_ value: String) {
    guard value.trimmed != "*" else {
      self = .any
      return
    }
    var tags: [String] = []
    var rest = value[...]
    while let start = rest.firstIndex(of: "\"") {
      let isWeak = rest[..<start].hasSuffix("W/")
      let after = rest.index(after: start)
      guard let end = rest[after...].firstIndex(of: "\"") else { break }
      tags.append((isWeak ? "W/" : "") + rest[start...end])
      rest = rest[rest.index(after: end)...]
    }
    self = .list(tags)
  }

  /// Whether `tag`, a strong one, is among them; a weak one is the same only if `isWeakly`
  /// compared.
  package func contains(_ tag: String, isWeakly: Bool) -> Bool {
    switch self {
    case .any: true
    case .list(let tags): tags.contains(tag) || isWeakly && tags.contains("W/\(tag)")
    }
  }
}

extension String {
  fileprivate var trimmed: Substring { self[...].trimmingSpaces }
}
