/// The bytes last read of a file, as what is looked at next often lies close by.
///
/// Where little lies between two places that are looked at, it grows: passing over three kilobytes
/// takes as long as reading them.
struct ReadingWindow {
  /// The bytes, of which only the first `count` are of the file.
  private var bytes: [UInt8] = []
  private var count = 0
  private var start: Int64 = 0
  /// How much is read at once.
  private var length = shortest

  private static let shortest = 1088
  private static let longest = 64 << 10
  /// The most that is read rather than passed over.
  private static let nearby: Int64 = 3 << 10

  private var end: Int64 { start + Int64(count) }

  private func holds(_ count: Int, at offset: Int64) -> Bool {
    offset >= start && offset + Int64(count) <= end
  }

  /// Reads on from `offset`, `least` bytes or more; fewer where the file ends.
  private mutating func fill(
    from offset: Int64, least: Int, of file: InputFile
  ) throws(ReadFailure) {
    // What is fetched from afar comes in blocks of another size anyhow.
    if !file.isDistant, offset >= start, offset - end <= Self.nearby {
      length = min(2 * length, Self.longest)
    } else {
      length = Self.shortest
    }
    let wanted = max(least, length)
    if bytes.count < wanted { bytes = [UInt8](repeating: 0, count: max(wanted, 2 * bytes.count)) }
    count = 0
    start = offset
    while count < least {
      var failure: ReadFailure?
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count..<wanted])
        do throws(ReadFailure) {
          return try unsafe file.read(into: rest, at: offset + Int64(count))
        } catch {
          failure = error
          return 0
        }
      }
      if let failure { throw failure }
      guard read > 0 else { break }
      count += read
    }
  }

  /// The bytes from `offset` on, at most `count`; fewer where the file ends.
  mutating func bytes(
    _ count: Int, at offset: Int64, of file: InputFile
  ) throws(ReadFailure) -> ArraySlice<UInt8> {
    if !holds(count, at: offset) { try fill(from: offset, least: count, of: file) }
    let from = Int(offset - start)
    return bytes[from..<min(self.count, from + count)]
  }

  /// Reads up to `buffer.count` bytes at `offset`; 0 at the end of the file.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, of file: InputFile
  ) throws(ReadFailure) -> Int {
    guard offset >= start, offset < end else {
      return try unsafe file.read(into: buffer, at: offset)
    }
    let from = Int(offset - start)
    let part = min(buffer.count, count - from)
    unsafe buffer.first(Int64(part)).copyBytes(from: bytes[from..<(from + part)])
    return part
  }
}
