import PlayheadKit

/// The boxes inside `moov` that say how its demuxer treats payload, and what it takes to read them.
struct MovieTables {
  let file: InputFile

  /// The boxes on the way to a track's tables.
  static let containers: Set<String> = ["moov", "trak", "mdia", "minf", "stbl"]

  /// The types of the boxes that a movie begins with.
  private static let first: Set<String> = [
    "ftyp", "styp", "moov", "mdat", "free", "skip", "wide", "pnot", "uuid",
  ]

  /// The maximum number of entries of an edit list: for each, FFmpeg can make another copy of the
  /// samples.
  static let maximumEdits = 4096

  /// Whether the file begins as a movie does.
  func isMovie() throws(ReadFailure) -> Bool {
    try file.box(at: 0).map { Self.first.contains($0.type) } ?? false
  }

  /// The number of entries in the longest edit list of a track, as it says; 0 if the file is no
  /// movie.
  func longestEditList() throws(ReadFailure) -> Int {
    guard try isMovie() else { return 0 }
    var longest: UInt64 = 0
    try walk(into: ["moov", "trak", "edts"]) { box, content throws(ReadFailure) in
      if box.type == "elst" {
        longest = max(longest, try file.bytes(8, at: content).suffix(4).bigEndian)
      }
      return true
    }
    return Int(clamping: longest)
  }

  /// Calls `body` for the boxes of `moov` in `containers` with where their content begins, until it
  /// returns `false`.
  func walk(
    into containers: Set<String>,
    _ body: (MovieBox, _ content: Int64) throws(ReadFailure) -> Bool
  ) throws(ReadFailure) {
    guard let movie = try MovieBoxes(file: file).indexes()?.first(where: { $0.name == "moov" })
    else { return }
    var offset = movie.range.lowerBound
    var parts = 0
    while parts < ContainerLayout.maximumParts, offset < movie.range.upperBound,
      let box = try file.box(at: offset)
    {
      parts += 1
      let content = box.range.lowerBound + box.headerLength
      guard try body(box, content) else { return }
      offset = containers.contains(box.type) ? content : box.range.upperBound
    }
  }

  /// The types of the sample entries of all tracks, such as `avc1`; none if the file is no movie.
  func sampleEntries() throws(ReadFailure) -> [String] {
    guard try isMovie() else { return [] }
    var types: [String] = []
    try walk(into: Self.containers) { box, content throws(ReadFailure) in
      guard box.type == "stsd" else { return true }
      // Its version and flags, and the number of entries, come first.
      var offset = content + 8
      while offset < box.range.upperBound, types.count < Self.maximumSampleEntries,
        let entry = try file.box(at: offset)
      {
        types.append(entry.type)
        offset = entry.range.upperBound
      }
      return true
    }
    return types
  }

  /// More sample entries than these are not looked at.
  private static let maximumSampleEntries = 1000

  /// The number of the track whose header has its content at `offset`.
  func trackIdentifier(at offset: Int64) throws(ReadFailure) -> UInt64? {
    let header = try file.bytes(24, at: offset)
    guard header.count == 24 else { return nil }
    // Version 1 has longer times before it.
    return header[(header[0] == 1 ? 20 : 12)...].prefix(4).bigEndian
  }

  /// Whether a track has a table of sync samples without any.
  func hasEmptySyncTable() throws(ReadFailure) -> Bool {
    var isEmpty = false
    try walk(into: Self.containers) { box, content throws(ReadFailure) in
      guard box.type == "stss" else { return true }
      let count = try file.bytes(8, at: content).suffix(4)
      isEmpty = count.allSatisfy { $0 == 0 }
      return !isEmpty
    }
    return isEmpty
  }
}
