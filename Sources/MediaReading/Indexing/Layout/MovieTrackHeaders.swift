import PlayheadKit

extension MovieTables {
  /// The headers of the tracks, by the track's number in the file; none if the file is no movie.
  func trackHeaders() throws(ReadFailure) -> [UInt64: MovieTrackHeader] {
    guard try isMovie() else { return [:] }
    var headers: [UInt64: MovieTrackHeader] = [:]
    var movieScale: UInt64 = 0
    var track = RawTrack()
    try walk(into: Self.containers.union(["edts"])) { box, content throws(ReadFailure) in
      switch box.type {
      case "mvhd": movieScale = try timeScale(at: content)
      case "trak":
        track.close(movieScale, &headers)
        track = RawTrack()
        track.range = box.range
      case "tkhd": track.identifier = try trackIdentifier(at: content)
      case "mdhd":
        track.mediaScale = try timeScale(at: content)
        track.duration = try duration(at: content)
      case "elst": track.list = try rawEdits(at: content, box.range.upperBound - content)
      case "stsz", "stz2":
        track.sampleCount = try sampleCount(box, at: content) ?? track.sampleCount
      case "stts": track.lastSample = try lastEntry(at: content, box.range.upperBound - content)
      default: break
      }
      return true
    }
    track.close(movieScale, &headers)
    return headers
  }

  /// The units a second of the clock in an `mvhd` or `mdhd` whose content is at `offset`.
  private func timeScale(at offset: Int64) throws(ReadFailure) -> UInt64 {
    let header = try file.bytes(24, at: offset)
    guard header.count == 24 else { return 0 }
    return header[(header[0] == 1 ? 20 : 12)...].prefix(4).bigEndian
  }

  /// The duration in an `mdhd` whose content is at `offset`, by its own clock; `nil` if it is
  /// unknown, as in files in fragments.
  private func duration(at offset: Int64) throws(ReadFailure) -> Int64? {
    let header = try file.bytes(32, at: offset)
    guard header.count == 32 else { return nil }
    let isLong = header[0] == 1
    let value = header[(isLong ? 24 : 16)...].prefix(isLong ? 8 : 4).bigEndian
    return value == 0 || value == (isLong ? UInt64.max : UInt64(UInt32.max))
      ? nil : Int64(exactly: value)
  }

  /// How many samples the table of sizes in `box` has, whose content is at `offset` (ISO/IEC
  /// 14496-12, 8.7.3); `nil` where all samples are of one size.
  private func sampleCount(_ box: MovieBox, at offset: Int64) throws(ReadFailure) -> Int? {
    let head = try file.bytes(12, at: offset)
    guard head.count == 12 else { return nil }
    // A compact table has the width of its entries in place of a size for all.
    let (size, width) = box.type == "stsz" ? (head[4..<8].bigEndian, 32) : (0, UInt64(head[7]))
    let count = head[8...].bigEndian
    // A table that ends before its last entry is not to be believed.
    guard size == 0, count * width / 8 <= UInt64(max(0, box.range.upperBound - offset - 12))
    else { return nil }
    return Int(count)
  }

  /// How long the last samples are by a table of decoding times whose content, of `length` bytes,
  /// is at `offset` (ISO/IEC 14496-12, 8.6.1.2), by the track's clock.
  private func lastEntry(at offset: Int64, _ length: Int64) throws(ReadFailure) -> Int64? {
    let head = try file.bytes(8, at: offset)
    guard head.count == 8 else { return nil }
    let count = Int64(clamping: head[4...].bigEndian)
    guard count > 0, count <= (length - 8) / 8 else { return nil }
    let entry = try file.bytes(8, at: offset + 8 * count)
    return entry.count == 8 ? Int64(entry[4...].bigEndian) : nil
  }

  /// The edits in a list whose content, of `length` bytes, is at `offset`.
  private func rawEdits(
    at offset: Int64, _ length: Int64
  ) throws(ReadFailure) -> RawTrack.RawList? {
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
      return RawTrack.RawEdit(
        duration: entry.prefix(size).bigEndian,
        mediaTime: isLong
          ? Int64(bitPattern: time) : Int64(Int32(bitPattern: UInt32(truncatingIfNeeded: time))))
    }
    return RawTrack.RawList(count: count, edits: edits)
  }
}

/// What the boxes of a track say beside where its samples are.
struct MovieTrackHeader {
  /// Where they lie.
  var range: ByteRange
  /// The edit list (ISO/IEC 14496-12, 8.6.6); `nil` without one.
  var editList: EditList?
  /// The duration in `mdhd`; `nil` if it is unknown.
  var statedDuration: MediaTime?
  /// How long the last sample is by the tables; `nil` if they list none.
  var lastSampleDuration: MediaTime?
  /// How many samples the table of sizes has; `nil` where all samples are of one size.
  var sampleCount: Int?
}

/// What the boxes of a track have told so far.
private struct RawTrack {
  /// An edit as it is written: a duration by the movie's clock, and a time by the track's.
  struct RawEdit {
    var duration: UInt64
    var mediaTime: Int64
  }

  struct RawList {
    var count: Int
    var edits: [RawEdit]
  }

  var range = ByteRange(0, 0)
  var identifier: UInt64?
  var mediaScale: UInt64 = 0
  var duration: Int64?
  var lastSample: Int64?
  var sampleCount: Int?
  var list: RawList?

  /// Adds the track to `headers`, if it has a number; without a clock, it has no times.
  func close(_ movieScale: UInt64, _ headers: inout [UInt64: MovieTrackHeader]) {
    guard let identifier else { return }
    let media = Self.timeBase(mediaScale)
    headers[identifier] = MovieTrackHeader(
      range: range, editList: editList(Self.timeBase(movieScale), media),
      statedDuration: Self.time(duration, media), lastSampleDuration: Self.time(lastSample, media),
      sampleCount: sampleCount)
  }

  private func editList(_ movie: Rational?, _ media: Rational?) -> EditList? {
    guard let list, let movie, let media else { return nil }
    let edits = list.edits.compactMap { edit -> EditList.Edit? in
      let duration = Int64(exactly: edit.duration).flatMap {
        MediaTime(value: $0, timeBase: movie)
      }
      let start = MediaTime(value: edit.mediaTime, timeBase: media)
      // A wait has -1 as its media time.
      guard let duration, let start else { return nil }
      return EditList.Edit(duration: duration, mediaTime: edit.mediaTime == -1 ? nil : start)
    }
    return EditList(count: list.count, edits: edits)
  }

  private static func time(_ value: Int64?, _ timeBase: Rational?) -> MediaTime? {
    guard let value, let timeBase else { return nil }
    return MediaTime(value: value, timeBase: timeBase)
  }

  private static func timeBase(_ scale: UInt64) -> Rational? {
    Int32(exactly: scale).flatMap { $0 > 0 ? Rational(1, $0) : nil }
  }
}
