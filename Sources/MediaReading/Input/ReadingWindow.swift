/// The bytes last read of a file, as what is looked at next often lies close by.
struct ReadingWindow {
  private var bytes: [UInt8] = []
  private var start: Int64 = 0

  /// How much is read at once.
  private static let length = 1088

  private func holds(_ count: Int, at offset: Int64) -> Bool {
    offset >= start && offset + Int64(count) <= start + Int64(bytes.count)
  }

  /// The bytes from `offset` on, at most `count`; fewer where the file ends.
  mutating func bytes(
    _ count: Int, at offset: Int64, of file: InputFile
  ) throws(ReadFailure) -> ArraySlice<UInt8> {
    if !holds(count, at: offset) {
      bytes = try file.bytes(max(count, Self.length), at: offset)
      start = offset
    }
    let from = Int(offset - start)
    return ArraySlice(Array(bytes[from..<min(bytes.count, from + count)]))
  }

  /// Reads up to `buffer.count` bytes at `offset`; 0 at the end of the file.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, of file: InputFile
  ) throws(ReadFailure) -> Int {
    guard offset >= start, offset < start + Int64(bytes.count) else {
      return try unsafe file.read(into: buffer, at: offset)
    }
    let from = Int(offset - start)
    let count = min(buffer.count, bytes.count - from)
    unsafe buffer.first(Int64(count)).copyBytes(from: bytes[from..<(from + count)])
    return count
  }
}
