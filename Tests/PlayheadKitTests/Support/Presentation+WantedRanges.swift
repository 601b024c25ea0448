@testable import PlayheadModel

extension Presentation {
  /// The wanted bytes of the first lane, by read position.
  var wantedRanges: [ByteRange] {
    rendition.wantedBytes.ranges.map {
      ByteRange($0.lowerBound.bytes, $0.upperBound.bytes)
    }
  }
}
