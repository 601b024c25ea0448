extension Option {
  /// Shows help.
  static let help = Option(
    "help", "h", in: .general, help: "Show help in short", brief: "Show this help")
  /// Shows the version.
  static let version = Option(
    "version", in: .general,
    help: "Show the version, and those of the libraries that it reads media with",
    brief: "Show the version")
  /// Says less.
  static let quiet = Option(
    "quiet", "q", in: .output, help: "Write no progress and no notes, only errors")
  /// Says more.
  static let verbose = Option(
    "verbose", "v", in: .output,
    help: "Write details to standard error, FFmpeg's messages among them")
  /// Picks when to write in colour.
  static let color = Option(
    "color", nil, .choice(of: ColorChoice.self), in: .output, help: "When to write in colour",
    default: "auto")
  /// Keeps to ASCII.
  static let ascii = Option(
    "ascii", in: .output, help: "Draw with ASCII instead of block characters")
  /// Names a file for the result.
  static let output = Option(
    "output", "o", .file("FILE"), in: .output,
    help: "Write the result to FILE, whole or not at all", brief: "Write the result to FILE",
    default: "standard output")
}
