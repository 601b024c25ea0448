import PlayheadKit

/// What the boxes of an MP4 track say of its samples that a demuxer does not list.
struct MovieTrackTables {
  /// The track's number in the file.
  private(set) var identifier: UInt64 = 0
  /// Where the entries of the table of composition offsets lie; `nil` without any.
  private(set) var compositionTable: ByteRange?
  /// Where the first chunk lies.
  private(set) var firstChunk: Int64?
  /// The number of descriptions of samples.
  private(set) var descriptions = 0
  /// The number of edits that show media.
  private(set) var edits = 0

  private static let containers: Set<String> = ["edts", "mdia", "minf", "stbl"]
  /// The maximum number of entries of a table.
  private static let maximumEntries: Int64 = 1 << 24

  /// The tables of all tracks of `file`; `nil` if it is not a movie, or if its tables are
  /// incomplete, as in a fragmented file, or malformed.
  static func all(in file: InputFile) throws(ReadFailure) -> [MovieTrackTables]? {
    guard try MovieTables(file: file).isMovie(),
      let movie = try MovieBoxes(file: file).indexes()?.first(where: { $0.name == "moov" })?.range,
      let box = try file.box(at: movie.lowerBound)
    else { return nil }
    var tracks: [MovieTrackTables] = []
    var offset = box.range.lowerBound + box.headerLength
    while offset < movie.upperBound, let part = try file.box(at: offset) {
      offset = part.range.upperBound
      // Fragments follow, or the boxes themselves are compressed.
      if part.type == "mvex" || part.type == "cmov" { return nil }
      guard part.type == "trak" else { continue }
      guard tracks.count < Int(UInt16.max), let track = try MovieTrackTables(part, of: file) else {
        return nil
      }
      tracks.append(track)
    }
    return Set(tracks.map(\.identifier)).count == tracks.count ? tracks : nil
  }

  /// Those of the track in `track`; `nil` if they are not as they should be.
  private init?(_ track: MovieBox, of file: InputFile) throws(ReadFailure) {
    var offset = track.range.lowerBound + track.headerLength
    var parts = 0
    while offset < track.range.upperBound, let box = try file.box(at: offset) {
      parts += 1
      guard parts < ContainerLayout.maximumParts else { return nil }
      let content = box.range.lowerBound + box.headerLength
      offset = Self.containers.contains(box.type) ? content : box.range.upperBound
      let length = box.range.upperBound - content
      switch box.type {
      case "tkhd":
        guard let number = try MovieTables(file: file).trackIdentifier(at: content) else {
          return nil
        }
        identifier = number
      case "elst": edits += try Self.shownEdits(at: content, length, of: file)
      case "stsd": descriptions += Int(try file.bytes(8, at: content).suffix(4).bigEndian)
      case "stco", "co64":
        let size = box.type == "co64" ? 8 : 4
        guard firstChunk == nil, length >= 8 + Int64(size) else { return nil }
        firstChunk = Int64(clamping: try file.bytes(size, at: content + 8).bigEndian)
      case "ctts":
        let count = Int64(try file.bytes(8, at: content).suffix(4).bigEndian)
        guard compositionTable == nil, count <= Self.maximumEntries, length >= 8 + count * 8 else {
          return nil
        }
        if count > 0 { compositionTable = ByteRange(content + 8, content + 8 + count * 8) }
      default: break
      }
    }
  }

  /// The number of edits of a list that show media, and do not only wait.
  private static func shownEdits(
    at offset: Int64, _ length: Int64, of file: InputFile
  ) throws(ReadFailure) -> Int {
    let table = try file.bytes(Int(min(length, 1 << 20)), at: offset)
    guard table.count >= 8 else { return MovieTables.maximumEdits + 1 }
    let isLong = table[0] == 1
    let stride = isLong ? 20 : 12
    let count = Int(table[4..<8].bigEndian)
    guard count <= MovieTables.maximumEdits, table.count >= 8 + count * stride else {
      return MovieTables.maximumEdits + 1
    }
    return (0..<count).count { number in
      // A wait has -1 as its media time.
      let time = table[(8 + number * stride + (isLong ? 8 : 4))...].prefix(isLong ? 8 : 4)
      return !time.allSatisfy { $0 == 0xFF }
    }
  }
}
