import PlayheadFiles
import PlayheadModel

extension ManifestKey {
  /// The key that `uri` of a playlist at `location` names.
  ///
  /// What may not be loaded from there is no mistake of the playlist: its segments have sizes
  /// without their key.
  init(_ uri: String, isLicence: Bool, in location: ManifestLocation, allowingRemote: Bool) {
    self.isLicence = isLicence
    guard let comma = uri.firstIndex(of: ","), uri.lowercased().hasPrefix("data:") else {
      name = ShownAddress(reference: uri).text
      let found = try? location.resolving(uri, allowingRemote: allowingRemote)
      self.location = isLicence ? nil : found
      bytes = nil
      return
    }
    name = "data:…"
    self.location = nil
    let text = uri[uri.index(after: comma)...]
    bytes =
      uri[..<comma].lowercased().hasSuffix(";base64")
      ? [UInt8](base64: text) : [UInt8](percentEncoded: text)
  }
}

extension [UInt8] {
  /// The bytes that pairs of hexadecimal digits write; `nil` for anything else.
  package init?(hexDigits text: some StringProtocol) {
    let digits = Array<UInt8>(text.utf8)
    guard digits.count.isMultiple(of: 2), digits.allSatisfy(\.isHexDigit) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
  }

  /// The bytes of base 64 (RFC 4648), with or without what fills up its end; `nil` for anything
  /// else.
  fileprivate init?(base64 text: Substring) {
    var (bits, count): (UInt32, Int) = (0, 0)
    var bytes: [UInt8] = []
    for byte in text.utf8.reversed().drop(while: { $0 == UInt8(ascii: "=") }).reversed() {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      default: return nil
      }
      (bits, count) = (bits << 6 | UInt32(value), count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    self = bytes
  }

  /// The bytes of `text`, its escapes decoded; `nil` with one that is none.
  fileprivate init?(percentEncoded text: Substring) {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let decoded = [UInt8](hexDigits: String(Substring(rest.prefix(2)))), decoded.count == 1
      else { return nil }
      bytes += decoded
      rest = rest.dropFirst(2)
    }
    self = bytes
  }
}
