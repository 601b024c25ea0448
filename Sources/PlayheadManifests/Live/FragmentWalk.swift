package import PlayheadModel

/// Where the fragments of a segment of MP4 end.
package enum FragmentWalk {
  /// The offsets in `segment`, a range of a file, behind each of its fragments; empty unless it has
  /// several.
  ///
  /// `read` returns the bytes of a range, fewer at the end of the file; `nil` if it cannot.
  package static func ends(
    of segment: ByteRange, reading read: (ByteRange) -> [UInt8]?
  ) -> [Int64] {
    var (position, offsets): (Int64, [Int64]) = (segment.lowerBound, [])
    while position + 8 <= segment.upperBound {
      guard let header = read(ByteRange(position, position + 16)) else { break }
      var walk = BoxWalk(header, at: position)
      guard let box = walk.next(), box.range.upperBound <= segment.upperBound else { break }
      position = box.range.upperBound
      if box.type == .mdat { offsets.append(position - segment.lowerBound) }
    }
    return offsets.count > 1 ? offsets : []
  }
}
