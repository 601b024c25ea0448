/// When to write in colour, as `--color` says it.
enum ColorChoice: String, CaseIterable, Sendable {
  /// Where somebody is likely to see it.
  case auto
  /// Even into a file.
  case always
  /// Not at all.
  case never
}
