extension Command.Operand {
  /// One file, manifest or URL.
  static let media = Command.Operand(
    placeholder: "FILE|URL",
    help: "The media: a file, an HLS playlist, an MPD, an http(s) URL, or - for standard input",
    kind: .file)
}

extension Option {
  static let noCauses = Option(
    "no-causes", in: .output, help: "Do not look for what causes waits and would prevent them")
  /// Shows help.
  static let help = Option(
    "help", "h", in: .general, help: "Show a summary of the options", brief: "Show this help")
  /// Shows the version.
  static let version = Option(
    "version", in: .general,
    help: "Show the versions of playhead and its libraries",
    brief: "Show the version")
  /// Reduces diagnostics to errors.
  static let quiet = Option(
    "quiet", "q", in: .output, help: "Write only errors to standard error")
  /// Adds details to diagnostics.
  static let verbose = Option(
    "verbose", "v", in: .output,
    help: "Write details, including FFmpeg's messages, to standard error")
  /// Selects when to use colour.
  static let color = Option(
    "color", nil, .choice(of: ColorChoice.self), in: .output, help: "When to use colour",
    default: "auto")
  /// Restricts drawing to ASCII.
  static let ascii = Option(
    "ascii", in: .output, help: "Draw with ASCII instead of block characters")
  /// Writes the result to a file.
  static let output = Option(
    "output", "o", .file("FILE"), in: .output,
    help: "Write the result to FILE, atomically", brief: "Write the result to FILE",
    default: "standard output")
}
