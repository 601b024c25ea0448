import PlayheadKit

/// Fetches what opening a distant file reads, in as few requests as its structure allows.
///
/// Of MP4 that is `moov`, which then says what else is read; of Matroska it is not known beforehand.
/// Whatever has no table is read from end to end, and fetched at once.
struct OpeningFetch {
  let file: InputFile

  /// How much is fetched behind `moov`, in bytes: a demuxer reads on to where the media begins.
  private static let behindTable: Int64 = 8 << 10
  /// The longest `moov` that is fetched without having been asked for, in bytes.
  private static let maximumTable: Int64 = 64 << 20
  /// The longest end of a file that is fetched as a whole, in bytes.
  private static let maximumTail: Int64 = 4 << 20

  func fetch() throws(ReadFailure) {
    guard file.isDistant else { return }
    let head = try file.bytes(12)
    if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return }
    guard Self.isMovie(head) else { return try file.willReadAll() }
    var offset: Int64 = 0
    for _ in 0..<100 {
      guard let box = try file.box(at: offset) else { return }
      offset = box.range.upperBound
      switch box.type {
      case "moov":
        guard box.range.count <= Self.maximumTable else { return }
        let (start, end) = (box.range.lowerBound, box.range.upperBound)
        return try file.willRead([
          ByteRange(start, end + min(Self.behindTable, file.size - end))
        ])
      // Of fragmented media the table has come before.
      case "moof": return
      case "mdat", "imda":
        let tail = file.size - offset
        if tail > 0, tail <= Self.maximumTail {
          return try file.willRead([ByteRange(offset, file.size)])
        }
      default: break
      }
    }
  }

  /// Whether a file that begins with `head` is MP4 or QuickTime.
  private static func isMovie(_ head: [UInt8]) -> Bool {
    head.count >= 8
      && ["ftyp", "moov", "mdat", "free", "skip", "wide", "styp", "pnot", "uuid", "sidx"]
        .contains(fourCharacters(head[4..<8]))
  }
}
