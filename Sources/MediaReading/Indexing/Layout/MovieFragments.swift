import PlayheadKit

extension MovieTables {
  /// How the fragments of the file, whose indexes are `indexes`, are found; `nil` if it is no movie in
  /// fragments, whose tables announce them by an `mvex`.
  func fragmentation(
    _ indexes: [ContainerIndex]
  ) throws(ReadFailure) -> Fragmentation? {
    guard try isMovie() else { return nil }
    var isFragmented = false
    try walk(into: ["moov"]) { box, _ throws(ReadFailure) in
      isFragmented = isFragmented || box.type == "mvex"
      return !isFragmented
    }
    guard isFragmented else { return nil }
    guard let list = indexes.first(where: { $0.name == "sidx" && $0.placement == .beforeMedia })
    else { return Fragmentation(listedEnd: nil) }
    var end: Int64 = 0
    var offset = list.range.lowerBound
    // Tracks may have one each, behind one another.
    while offset < list.range.upperBound, let box = try file.box(at: offset), box.type == "sidx" {
      offset = box.range.upperBound
      end = max(end, try listedEnd(box))
    }
    return Fragmentation(listedEnd: end)
  }

  /// The offset up to which a `sidx` lists media (ISO/IEC 14496-12, 8.16.3).
  private func listedEnd(_ box: MovieBox) throws(ReadFailure) -> Int64 {
    let content = box.range.lowerBound + box.headerLength
    let header = try file.bytes(32, at: content)
    guard let version = header.first else { return 0 }
    // Version 1 has longer times and offsets.
    let width = version == 0 ? 4 : 8
    let place = 12 + width
    guard header.count >= place + width + 4 else { return 0 }
    let first = Int64(clamping: header[place...].prefix(width).bigEndian)
    let count = Int(header[(place + width + 2)...].prefix(2).bigEndian)
    let table = try file.bytes(count * 12, at: content + Int64(place + width + 4))
    let sizes = stride(from: 0, to: table.count - 11, by: 12).map { entry in
      Int64(table[entry...].prefix(4).bigEndian & 0x7FFF_FFFF)
    }
    let (end, isTooFar) = first.addingReportingOverflow(
      box.range.upperBound + sizes.reduce(0, +))
    return isTooFar ? 0 : min(end, file.size)
  }
}
