import PlayheadKit

/// The elements of a Matroska or WebM file, as far as it takes to find `Cues`.
struct MatroskaElements {
  let file: InputFile

  /// An element: its identifier, where its content begins, and how long that is; `nil` if that is
  /// unknown.
  private struct Element {
    var identifier: UInt64
    var start: Int64
    var content: Int64
    var length: Int64?

    var end: Int64? { length.map { content + $0 } }
  }

  private static let segment: UInt64 = 0x1853_8067
  private static let cluster: UInt64 = 0x1F43_B675
  private static let cues: UInt64 = 0x1C53_BB6B
  private static let seekHead: UInt64 = 0x114D_9B74
  private static let seek: UInt64 = 0x4DBB
  private static let seekIdentifier: UInt64 = 0x53AB
  private static let seekPosition: UInt64 = 0x53AC

  /// `Cues`, if they exist.
  func indexes() throws(ReadFailure) -> [ContainerIndex]? {
    var offset: Int64 = 0
    var parts = 0
    while parts < ContainerLayout.maximumParts, let element = try element(at: offset) {
      parts += 1
      if element.identifier == Self.segment { return try indexes(of: element) }
      guard let end = element.end else { return nil }
      offset = end
    }
    return nil
  }

  private func indexes(of segment: Element) throws(ReadFailure) -> [ContainerIndex] {
    var cues: ByteRange?
    var media = MediaHull()
    var announced: Int64?
    var offset = segment.content
    var parts = 0
    while parts < ContainerLayout.maximumParts, let element = try element(at: offset) {
      parts += 1
      switch element.identifier {
      case Self.seekHead:
        if announced == nil, let position = try cuesPosition(in: element) {
          // A position can be anything, and past the end of the file there is nothing.
          announced = position < file.size ? segment.content + position : nil
        }
      case Self.cues: cues = try range(of: element) ?? cues
      case Self.cluster:
        // What the head of the file says saves a walk over all clusters.
        if cues == nil, let position = announced, position > element.start,
          let found = try self.element(at: position), found.identifier == Self.cues
        {
          cues = try range(of: found)
          media.add(ByteRange(element.start, position))
          offset = found.end ?? .max
          continue
        }
        if let range = try range(of: element) { media.add(range) }
        if let cues, cues.lowerBound < element.start { return Self.indexes(cues, media) }
      default: break
      }
      // A cluster of unknown length is of a live recording, which has no index behind it.
      guard let end = element.end else { break }
      offset = end
    }
    return Self.indexes(cues, media)
  }

  private static func indexes(_ cues: ByteRange?, _ media: MediaHull) -> [ContainerIndex] {
    cues.map { [ContainerIndex(name: "Cues", range: $0, media: media.range)] } ?? []
  }

  private func range(of element: Element) throws(ReadFailure) -> ByteRange? {
    file.range(from: element.start, for: (element.end ?? file.size) - element.start)
  }

  /// Where a `SeekHead` says that `Cues` begin, from the start of the segment's content.
  private func cuesPosition(in head: Element) throws(ReadFailure) -> Int64? {
    guard let end = head.end, end - head.content <= 1 << 16 else { return nil }
    var offset = head.content
    while offset < end, let entry = try element(at: offset), let entryEnd = entry.end {
      offset = entryEnd
      guard entry.identifier == Self.seek else { continue }
      var identifier: UInt64?
      var position: UInt64?
      var place = entry.content
      while place < entryEnd, let field = try element(at: place), let length = field.length,
        length <= 8
      {
        let value = try file.bytes(Int(length), at: field.content).bigEndian
        if field.identifier == Self.seekIdentifier { identifier = value }
        if field.identifier == Self.seekPosition { position = value }
        place = field.content + length
      }
      if identifier == Self.cues { return position.flatMap { Int64(exactly: $0) } }
    }
    return nil
  }

  /// The element at `offset`; `nil` if there is none.
  private func element(at offset: Int64) throws(ReadFailure) -> Element? {
    guard offset >= 0, offset < file.size else { return nil }
    let header = try file.bytes(12, at: offset)
    guard let first = header.first, first.leadingZeroBitCount < 4 else { return nil }
    let identifierLength = first.leadingZeroBitCount + 1
    guard header.count > identifierLength else { return nil }
    let size = header[identifierLength...]
    let sizeLength = size[identifierLength].leadingZeroBitCount + 1
    guard sizeLength <= 8, size.count >= sizeLength else { return nil }
    let all = UInt64(1) << UInt64(7 * sizeLength) - 1
    let length = size.prefix(sizeLength).bigEndian & all
    let content = offset + Int64(identifierLength + sizeLength)
    // Lengths are of 56 bits at most, so nothing overflows.
    return Element(
      identifier: header[..<identifierLength].bigEndian, start: offset, content: content,
      length: length == all ? nil : Int64(length))
  }
}
