/// A file of which the payload of samples is left out, as far as nobody looks at it.
///
/// What a demuxer reads in place of payload is zeros, or bytes that its parser reads in the same
/// way. So the packets are those of the whole file in all but their content.
protocol SparseSource: ByteSource {
  /// Whether all that was left out can be left out, as far as is known by now.
  var isCertain: Bool { get }
  /// Holds a packet, the next one that the demuxer emits, against what the source assumes of its
  /// track; `isWhole` if it was read with its payload.
  func check(_ packet: borrowing Packet, isWhole: Bool)
}

extension UnsafeMutableRawBufferPointer {
  /// The bytes from `start` on.
  func rest(from start: Int) -> UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(rebasing: self[start...])
  }

  /// The first `count` bytes, or all.
  func first(_ count: Int64) -> UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(
      rebasing: self[..<Int(Swift.min(Int64(self.count), Swift.max(0, count)))])
  }

  /// Fills all of it with zeros.
  func clear() {
    unsafe initializeMemory(as: UInt8.self, repeating: 0)
  }
}
