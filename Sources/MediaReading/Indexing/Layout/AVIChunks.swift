import PlayheadKit

/// The chunks of an AVI file, as far as it takes to find its indexes.
struct AVIChunks {
  let file: InputFile

  /// A chunk: its identifier, the type of a list, where it lies and where its content begins.
  private struct Chunk {
    var identifier: String
    var list: String
    var range: ByteRange
    var content: Int64
    /// Where the next chunk begins.
    var next: Int64
  }

  /// `idx1`, then the first `indx` of the header, if they exist.
  func indexes() throws(ReadFailure) -> [ContainerIndex]? {
    guard let file = try chunk(at: 0), file.identifier == "RIFF" else { return nil }
    var found: [(name: String, range: ByteRange)] = []
    var media = MediaHull()
    var offset = file.content
    var parts = 0
    while parts < ContainerLayout.maximumParts, let chunk = try chunk(at: offset) {
      parts += 1
      switch (chunk.identifier, chunk.list) {
      // After the first gigabyte a file continues in further parts.
      case ("RIFF", _), ("LIST", "hdrl"), ("LIST", "strl"):
        offset = chunk.content
        continue
      case ("LIST", "movi"): media.add(chunk.range)
      case ("idx1", _): found.insert(("idx1", chunk.range), at: 0)
      case ("indx", _):
        if !found.contains(where: { $0.name == "indx" }) { found.append(("indx", chunk.range)) }
      default: break
      }
      offset = chunk.next
    }
    return found.map { ContainerIndex(name: $0.name, range: $0.range, media: media.range) }
  }

  /// The chunk at `offset`, as far as the file has it; `nil` if there is none.
  private func chunk(at offset: Int64) throws(ReadFailure) -> Chunk? {
    let header = try file.bytes(12, at: offset)
    guard header.count >= 8 else { return nil }
    let identifier = fourCharacters(header[..<4])
    let isList = identifier == "RIFF" || identifier == "LIST"
    guard !isList || header.count == 12 else { return nil }
    let length = Int64(header[4..<8].reversed().bigEndian)
    guard let range = file.range(from: offset, for: length + 8) else { return nil }
    return Chunk(
      identifier: identifier, list: isList ? fourCharacters(header[8...]) : "", range: range,
      content: offset + (isList ? 12 : 8), next: offset + 8 + length + length % 2)
  }
}
