/// A pipe whose first bytes may have been read, to see what it carries; what reads it gets them
/// too.
package final class BegunPipe: Sendable {
  /// The path that the user gave.
  package let path: String
  /// The first bytes, at most as many as were asked for.
  package let beginning: [UInt8]
  private let pipe: OpenPipe

  /// Begins to read the pipe at `path`: `count` bytes, or all if it ends before; `nil` if `path`
  /// names no pipe.
  ///
  /// - Throws: ``MediaReadingError`` if it cannot be read, or if `interruption` asks to stop.
  package init?(
    path: String, count: Int, interruption: Interruption
  ) throws(MediaReadingError) {
    guard OpenPipe.isPipe(path) else { return nil }
    let pipe = try OpenPipe(path: path, interruption: interruption)
    var beginning: [UInt8] = []
    while beginning.count < count {
      var buffer = [UInt8](repeating: 0, count: count - beginning.count)
      let filled = try pipe.next(into: &buffer, at: Int64(beginning.count))
      guard filled > 0 else { break }
      beginning += buffer.prefix(filled)
    }
    self.path = path
    self.beginning = beginning
    self.pipe = pipe
  }

  /// All bytes of the pipe, once.
  ///
  /// - Throws: ``MediaReadingError`` if it cannot be read, or has more than `limit` bytes.
  package func contents(atMost limit: Int) throws(MediaReadingError) -> [UInt8] {
    var contents: [UInt8] = []
    var buffer = Self.buffer
    while true {
      let count = try next(into: &buffer, at: Int64(contents.count))
      guard count > 0 else { return contents }
      contents += buffer.prefix(count)
      guard contents.count <= limit else {
        throw .unreadable(name: path, reason: "it has more than \(limit) bytes")
      }
    }
  }

  /// Room for what is read at a time.
  static var buffer: [UInt8] { [UInt8](repeating: 0, count: 256 << 10) }

  /// Waits for the next bytes, which begin at `offset`, and returns their number; 0 at the end.
  func next(into buffer: inout [UInt8], at offset: Int64) throws(MediaReadingError) -> Int {
    guard offset < beginning.count else { return try pipe.next(into: &buffer, at: offset) }
    let rest = beginning[Int(offset)...].prefix(buffer.count)
    buffer.replaceSubrange(..<rest.count, with: rest)
    return rest.count
  }
}
