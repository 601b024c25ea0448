import PlayheadKit

/// Finds the indexes of a container by walking its structure, whatever a demuxer reads of it.
struct ContainerLayout {
  let file: InputFile

  /// The maximum number of boxes, elements or chunks to walk over: fragments of a second are 86,400
  /// boxes in twelve hours.
  static let maximumParts = 1_000_000

  /// Containers without an index, by the demuxer's names: a player reads them from the start.
  private static let unindexed: Set<Substring> = [
    "mpegts", "mpeg", "flv", "live_flv", "ogg", "mp3", "aac", "ac3", "eac3", "flac", "wav", "h264",
    "hevc", "ivf",
  ]

  /// The indexes of the file, which the demuxer called `format` reads, the one it is opened by
  /// first; `nil` if nothing is known of that format.
  func indexes(format: String) throws(MediaReadingError) -> [ContainerIndex]? {
    let names = Set(format.split(separator: ","))
    do {
      if names.contains("mov") { return try MovieBoxes(file: file).indexes() }
      if names.contains("matroska") { return try MatroskaElements(file: file).indexes() }
      if names.contains("avi") { return try AVIChunks(file: file).indexes() }
    } catch {
      throw error.error(reading: file.name)
    }
    return names.isDisjoint(with: Self.unindexed) ? nil : []
  }
}

extension InputFile {
  /// The bytes from `offset` for `length`, as far as the file has them; `nil` if none of them
  /// exist.
  func range(from offset: Int64, for length: Int64) -> ByteRange? {
    guard offset >= 0, offset < size, length > 0 else { return nil }
    return ByteRange(offset, offset + min(length, size - offset))
  }
}

/// A media part found in a container: the hull of all of them.
struct MediaHull {
  private(set) var range: ByteRange?

  mutating func add(_ part: ByteRange) {
    range = ByteRange(
      min(range?.lowerBound ?? .max, part.lowerBound), max(range?.upperBound ?? 0, part.upperBound))
  }
}

/// A name of four characters as containers have it, anything else of them as dots.
func fourCharacters(_ bytes: ArraySlice<UInt8>) -> String {
  String(decoding: bytes.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
}

extension Sequence<UInt8> {
  /// The bytes as one number, the most significant first.
  var bigEndian: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}
