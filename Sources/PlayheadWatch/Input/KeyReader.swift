/// Turns the bytes that a terminal sends into keys and what the mouse does.
///
/// Sequences may come in parts. A lone escape is one only once nothing follows it, which
/// ``flush()`` says.
package struct KeyReader: Sendable {
  private var bytes: [UInt8] = []

  /// Nothing was read yet.
  package init() {}

  /// Whether the beginning of a sequence waits for its rest.
  package var isWaiting: Bool { !bytes.isEmpty }

  /// What `more` bytes, after those before them, say.
  package mutating func read(_ more: some Sequence<UInt8>) -> [WatchInput] {
    bytes += more
    var inputs: [WatchInput] = []
    while let (input, count) = next() {
      bytes.removeFirst(count)
      if let input { inputs.append(input) }
    }
    return inputs
  }

  /// What is left, of which nothing more comes.
  package mutating func flush() -> [WatchInput] {
    defer { bytes = [] }
    return bytes.first == Self.escape ? [.key(.escape)] : []
  }

  private static let escape: UInt8 = 0x1B

  /// The next input, `nil` for what means nothing, and how many bytes it takes; `nil` if it is not
  /// complete.
  private func next() -> (WatchInput?, Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case Self.escape: return sequence()
    case 0x7F, 0x08: return (.key(.backspace), 1)
    case 0x0D, 0x0A: return (.key(.enter), 1)
    case 0x01...0x1A:
      return (.key(.control(Character(Unicode.Scalar(first + 0x60)))), 1)
    case 0..<0x20: return (nil, 1)
    case 0x20..<0x80: return (.key(.character(Character(Unicode.Scalar(first)))), 1)
    default:
      let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
      guard bytes.count >= count else { return nil }
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      return (text.first.map { .key(.character($0)) }, count)
    }
  }

  private func sequence() -> (WatchInput?, Int)? {
    guard bytes.count > 1 else { return nil }
    if bytes[1] == UInt8(ascii: "O") {
      guard bytes.count > 2 else { return nil }
      return (Self.arrows[bytes[2]].map { .key($0) }, 3)
    }
    // A string for a program, such as an answer about graphics, up to its end.
    if bytes[1] == UInt8(ascii: "_") {
      let end = bytes[2...].indices.first {
        bytes[$0] == UInt8(ascii: "\\") && bytes[$0 - 1] == Self.escape
      }
      return end.map { (nil, $0 + 1) } ?? (bytes.count > 256 ? (nil, bytes.count) : nil)
    }
    guard bytes[1] == UInt8(ascii: "[") else { return (.key(.escape), 1) }
    guard let end = bytes[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      // No sequence is as long as this.
      return bytes.count > 32 ? (nil, bytes.count) : nil
    }
    let count = end + 1
    if bytes[2] == UInt8(ascii: "<") { return (mouse(bytes[3..<end], bytes[end]), count) }
    return (Self.arrows[bytes[end]].map { .key($0) }, count)
  }

  private static let arrows: [UInt8: WatchKey] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left,
  ]

  /// The mouse by its form SGR, `button;column;row`, which ends with `M`, or `m` for a release.
  private func mouse(_ text: ArraySlice<UInt8>, _ end: UInt8) -> WatchInput? {
    let parts = String(decoding: text, as: UTF8.self).split(separator: ";").map { Int($0) }
    guard parts.count == 3, let button = parts[0], let column = parts[1], let row = parts[2],
      button & 0b11 == 0, button & 64 == 0
    else { return nil }
    let action: MouseAction =
      end == UInt8(ascii: "m") ? .release : button & 32 != 0 ? .drag : .press
    return .mouse(action, column: column - 1, row: row - 1)
  }
}
