extension StringProtocol {
  /// Whether it is an `http` or `https` URL rather than a path.
  package var isWebURL: Bool {
    let start = prefix(8).lowercased()
    return start.hasPrefix("http://") || start == "https://"
  }

  /// Its URL scheme in lowercase letters, such as `ftp` of `ftp://host`, by RFC 3986, section 3.1;
  /// `nil` if it begins with none.
  package var urlScheme: String? {
    let scheme = prefix { $0 != ":" }
    guard self[scheme.endIndex...].hasPrefix("://"), let first = scheme.first,
      first.isASCII, first.isLetter,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    return scheme.lowercased()
  }
}
