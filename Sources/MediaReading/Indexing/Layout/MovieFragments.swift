import PlayheadKit

extension MovieTables {
  /// How the fragments of the file, whose indexes are `indexes`, are found; `nil` if it is no movie
  /// in fragments, whose tables announce them by an `mvex`.
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
    var listed = Fragmentation(listedEnd: 0)
    var offset = list.range.lowerBound
    // Tracks may have one each, behind one another.
    while offset < list.range.upperBound, let box = try file.box(at: offset), box.type == "sidx" {
      offset = box.range.upperBound
      guard let part = try listing(box) else { continue }
      listed.listedEnd = max(listed.listedEnd ?? 0, part.end)
      if let times = part.times {
        let others = listed.listedTimes ?? times
        listed.listedTimes = TimeRange(
          start: min(others.start, times.start), end: max(others.end, times.end))
      }
    }
    return listed
  }

  /// The offset up to which a `sidx` lists media, and the times that it gives that (ISO/IEC
  /// 14496-12, 8.16.3); `nil` if it is cut short.
  private func listing(
    _ box: MovieBox
  ) throws(ReadFailure) -> (end: Int64, times: TimeRange?)? {
    let content = box.range.lowerBound + box.headerLength
    let header = try file.bytes(32, at: content)
    guard let version = header.first else { return nil }
    // Version 1 has longer times and offsets.
    let width = version == 0 ? 4 : 8
    let place = 12 + width
    guard header.count >= place + width + 4 else { return nil }
    let first = Int64(clamping: header[place...].prefix(width).bigEndian)
    let count = Int(header[(place + width + 2)...].prefix(2).bigEndian)
    let table = try file.bytes(count * 12, at: content + Int64(place + width + 4))
    let entries = stride(from: 0, to: table.count - 11, by: 12)
    let sizes = entries.map { Int64(table[$0...].prefix(4).bigEndian & 0x7FFF_FFFF) }
    let (end, isTooFar) = first.addingReportingOverflow(
      box.range.upperBound + sizes.reduce(0, +))
    let units = entries.reduce(0) { $0 + Int64(table[($1 + 4)...].prefix(4).bigEndian) }
    let start = Int64(clamping: header[12...].prefix(width).bigEndian)
    let timeBase = Int32(exactly: header[8...].prefix(4).bigEndian).flatMap {
      $0 > 0 ? Rational(1, $0) : nil
    }
    let times = timeBase.flatMap { timeBase -> TimeRange? in
      let (last, overflows) = start.addingReportingOverflow(units)
      guard !overflows, let from = MediaTime(value: start, timeBase: timeBase),
        let to = MediaTime(value: last, timeBase: timeBase)
      else { return nil }
      return TimeRange(start: from, end: to)
    }
    return (isTooFar ? 0 : min(end, file.size), times)
  }
}
