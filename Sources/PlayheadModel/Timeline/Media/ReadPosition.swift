/// The progress of a player that reads a rendition in order: the number of bytes before it.
///
/// It is not an offset in a file. A ``ReadingOrder`` tells which byte lies there.
package struct ReadPosition: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The number of bytes read before it.
  package var bytes: Int64

  /// The position after `bytes` bytes.
  @inlinable
  package init(_ bytes: Int64) {
    self.bytes = bytes
  }

  /// The position of the first byte read.
  @inlinable package static var zero: ReadPosition { ReadPosition(0) }

  /// Later than any byte.
  static var never: ReadPosition { ReadPosition(.max) }

  /// Whether `left` is read before `right`.
  @inlinable
  package static func < (left: ReadPosition, right: ReadPosition) -> Bool {
    left.bytes < right.bytes
  }

  /// The position `bytes` bytes later.
  @inlinable
  package static func + (position: ReadPosition, bytes: Int64) -> ReadPosition {
    ReadPosition(position.bytes + bytes)
  }

  /// The position `bytes` bytes earlier.
  @inlinable
  package static func - (position: ReadPosition, bytes: Int64) -> ReadPosition {
    ReadPosition(position.bytes - bytes)
  }

  /// The number of bytes between two positions, negative if `left` is the earlier one.
  @inlinable
  package static func - (left: ReadPosition, right: ReadPosition) -> Int64 {
    left.bytes - right.bytes
  }
}

/// The bytes read from one position up to another, which is not included.
package struct ReadRange: Hashable, Sendable, BitwiseCopyable {
  /// The position of the first byte.
  package var lowerBound: ReadPosition
  /// The position after the last byte; never before `lowerBound`.
  package var upperBound: ReadPosition

  /// The bytes from `lowerBound` to `upperBound`.
  ///
  /// - Precondition: `lowerBound` is at most `upperBound`.
  @inlinable
  package init(_ lowerBound: ReadPosition, _ upperBound: ReadPosition) {
    precondition(lowerBound <= upperBound, "a range of read positions ends before it starts")
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }

  /// The number of bytes.
  @inlinable package var count: Int64 { upperBound - lowerBound }
}

/// A set of bytes of a rendition, by their read positions, as ordered ranges that neither touch nor
/// overlap.
struct ReadRangeSet: Hashable, Sendable {
  private var bytes = ByteRangeSet()

  /// The ranges in order.
  var ranges: [ReadRange] {
    bytes.ranges.map { ReadRange(ReadPosition($0.lowerBound), ReadPosition($0.upperBound)) }
  }

  /// The end of the last range; zero if the set is empty.
  @inline(__always) var end: ReadPosition { ReadPosition(bytes.end) }

  /// Adds the bytes of `range`.
  @inline(__always)
  mutating func insert(_ range: ReadRange) {
    bytes.insert(ByteRange(range.lowerBound.bytes, range.upperBound.bytes))
  }

  /// Removes all bytes before `position`.
  @inline(__always)
  mutating func remove(before position: ReadPosition) {
    bytes.remove(before: position.bytes)
  }

  /// Removes the bytes of `range`.
  mutating func remove(_ range: ReadRange) {
    bytes.remove(ByteRange(range.lowerBound.bytes, range.upperBound.bytes))
  }

  /// The first byte from `position` on that is not in the set.
  @inline(__always)
  func firstMissing(from position: ReadPosition) -> ReadPosition {
    ReadPosition(bytes.firstMissing(from: position.bytes))
  }

  /// The end of the last byte before `position` that is not in the set; zero if none exists.
  @inline(__always)
  func endOfMissing(before position: ReadPosition) -> ReadPosition {
    ReadPosition(bytes.endOfMissing(before: position.bytes))
  }

  /// The start of the first range from `position` on; `nil` if none follows.
  @inline(__always)
  func nextStart(from position: ReadPosition) -> ReadPosition? {
    bytes.nextStart(from: position.bytes).map { ReadPosition($0) }
  }
}
