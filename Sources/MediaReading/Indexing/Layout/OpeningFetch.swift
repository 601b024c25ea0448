import PlayheadKit

/// Fetches what opening a distant file reads, in as few requests as its structure allows.
///
/// Of MP4 that is `moov`, which then says what else is read; of Matroska it is not known
/// beforehand. Whatever has no table is read from end to end, and fetched at once.
struct OpeningFetch {
  let file: InputFile

  /// Where the table of a movie is looked for.
  struct Table: Equatable {
    var range: ByteRange
    /// How much of what follows it is asked for with it, in bytes.
    var ahead: Int64 = 0
  }

  /// How much is fetched behind `moov`, in bytes: a demuxer reads on to where the media begins, and
  /// then the first samples.
  ///
  /// It comes in the time that the request for other samples takes: 8 Mbit/s bring as much in 50
  /// ms.
  static let behindTable: Int64 = 48 << 10
  /// The longest `moov` that is fetched without having been asked for, in bytes.
  private static let maximumTable: Int64 = 64 << 20
  /// The longest end of a file that is fetched as a whole, in bytes.
  private static let maximumTail: Int64 = 4 << 20

  func fetch() throws(ReadFailure) {
    guard file.isDistant else { return }
    let head = try file.bytes(12)
    if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return }
    guard Self.isMovie(head) else { return try file.willReadAll() }
    guard let table = try table() else { return }
    try file.willRead(table.range, ahead: table.ahead)
  }

  /// Where the table is, as far as the beginning of the file tells; `nil` if it does not, if the
  /// table is too long, or if the file is no movie.
  func table() throws(ReadFailure) -> Table? {
    guard try Self.isMovie(file.bytes(12)) else { return nil }
    var offset: Int64 = 0
    for _ in 0..<100 {
      guard let box = try file.box(at: offset) else { return nil }
      offset = box.range.upperBound
      switch box.type {
      case "moov":
        guard box.range.count <= Self.maximumTable else { return nil }
        return Table(range: box.range, ahead: Self.behindTable)
      // Of fragmented media the table has come before.
      case "moof": return nil
      case "mdat", "imda":
        let tail = file.size - offset
        if tail > 0, tail <= Self.maximumTail {
          return Table(range: ByteRange(offset, file.size))
        }
      default: break
      }
    }
    return nil
  }

  /// Whether a file that begins with `head` is MP4 or QuickTime.
  private static func isMovie(_ head: [UInt8]) -> Bool {
    head.count >= 8
      && ["ftyp", "moov", "mdat", "free", "skip", "wide", "styp", "pnot", "uuid", "sidx"]
        .contains(fourCharacters(head[4..<8]))
  }
}
