import PlayheadKit

/// Changes bytes at random; the same seed makes the same changes.
struct Mutator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// Texts that are at the edge of what readers take.
  private static let words: [[UInt8]] = [
    "0", "-1", "1e400", "-1e400", "NaN", "inf", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "18446744073709551616", "4294967296", "1152921504606846976",
    "0.0000000001",
    "1000000000000000", "1152921504.606846976", "292y", "::error::", "##[", "\u{1B}[", "\u{202E}",
    "\0", "\r\n", "\"", "\\u0000", "\\ud800", "{", "}", "[", "]", ",", ":", "- ", "# ", "&a *a",
    "%",
    "null", "true", "~", "**/", "../",
  ].map { Array($0.utf8) }

  /// A number of 64 random bits.
  mutating func next() -> UInt64 {
    state &+= SplitMix.increment
    return SplitMix.mixed(state)
  }

  /// A number below `bound`, which is positive.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// A copy of one of `seeds` with a few changes, of at most `limit` bytes.
  mutating func mutated(_ seeds: [[UInt8]], atMost limit: Int) -> [UInt8] {
    var bytes = seeds[below(seeds.count)]
    for _ in 0...below(6) { change(&bytes, seeds) }
    return Array(bytes.prefix(limit))
  }

  private mutating func change(_ bytes: inout [UInt8], _ seeds: [[UInt8]]) {
    let place = below(bytes.count + 1)
    let length = min(below(1 << (1 + below(8))), bytes.count - place)
    switch below(9) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
    case 1 where place < bytes.count:
      bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(below(256))][below(6)]
    case 2: bytes.removeSubrange(place..<place + length)
    case 3: bytes.insert(contentsOf: Array(bytes[place..<place + length]), at: place)
    case 4: bytes.insert(contentsOf: Self.words[below(Self.words.count)], at: place)
    case 5: replaceNumber(&bytes, near: place)
    case 6:
      let other = seeds[below(seeds.count)]
      bytes = Array(bytes[..<place] + other[min(place, other.count)...])
    case 7: bytes.removeSubrange(place...)
    default:
      // A size or a count in binary, of either order of bytes.
      for offset in 0..<min(4, bytes.count - place) {
        bytes[place + offset] = below(2) == 0 ? 0xFF : UInt8(below(256))
      }
    }
  }

  /// Replaces the first number behind `place` by an extreme one.
  private mutating func replaceNumber(_ bytes: inout [UInt8], near place: Int) {
    let isDigit = { (byte: UInt8) in UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.endIndex
    bytes.replaceSubrange(start..<end, with: Self.words[below(16)])
  }
}
