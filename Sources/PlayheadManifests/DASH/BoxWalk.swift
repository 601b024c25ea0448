import PlayheadModel

/// Goes from box to box of a file.
struct BoxWalk {
  /// A box, of which more may follow than is there.
  struct Box {
    let type: BoxType
    let range: ByteRange
  }

  /// The types that are told apart.
  enum BoxType: UInt32 {
    case ftyp = 0x6674_7970
    case moov = 0x6D6F_6F76
    case sidx = 0x7369_6478
    case moof = 0x6D6F_6F66
    case mdat = 0x6D64_6174
    case other = 0
  }

  private let bytes: [UInt8]
  private let start: Int64
  private var position: Int64 = 0

  /// The boxes in `bytes`, which lie at `start` of the file.
  init(_ bytes: [UInt8], at start: Int64) {
    self.bytes = bytes
    self.start = start
  }

  /// The next box; `nil` once its size is not there, or is none.
  mutating func next() -> Box? {
    func number(_ offset: Int64, _ count: Int) -> UInt64? {
      guard position < Int64(bytes.count), Int64(bytes.count) - position >= offset + Int64(count)
      else { return nil }
      let place = Int(position + offset)
      return bytes[place..<place + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
    guard let short = number(0, 4), let type = number(4, 4),
      let size = short == 1 ? number(8, 8) : short,
      size >= (short == 1 ? 16 : 8), size <= 1 << 61, position <= 1 << 61
    else { return nil }
    let box = Box(
      type: BoxType(rawValue: UInt32(truncatingIfNeeded: type)) ?? .other,
      range: ByteRange(start + position, start + position + Int64(size)))
    position += Int64(size)
    return box
  }
}
