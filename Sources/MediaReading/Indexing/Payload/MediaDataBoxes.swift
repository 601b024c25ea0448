import PlayheadKit

/// The boxes of MP4 that hold payload, found by walking over the top level as far as it is asked
/// for.
struct MediaDataBoxes {
  private let file: InputFile
  /// The contents of those passed, in order.
  private var contents: [ByteRange] = []
  /// The number of the content that was looked up last.
  private var latest = 0
  /// Where the walk stands; at the end of the file once it cannot go on.
  private var place: Int64 = 0

  /// The maximum number of boxes to keep; what lies behind them counts as no payload.
  private static let maximumBoxes = ContainerLayout.maximumParts

  init(_ file: InputFile) {
    self.file = file
  }

  /// Whether `offset` lies in the content of such a box, and up to where that is so.
  mutating func part(at offset: Int64) throws(ReadFailure) -> (isPayload: Bool, end: Int64) {
    while place <= offset, place < file.size {
      guard contents.count < Self.maximumBoxes, let box = try file.box(at: place) else {
        place = file.size
        break
      }
      place = box.range.upperBound
      guard box.type == "mdat" || box.type == "imda" else { continue }
      let start = box.range.lowerBound + box.headerLength
      if start < box.range.upperBound { contents.append(ByteRange(start, box.range.upperBound)) }
    }
    let next = contents.partitionPoint(near: latest) { $0.upperBound > offset }
    latest = next
    guard next < contents.count else { return (false, max(offset + 1, place)) }
    let content = contents[next]
    return offset < content.lowerBound
      ? (false, content.lowerBound) : (true, content.upperBound)
  }
}
