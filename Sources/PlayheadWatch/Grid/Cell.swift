/// What is in one place of a terminal's screen.
package struct Cell: Hashable, Sendable {
  /// The character; `nil` for the second column of a wide one before it.
  package var character: Character?
  /// How it looks.
  package var look: Look

  /// A character that looks so.
  package init(_ character: Character? = " ", _ look: Look = Look()) {
    (self.character, self.look) = (character, look)
  }

  /// Nothing in the terminal's own colours.
  package static let blank = Cell()
}

/// The colours and attributes of a cell.
package struct Look: Hashable, Sendable {
  /// The colour of the character; `nil` is the terminal's own.
  package var front: Ink?
  /// The colour behind it; `nil` is the terminal's own.
  package var ground: Ink?
  /// Whether it is bold.
  package var isBold: Bool
  /// Whether it is faint.
  package var isDim: Bool
  /// Whether both colours are exchanged.
  package var isReversed: Bool

  /// The look of the parts given.
  package init(
    _ front: Ink? = nil, on ground: Ink? = nil, isBold: Bool = false, isDim: Bool = false,
    isReversed: Bool = false
  ) {
    (self.front, self.ground) = (front, ground)
    (self.isBold, self.isDim, self.isReversed) = (isBold, isDim, isReversed)
  }

  package static let bold = Look(isBold: true)
  package static let dim = Look(isDim: true)
  package static let reversed = Look(isReversed: true)

  /// The look without colours, in which attributes are left.
  package var withoutColors: Look {
    Look(isBold: isBold, isDim: isDim, isReversed: isReversed)
  }
}

/// A colour of a terminal: one of its own by number, or any.
package enum Ink: Hashable, Sendable {
  /// The number of one of 256: the first sixteen are those of the terminal's theme.
  case palette(UInt8)
  /// Red, green and blue.
  case rgb(UInt8, UInt8, UInt8)

  package static let red = Ink.palette(1)
  package static let green = Ink.palette(2)
  package static let yellow = Ink.palette(3)
  package static let blue = Ink.palette(4)
  package static let magenta = Ink.palette(5)

  /// The nearest of the colours that a terminal with 256 of them has.
  package var nearestPaletteNumber: UInt8 {
    switch self {
    case .palette(let number): return number
    case .rgb(let red, let green, let blue):
      // The cube of six steps begins at 16, and 24 greys at 232.
      let (low, high) = (min(red, green, blue), max(red, green, blue))
      if high - low < 12, high > 3, high < 247 {
        return UInt8(232 + min(23, (Int(high) - 3) / 10))
      }
      func step(_ part: UInt8) -> Int { part < 48 ? 0 : part < 115 ? 1 : (Int(part) - 35) / 40 }
      return UInt8(16 + 36 * step(red) + 6 * step(green) + step(blue))
    }
  }
}
