import PlayheadModel

/// Looks for the initialization section and the segment index of a file where an MPD does not place
/// them, as dash.js 5.1.1 does (`src/dash/SegmentBaseLoader.js`): in the first bytes, and from
/// there on from box to box.
///
/// The player counts a box that is not in the first response from the start of its response, so
/// that it never finds an index behind two such boxes; this one finds it.
struct FileSearch {
  /// What was asked for, in order.
  private(set) var requests: [ByteRange] = []

  /// The last byte of the first request, and how many more each further request asks for.
  private static let step: Int64 = 1500
  /// More requests than this find nothing.
  private static let maximumRequests = 200
  /// Larger indexes are not read.
  private static let maximumBytes: Int64 = 16 << 20

  /// The bytes of a range of the file, fewer at its end; `nil` if it cannot be read.
  typealias Reading = (ByteRange) -> [UInt8]?

  /// Looks for the `moov` box, with all that precedes it from `ftyp` on.
  mutating func initialization(_ read: Reading) -> ByteRange? {
    var count = Self.step + 1
    while requests.count < Self.maximumRequests {
      guard let bytes = request(ByteRange(0, count), read) else { return nil }
      var start: Int64?
      var boxes = BoxWalk(bytes, at: 0)
      while let box = boxes.next() {
        if box.type == .ftyp { start = box.range.lowerBound }
        guard box.type == .moov else { continue }
        // What the player asks for until it has all of it is known.
        while count < box.range.upperBound {
          guard requests.count < Self.maximumRequests else { return nil }
          count += Self.step
          requests.append(ByteRange(0, count))
        }
        return ByteRange(start ?? box.range.lowerBound, box.range.upperBound)
      }
      guard Int64(bytes.count) == count else { return nil }
      count += Self.step
    }
    return nil
  }

  /// Looks for the `sidx` box before the media.
  ///
  /// - Throws: ``GrammarError`` if there is one that cannot be parsed.
  mutating func index(_ read: Reading) throws(GrammarError) -> SegmentIndex? {
    var range = ByteRange(0, Self.step + 1)
    for _ in 0..<Self.maximumRequests {
      guard let bytes = request(range, read) else { return nil }
      var boxes = BoxWalk(bytes, at: range.lowerBound)
      let end = range.lowerBound + Int64(bytes.count)
      var next = ByteRange(range.lowerBound, range.upperBound + Self.step)
      while let box = boxes.next() {
        switch box.type {
        case .sidx where box.range.upperBound <= end:
          let index = bytes.dropFirst(Int(box.range.lowerBound - range.lowerBound))
          return try SegmentIndex(Array(index), at: box.range.lowerBound)
        case .sidx: next = ByteRange(box.range.lowerBound, box.range.upperBound + 1)
        case .moof, .mdat: return nil
        default:
          let following = box.range.upperBound
          guard following >= end else { continue }
          next = ByteRange(following, following + Self.step + 1)
        }
      }
      // The player asks for a byte more than it needs.
      guard Int64(bytes.count) >= range.count - 1, next.count <= Self.maximumBytes else {
        return nil
      }
      range = next
    }
    return nil
  }

  private mutating func request(_ range: ByteRange, _ read: Reading) -> [UInt8]? {
    guard let bytes = read(range), !bytes.isEmpty else { return nil }
    requests.append(ByteRange(range.lowerBound, range.lowerBound + Int64(bytes.count)))
    return bytes
  }
}
