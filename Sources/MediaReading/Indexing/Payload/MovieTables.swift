import PlayheadKit

/// The boxes inside `moov` that say how its demuxer treats payload.
struct MovieTables {
  let file: InputFile

  /// The boxes on the way to a track's tables.
  private static let containers: Set<String> = ["moov", "trak", "mdia", "minf", "stbl"]

  /// Whether a track has a table of sync samples without any.
  func hasEmptySyncTable() throws(ReadFailure) -> Bool {
    guard let movie = try MovieBoxes(file: file).indexes()?.first(where: { $0.name == "moov" })
    else { return false }
    var offset = movie.range.lowerBound
    var parts = 0
    while parts < ContainerLayout.maximumParts, offset < movie.range.upperBound,
      let box = try file.box(at: offset)
    {
      parts += 1
      let content = box.range.lowerBound + box.headerLength
      if box.type == "stss", try file.bytes(8, at: content).suffix(4).allSatisfy({ $0 == 0 }) {
        return true
      }
      offset = Self.containers.contains(box.type) ? content : box.range.upperBound
    }
    return false
  }
}
