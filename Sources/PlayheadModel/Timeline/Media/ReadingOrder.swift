/// The order in which the bytes of a file are read, as runs of them.
///
/// Read positions count along the runs. A file in byte order is one run, where the position is the
/// offset.
package struct ReadingOrder: Hashable, Sendable {
  /// The runs in order, at least one; each starts where the one before it ends.
  package let runs: [Run]

  /// Bytes that are read one after the other.
  package struct Run: Hashable, Sendable, BitwiseCopyable {
    /// The bytes, by offset.
    package let bytes: ByteRange
    /// The position of the first of them.
    package let start: ReadPosition

    /// The position after the last of them.
    package var end: ReadPosition { start + bytes.count }

    /// The read position of the byte at offset zero, if the run had it.
    var shift: Int64 { start.bytes - bytes.lowerBound }
  }

  /// The order of `runs`, one after the other.
  ///
  /// - Precondition: there is at least one run.
  package init(_ runs: [ByteRange]) {
    precondition(!runs.isEmpty, "a reading order without runs")
    var end = ReadPosition.zero
    self.runs = runs.map { bytes in
      defer { end = end + bytes.count }
      return Run(bytes: bytes, start: end)
    }
  }

  /// The order of a file of `bytes` bytes from its first byte to its last.
  init(bytes: Int64) {
    self.init([ByteRange(0, bytes)])
  }

  /// Whether the file is read from its first byte to its last.
  var isStraight: Bool { runs.count == 1 && runs[0].bytes.lowerBound == 0 }

  /// The position after the last byte.
  package var end: ReadPosition { runs[runs.count - 1].end }
}
