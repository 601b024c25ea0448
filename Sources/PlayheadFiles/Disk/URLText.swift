extension StringProtocol {
  /// Whether it is an `http` or `https` URL rather than a path.
  package var isWebURL: Bool {
    let start = prefix(8).lowercased()
    return start.hasPrefix("http://") || start == "https://"
  }

  /// It as the path of a URL, percent-encoded but for what RFC 3986, section 2.3, does not reserve.
  package var percentEncodedPath: String {
    utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count < 2 ? "%0\(digits)" : "%\(digits)"
      }
    }
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
