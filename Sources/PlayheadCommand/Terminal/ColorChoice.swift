/// The values of `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
  /// On a terminal that supports colour.
  case auto
  /// Always, even into a file.
  case always
  /// Never.
  case never
}
