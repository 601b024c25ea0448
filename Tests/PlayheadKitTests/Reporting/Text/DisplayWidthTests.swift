import Expectations
import Foundation
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `The columns that text takes` {
  /// Runs of scalars with one East_Asian_Width each, as Python's copy of Unicode's data has them.
  ///
  /// Marks that are drawn on others have the width 0. Controls and the like are left out.
  private static func pythonsWidths() throws -> [(scalars: ClosedRange<UInt32>, width: String)] {
    let program = """
      import unicodedata
      start, width = 0, None
      def flush(end):
          if width: print(start, end, width)
      for c in range(0x110001):
          kind = unicodedata.category(chr(c)) if c < 0x110000 else 'Cn'
          new = None
          if kind in ('Mn', 'Me') or 0x1160 <= c <= 0x11FF and kind != 'Cn':
              new = '0'
          elif kind[0] != 'C':
              new = unicodedata.east_asian_width(chr(c))
          if new != width:
              flush(c - 1)
              start, width = c, new
      """
    let text = try Tool("/usr/bin/python3", ["-c", program], input: []).output
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, let start = UInt32(words[0]), let end = UInt32(words[1])
      else { return nil }
      return (start...end, String(words[2]))
    }
  }

  /// Symbols that Unicode 16 made wide, and a vowel of Ahom that Unicode 15 made a letter of its
  /// own: an older and a newer Python differ on them.
  private static let changed: [ClosedRange<UInt32>] = [
    0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D376, 0x1171E...0x1171E,
  ]

  @Test func `are those that Python's data of Unicode says`() throws {
    let narrow = DisplayWidth(ambiguous: .narrow)
    let wide = DisplayWidth(ambiguous: .wide)
    var count = 0
    for (scalars, width) in try Self.pythonsWidths() {
      for value in scalars {
        guard let scalar = Unicode.Scalar(value), !Self.changed.contains(where: { $0 ~= value }),
          let age = scalar.properties.age, age.major <= 14
        else { continue }
        count += 1
        let expected = ["0": (0, 0), "W": (2, 2), "F": (2, 2), "A": (1, 2)][width] ?? (1, 1)
        let columns = (narrow.columns(of: scalar), wide.columns(of: scalar))
        expect(columns == expected, "U+\(String(value, radix: 16))")
      }
    }
    expect(count > 140_000)
  }

  @Test(
    arguments: [
      ("", 0), ("movie.mp4", 9), ("映画.mp4", 8), ("ﾃｽﾄ", 3), ("한국어", 6),
      // The same in one letter each and in their parts.
      ("é", 1), ("e\u{301}", 1), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
      ("🎬", 2), ("👍🏽", 2), ("🇯🇵", 2), ("❤", 1), ("❤\u{FE0F}", 2),
    ])
  func `are those of what a person sees as one character`(text: String, columns: Int) {
    expect(text.columns(), equals: columns)
  }

  @Test func `are what tables are filled up by`() {
    expect("映画".padded(to: 6), equals: "映画  ")
    expect("e\u{301}".leftPadded(to: 3), equals: "  e\u{301}")
    expect("映画".padded(to: 3), equals: "映画")
    expect("…".padded(to: 3, .wide), equals: "… ")
  }

  @Test func `are what rows are broken by`() {
    let style = TextStyle(width: 8, usesUnicode: true, usesColor: false)
    let row = WrappedRow(name: ">", nameWidth: 2, style: style)
    expect(row.lines(["映画", "12 s"], separator: " "), equals: ["> 映画", "  12 s"])
    expect(row.lines(["映", "1 s"], separator: " "), equals: ["> 映 1 s"])
  }
}
