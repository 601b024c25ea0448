import PlayheadModel

/// The SHA-256 of a script or a style, as security policies name it.
package enum ContentDigest {
  /// The digest of `text` in base64.
  package static func base64(of text: String) -> String {
    base64(hexadecimal: SHA256.text(of: Array(text.utf8)))
  }

  /// The base64 of the bytes that `digits` say.
  private static func base64(hexadecimal digits: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    // Three digits are twelve bits, which are two characters.
    var characters = ""
    var rest = Array(digits)
    let padding = [0: "", 2: "==", 4: "="][rest.count % 6] ?? ""
    while !rest.isEmpty {
      let part = rest.prefix(3)
      rest.removeFirst(part.count)
      let bits = part.reduce(0) { $0 << 4 | ($1.hexDigitValue ?? 0) } << (4 * (3 - part.count))
      characters.append(alphabet[bits >> 6])
      if part.count > 1 { characters.append(alphabet[bits & 63]) }
    }
    return characters + padding
  }
}
