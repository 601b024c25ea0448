extension String {
  /// The text without characters that would act on a terminal, end a line or change the writing
  /// direction, and without the start of a command to the runner of GitHub Actions.
  package var printable: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "[") }) { return self }
    return withoutControls.replacing("##[", with: #"##\["#)
  }

  /// The text without characters that would act on a terminal, end a line or change the writing
  /// direction.
  package var withoutControls: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
          default: scalar
          }
        }))
  }

  /// The line with a backslash before two colons at its beginning, which the runner of GitHub
  /// Actions would read as the start of a command.
  ///
  /// The runner ignores white space before them.
  package var withoutCommand: String {
    guard let first = utf8.first(where: { $0 != UInt8(ascii: " ") }),
      first == UInt8(ascii: ":") || first >= 0x80
    else { return self }
    let start = unicodeScalars.firstIndex { !$0.properties.isWhitespace } ?? endIndex
    guard unicodeScalars[start...].starts(with: "::".unicodeScalars) else { return self }
    return self[..<start] + "\\" + self[start...]
  }
}
