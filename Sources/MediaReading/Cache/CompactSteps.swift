import PlayheadKit

/// The steps of a loading curve in few bytes, as tracks of a long file have very many.
///
/// Of each step there are two integers of variable length: how far its position is from the one
/// before, and by how much the media time that it adds differs from that of the one before. Samples
/// of one track are alike, so that most steps take three or four bytes instead of sixteen.
enum CompactSteps {
  static func bytes(of steps: [LoadingCurve.Step]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * steps.count)
    var before = LoadingCurve.Step(position: .zero, end: .zero)
    var growth: Int64 = 0
    for step in steps {
      // Wrapping, as a reader does.
      let own = step.end.nanoseconds &- before.end.nanoseconds
      append(UInt64(bitPattern: step.position.bytes &- before.position.bytes), to: &bytes)
      let change = own &- growth
      // Zigzag: 0, −1, 1, −2, 2, …
      append(UInt64(bitPattern: change << 1 ^ change >> 63), to: &bytes)
      (before, growth) = (step, own)
    }
    return bytes
  }

  /// The `count` steps in `bytes`; `nil` if these are not all that there are.
  static func steps(_ count: Int, in bytes: [UInt8]) -> [LoadingCurve.Step]? {
    guard count >= 0, count <= bytes.count else { return nil }
    var reader = Reader(bytes: bytes)
    var steps: [LoadingCurve.Step] = []
    steps.reserveCapacity(count)
    var (position, end, growth) = (Int64(0), Int64(0), Int64(0))
    for _ in 0..<count {
      guard let distance = reader.next(), let change = reader.next() else { return nil }
      position &+= Int64(bitPattern: distance)
      growth &+= Int64(bitPattern: change >> 1) ^ -Int64(bitPattern: change & 1)
      end &+= growth
      steps.append(
        LoadingCurve.Step(
          position: ReadPosition(position), end: MediaTime(nanoseconds: end)))
    }
    return reader.isAtEnd ? steps : nil
  }

  /// Appends seven bits a byte, the lowest first; all bytes but the last have the eighth bit set.
  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var number = number
    while number >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: number) | 0x80)
      number >>= 7
    }
    bytes.append(UInt8(number))
  }

  private struct Reader {
    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    var isAtEnd: Bool { place == bytes.count }

    mutating func next() -> UInt64? {
      var number: UInt64 = 0
      var shift: UInt64 = 0
      while place < bytes.count, shift < 64 {
        let byte = bytes[place]
        place += 1
        number |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return number }
        shift += 7
      }
      return nil
    }
  }
}
