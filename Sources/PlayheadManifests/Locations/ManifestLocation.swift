import PlayheadFiles

/// Where a document or media lies: a file, or a resource on the network.
package enum ManifestLocation: Hashable, Sendable {
  /// A file at a path, not percent-encoded.
  case file(String)
  /// A resource at an `http` or `https` URL.
  case url(String)

  /// The location that a user gives as a URL or a path.
  package init(_ text: String) {
    self = text.isWebURL ? .url(text) : .file(text)
  }

  /// The path or the URL, secrets included.
  package var text: String {
    switch self {
    case .file(let path): path
    case .url(let url): url
    }
  }

  /// The path, or the URL without its secrets.
  var shown: String { ShownAddress(text).text }

  /// The last part of the path without its extension, for a name.
  var baseName: String {
    let path = text.prefix { !"?#".contains($0) }
    let last = path.split(separator: "/").last ?? path
    guard let point = last.lastIndex(of: "."), point > last.startIndex else { return String(last) }
    return String(last[..<point])
  }
}
