import PlayheadKit

/// The top-level boxes of an MP4 or QuickTime file.
///
/// The walk ends as soon as it is known where `moov` lies relative to the media data, which in a
/// file that begins with it is at the first `mdat` or `moof`.
struct MovieBoxes {
  let file: InputFile

  /// `moov`, then the first `sidx`, with those that adjoin it, and `mfra`, if they exist; `nil`
  /// without a `moov`.
  func indexes() throws(ReadFailure) -> [ContainerIndex]? {
    var movie: ByteRange?
    var others: [(name: String, range: ByteRange)] = []
    var media = MediaHull()
    var isFragmented = false
    var offset: Int64 = 0
    var parts = 0
    while parts < ContainerLayout.maximumParts, let box = try file.box(at: offset) {
      parts += 1
      offset = box.range.upperBound
      switch box.type {
      case "moov": movie = movie ?? box.range
      case "sidx", "mfra":
        if let last = others.last, last.name == box.type,
          last.range.upperBound == box.range.lowerBound
        {
          others[others.count - 1].range.upperBound = box.range.upperBound
        } else if !others.contains(where: { $0.name == box.type }) {
          others.append((box.type, box.range))
        }
      case "moof":
        isFragmented = true
        media.add(box.range)
      case "mdat", "imda":
        // One without content is a placeholder.
        if box.range.count > box.headerLength { media.add(box.range) }
      default: break
      }
      if let movie, let media = media.range, media.upperBound > movie.lowerBound { break }
    }
    guard let movie else { return nil }
    if isFragmented, !others.contains(where: { $0.name == "mfra" }), let range = try tailIndex() {
      others.append(("mfra", range))
    }
    return ([("moov", movie)] + others).map {
      ContainerIndex(name: $0.0, range: $0.1, media: media.range)
    }
  }

  /// The `mfra` at the end of the file, whose length its last four bytes are.
  private func tailIndex() throws(ReadFailure) -> ByteRange? {
    let tail = try file.bytes(16, at: max(0, file.size - 16))
    guard tail.count == 16, fourCharacters(tail[4..<8]) == "mfro",
      let box = try file.box(at: file.size - Int64(tail[12...].bigEndian)), box.type == "mfra"
    else { return nil }
    return box.range
  }
}

/// A box: its type, where it lies, and how long its header is.
struct MovieBox {
  var type: String
  /// As far as the file has it.
  var range: ByteRange
  var headerLength: Int64
  /// How many of its bytes the file lacks.
  var missingBytes: Int64 = 0
}

extension InputFile {
  /// Whether it begins as a movie does, and has media data, but nothing that says what that is.
  var lacksMovie: Bool {
    do throws(ReadFailure) {
      guard try MovieTables(file: self).isMovie() else { return false }
      var offset: Int64 = 0
      var hasMedia = false
      for _ in 0..<ContainerLayout.maximumParts {
        guard let box = try box(at: offset) else { break }
        if box.type == "moov" { return false }
        if box.type == "mdat" { hasMedia = true }
        offset = box.range.upperBound
      }
      return hasMedia
    } catch {
      return false
    }
  }

  /// The box at `offset`, as far as the file has it; `nil` if there is none.
  func box(at offset: Int64) throws(ReadFailure) -> MovieBox? {
    let header = try bytes(16, at: offset)
    guard header.count >= 8 else { return nil }
    var headerLength: Int64 = 8
    var length = header[..<4].bigEndian
    if length == 1 {
      guard header.count == 16 else { return nil }
      length = header[8...].bigEndian
      headerLength = 16
    } else if length == 0 {
      length = UInt64(size - offset)
    }
    guard length >= headerLength,
      let range = range(from: offset, for: Int64(clamping: length))
    else { return nil }
    return MovieBox(
      type: fourCharacters(header[4..<8]), range: range, headerLength: headerLength,
      missingBytes: Int64(clamping: length) - range.count)
  }
}
