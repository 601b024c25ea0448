/// The head of a sample of H.264, which stands for the payload of others of its kind.
///
/// FFmpeg's parser looks at a sample up to the header of its first slice, and tells from it whether
/// the picture is a key one and how long it is shown.
struct StandIn {
  /// The bytes up to the end of what a parser reads of the first slice.
  let head: [UInt8]
  /// Where in `head` the length of the slice's unit is.
  private let lengthPlace: Int
  private let lengthBytes: Int

  /// The most that a parser reads of a slice.
  static let sliceBytes = 1000

  /// Made of the first bytes of a sample whose units' lengths have `lengthBytes` bytes; `nil`
  /// unless a slice begins within them.
  init?(_ bytes: [UInt8], lengthBytes: Int) {
    guard let slice = UnitWalk(lengthBytes: lengthBytes).firstSlice(in: bytes) else { return nil }
    lengthPlace = slice
    self.lengthBytes = lengthBytes
    head = Array(bytes.prefix(slice + lengthBytes + Self.sliceBytes))
  }

  /// Whether it can stand for a sample of `size` bytes.
  func fits(_ size: Int64) -> Bool {
    let slice = size - Int64(lengthPlace + lengthBytes)
    return size >= Int64(head.count) && slice < Int64(1) << Int64(8 * lengthBytes)
  }

  /// Fills `buffer` with the bytes from `start` on of a sample of `size` bytes.
  func fill(_ buffer: UnsafeMutableRawBufferPointer, from start: Int, size: Int64) {
    let count = max(0, min(buffer.count, head.count - start))
    unsafe buffer.rest(from: count).clear()
    guard count > 0 else { return }
    unsafe buffer.first(Int64(count)).copyBytes(from: head[start..<(start + count)])
    let slice = size - Int64(lengthPlace + lengthBytes)
    for number in 0..<lengthBytes {
      let place = lengthPlace + number - start
      guard place >= 0, place < count else { continue }
      let shift = Int64(8 * (lengthBytes - 1 - number))
      unsafe buffer[place] = UInt8(truncatingIfNeeded: slice >> shift)
    }
  }

  /// A whole sample of `size` bytes.
  func sample(_ size: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    unsafe bytes.withUnsafeMutableBytes { unsafe fill($0, from: 0, size: Int64(size)) }
    return bytes
  }
}

/// Walks over the units of an H.264 sample in which each has its length before it.
struct UnitWalk {
  let lengthBytes: Int

  /// The number of bytes of units' lengths by a decoder configuration (ISO/IEC 14496-15, 5.3.3.1);
  /// `nil` where it is none, as with start codes.
  init?(configuration: some RandomAccessCollection<UInt8>) {
    guard configuration.count >= 7, configuration.first == 1 else { return nil }
    let place = configuration.index(configuration.startIndex, offsetBy: 4)
    lengthBytes = Int(configuration[place] & 3) + 1
  }

  init(lengthBytes: Int) {
    self.lengthBytes = lengthBytes
  }

  /// Where the length of the first slice's unit is in a sample that begins with `bytes`; `nil` if
  /// it does not begin within them.
  func firstSlice(in bytes: some RandomAccessCollection<UInt8>) -> Int? {
    var place = 0
    func byte(_ offset: Int) -> UInt8 { bytes[bytes.index(bytes.startIndex, offsetBy: offset)] }
    while place + lengthBytes < bytes.count {
      var length = 0
      for number in 0..<lengthBytes { length = length << 8 | Int(byte(place + number)) }
      switch byte(place + lengthBytes) & 0x1F {
      case 1, 5: return length > 1 ? place : nil
      // Parts of a slice are in no file that anybody plays.
      case 2...4: return nil
      default: break
      }
      guard length > 0 else { return nil }
      place += lengthBytes + length
    }
    return nil
  }
}
