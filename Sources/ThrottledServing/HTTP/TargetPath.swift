/// The path of a request's target, decoded.
package enum TargetPath {
  /// The names between the slashes of `path`, each decoded on its own.
  ///
  /// `nil` unless each can only be the name of a file or folder that anybody may see: no empty
  /// ones, no `.` and `..`, no hidden ones, and of no characters that mean something else to a file
  /// system or a terminal, however they are encoded.
  package static func names(in path: String) -> [String]? {
    guard path.utf8.first == UInt8(ascii: "/") else { return nil }
    var names: [String] = []
    for part in path.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      guard let name = decoded(part), isVisible(name) else { return nil }
      names.append(name)
    }
    return names
  }

  /// `text` with its percent-encoded bytes decoded; `nil` if that is not UTF-8 or an encoding is
  /// incomplete.
  package static func decoded(_ text: some Collection<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimal, let low = rest.popFirst()?.hexadecimal
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Whether files of this name are served.
  package static func isVisible(_ name: String) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: ".") else { return false }
    return name.utf8.allSatisfy {
      $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\")
    }
  }
}

extension UInt8 {
  fileprivate var hexadecimal: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
