package import PlayheadModel

/// The key of segments that are encrypted by AES-128, as somebody gives it.
package enum KeyArgument: Hashable, Sendable {
  /// Its bytes.
  case bytes([UInt8])
  /// The path of a file of these.
  case file(String)

  /// The number of bytes of a key.
  package static let count = 16

  /// The key that `text` writes in hexadecimal digits, or whose file lies there.
  package init(parsing text: some StringProtocol) throws(GrammarError) {
    if text.utf8.count == 2 * Self.count, let bytes = [UInt8](hexDigits: text) {
      self = .bytes(bytes)
      return
    }
    guard !text.isEmpty else {
      throw GrammarError(
        text: "", problem: "missing key",
        hint: "write the path of a file of \(Self.count) bytes, or \(2 * Self.count) hexadecimal "
          + "digits")
    }
    self = .file(String(text))
  }
}
