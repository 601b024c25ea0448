/// Reads text whose colours are in escape sequences of the kind `ESC [ … m`, and passes over
/// others.
struct StyledText {
  /// A part of the text.
  enum Part {
    case character(Character, Look)
    case newline
  }

  private var rest: Substring
  private var look = Look()

  init(_ text: String) { rest = text[...] }

  /// The next part; `nil` at the end.
  mutating func next() -> Part? {
    while let character = rest.popFirst() {
      switch character {
      case "\u{1B}": readSequence()
      case "\n", "\r\n": return .newline
      case "\r": continue
      default: return .character(character, look)
      }
    }
    return nil
  }

  private mutating func readSequence() {
    guard rest.first == "[" else { return }
    rest.removeFirst()
    let end = rest.firstIndex { $0.isASCII && ("@"..."~").contains($0) } ?? rest.endIndex
    let codes = rest[..<end]
    let isLook = end < rest.endIndex && rest[end] == "m"
    rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
    guard isLook else { return }
    var numbers = codes.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }[...]
    while let number = numbers.popFirst() { apply(number, &numbers) }
  }

  private mutating func apply(_ code: Int, _ more: inout ArraySlice<Int>) {
    switch code {
    case 0: look = Look()
    case 1: look.isBold = true
    case 2: look.isDim = true
    case 7: look.isReversed = true
    case 22: (look.isBold, look.isDim) = (false, false)
    case 27: look.isReversed = false
    case 30...37: look.front = .palette(UInt8(code - 30))
    case 38: look.front = Self.ink(&more)
    case 39: look.front = nil
    case 40...47: look.ground = .palette(UInt8(code - 40))
    case 48: look.ground = Self.ink(&more)
    case 49: look.ground = nil
    case 90...97: look.front = .palette(UInt8(code - 90 + 8))
    case 100...107: look.ground = .palette(UInt8(code - 100 + 8))
    default: break
    }
  }

  /// The colour behind 38 or 48.
  private static func ink(_ more: inout ArraySlice<Int>) -> Ink? {
    func byte() -> UInt8? { more.popFirst().flatMap { UInt8(exactly: $0) } }
    switch more.popFirst() {
    case 5: return byte().map { .palette($0) }
    case 2:
      guard let red = byte(), let green = byte(), let blue = byte() else { return nil }
      return .rgb(red, green, blue)
    default: return nil
    }
  }
}
