extension String {
  /// The text with everything escaped that would end the line, move or recolour a terminal's
  /// cursor, or start a command to the runner of GitHub Actions.
  ///
  /// File names and metadata may contain anything.
  var oneLine: String {
    var line = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      case _ where scalar.isUnsafeInLine:
        line += "\\u{\(String(scalar.value, radix: 16))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line.replacing("##[", with: "##\\[")
  }
}

extension Unicode.Scalar {
  /// Control characters, line and paragraph separators, and characters that change the writing
  /// direction.
  fileprivate var isUnsafeInLine: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }
}
