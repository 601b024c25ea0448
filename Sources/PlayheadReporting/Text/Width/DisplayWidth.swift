/// How many columns a terminal gives to characters whose width Unicode leaves open, such as `█`,
/// `…` and the letters of Greek and Cyrillic.
public enum AmbiguousWidth: Int, Hashable, Sendable {
  /// One, as nearly everywhere.
  case narrow = 1
  /// Two, as terminals for Chinese, Japanese and Korean may do.
  case wide = 2
}

/// How many columns characters take in a terminal, after Unicode's Standard Annex #11.
///
/// What a person sees as one character takes as many columns as its widest scalar; flags, and what
/// asks to be drawn as an emoji, take two.
package struct DisplayWidth {
  /// How wide characters of ambiguous width are drawn.
  var ambiguous = AmbiguousWidth.narrow

  /// The widths where characters of ambiguous width are drawn so.
  package init(ambiguous: AmbiguousWidth = .narrow) { self.ambiguous = ambiguous }

  package func columns(of text: some StringProtocol) -> Int {
    let utf8 = text.utf8
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  package func columns(of character: Character) -> Int {
    var widest = 0
    for scalar in character.unicodeScalars {
      if scalar == Self.emojiSelector || Self.flagParts.contains(scalar) { return 2 }
      widest = max(widest, columns(of: scalar))
    }
    return widest
  }

  func columns(of scalar: Unicode.Scalar) -> Int {
    // No letter with a width of its own comes before these.
    guard scalar.value >= 0xA1 else { return 1 }
    if Self.isDrawnOnAnother(scalar) { return 0 }
    if Self.holds(Self.wide, scalar) { return 2 }
    return ambiguous == .wide && Self.holds(Self.ambiguous, scalar) ? 2 : 1
  }

  /// The selector that asks for an emoji in place of a letter.
  private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
  /// The regional indicators, two of which form a flag.
  private static let flagParts: ClosedRange<Unicode.Scalar> = "\u{1F1E6}"..."\u{1F1FF}"

  /// Marks, and the vowels and finals of Hangul, which share a block with what stands before them.
  private static func isDrawnOnAnother(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: (0x1160...0x11FF).contains(scalar.value)
    }
  }

  private static func holds(_ table: [UInt32], _ scalar: Unicode.Scalar) -> Bool {
    let following = table.partitionPoint { $0 > scalar.value }
    // Inside a range, or at its last scalar.
    return following % 2 == 1 || (following > 0 && table[following - 1] == scalar.value)
  }
}
