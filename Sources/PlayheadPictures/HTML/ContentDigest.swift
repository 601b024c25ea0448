import PlayheadModel

/// The SHA-256 of a script or a style, as security policies name it.
package enum ContentDigest {
  /// The digest of `text` in base64.
  package static func base64(of text: String) -> String {
    [UInt8](hexDigits: SHA256.text(of: Array(text.utf8)))?.base64 ?? ""
  }
}
