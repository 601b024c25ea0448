import PlayheadKit

extension MovieTables {
  /// The edit lists of the tracks that have one, by the track's number in the file (ISO/IEC 14496-12,
  /// 8.6.6); none if the file is no movie.
  func editLists() throws(ReadFailure) -> [UInt64: EditList] {
    guard try isMovie() else { return [:] }
    var lists: [UInt64: EditList] = [:]
    var movieScale: UInt64 = 0
    var track = EditedTrack()
    try walk(into: ["moov", "trak", "edts", "mdia"]) { box, content throws(ReadFailure) in
      switch box.type {
      case "mvhd": movieScale = try timeScale(at: content)
      case "trak":
        track.close(movieScale, &lists)
        track = EditedTrack()
      case "tkhd": track.identifier = try trackIdentifier(at: content)
      case "mdhd": track.mediaScale = try timeScale(at: content)
      case "elst": track.list = try rawEdits(at: content, box.range.upperBound - content)
      default: break
      }
      return true
    }
    track.close(movieScale, &lists)
    return lists
  }

  /// The units a second of the clock in an `mvhd` or `mdhd` whose content is at `offset`.
  private func timeScale(at offset: Int64) throws(ReadFailure) -> UInt64 {
    let header = try file.bytes(24, at: offset)
    guard header.count == 24 else { return 0 }
    return header[(header[0] == 1 ? 20 : 12)...].prefix(4).bigEndian
  }

  /// The edits in a list whose content, of `length` bytes, is at `offset`.
  private func rawEdits(
    at offset: Int64, _ length: Int64
  ) throws(ReadFailure) -> EditedTrack.RawList? {
    let head = try file.bytes(8, at: offset)
    guard head.count == 8 else { return nil }
    let isLong = head[0] == 1
    let stride = isLong ? 20 : 12
    let count = Int(clamping: head[4...].bigEndian)
    let listed = min(count, EditList.maximumEdits, Int(max(0, length - 8)) / stride)
    let table = try file.bytes(listed * stride, at: offset + 8)
    guard table.count == listed * stride else { return nil }
    let size = isLong ? 8 : 4
    let edits = (0..<listed).map { number in
      let entry = table[(number * stride)...]
      let time = entry.dropFirst(size).prefix(size).bigEndian
      return EditedTrack.RawEdit(
        duration: entry.prefix(size).bigEndian,
        mediaTime: isLong
          ? Int64(bitPattern: time) : Int64(Int32(bitPattern: UInt32(truncatingIfNeeded: time))))
    }
    return EditedTrack.RawList(count: count, edits: edits)
  }
}

/// What the boxes of a track have told so far of its edit list.
private struct EditedTrack {
  /// An edit as it is written: a duration by the movie's clock, and a time by the track's.
  struct RawEdit {
    var duration: UInt64
    var mediaTime: Int64
  }

  struct RawList {
    var count: Int
    var edits: [RawEdit]
  }

  var identifier: UInt64?
  var mediaScale: UInt64 = 0
  var list: RawList?

  /// Adds the track's list to `lists`, if it has one that means anything.
  func close(_ movieScale: UInt64, _ lists: inout [UInt64: EditList]) {
    guard let identifier, let list, let movie = Self.timeBase(movieScale),
      let media = Self.timeBase(mediaScale)
    else { return }
    let edits = list.edits.compactMap { edit -> EditList.Edit? in
      let duration = Int64(exactly: edit.duration).flatMap {
        MediaTime(value: $0, timeBase: movie)
      }
      let start = MediaTime(value: edit.mediaTime, timeBase: media)
      // A wait has -1 as its media time.
      guard let duration, let start else { return nil }
      return EditList.Edit(duration: duration, mediaTime: edit.mediaTime == -1 ? nil : start)
    }
    lists[identifier] = EditList(count: list.count, edits: edits)
  }

  private static func timeBase(_ scale: UInt64) -> Rational? {
    Int32(exactly: scale).flatMap { $0 > 0 ? Rational(1, $0) : nil }
  }
}
