import PlayheadKit

/// The elements of a Matroska or WebM file, as far as it takes to find `Cues`.
struct MatroskaElements {
  let file: InputFile

  private static let seek: UInt64 = 0x4DBB
  private static let seekIdentifier: UInt64 = 0x53AB
  private static let seekPosition: UInt64 = 0x53AC

  /// How long a segment says that it is, and the unit of its timestamps.
  struct Duration {
    var length: MediaTime
    var resolution: MediaTime
  }

  private static let information: UInt64 = 0x1549_A966
  private static let timestampScale: UInt64 = 0x2AD7B1
  private static let segmentDuration: UInt64 = 0x4489

  /// What `Info` says of the segment's length; `nil` if it says nothing of use.
  func duration() throws(ReadFailure) -> Duration? {
    var offset: Int64 = 0
    for _ in 0..<ContainerLayout.maximumParts {
      guard let element = try element(at: offset) else { return nil }
      switch element.identifier {
      case MatroskaElement.segment: offset = element.content
      case MatroskaElement.cluster: return nil
      case Self.information: return try duration(in: element)
      default:
        guard let end = element.end else { return nil }
        offset = end
      }
    }
    return nil
  }

  private func duration(in information: MatroskaElement) throws(ReadFailure) -> Duration? {
    guard let end = information.end, end - information.content <= 1 << 16 else { return nil }
    var scale: UInt64 = 1_000_000
    var ticks: Double?
    var offset = information.content
    while offset < end, let field = try element(at: offset), let next = field.end {
      offset = next
      guard next - field.content <= 8 else { continue }
      let bytes = try file.bytes(Int(next - field.content), at: field.content)
      switch (field.identifier, bytes.count) {
      case (Self.timestampScale, 1...8): scale = bytes.bigEndian
      case (Self.segmentDuration, 4):
        ticks = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bytes.bigEndian)))
      case (Self.segmentDuration, 8): ticks = Double(bitPattern: bytes.bigEndian)
      default: break
      }
    }
    guard let ticks, ticks > 0, (1...1_000_000_000).contains(scale) else { return nil }
    let length = (ticks * Double(scale)).rounded()
    guard length <= Double(MediaTime.bound.nanoseconds) else { return nil }
    return Duration(
      length: MediaTime(nanoseconds: Int64(length)),
      resolution: MediaTime(nanoseconds: Int64(scale)))
  }

  /// `Cues`, if they exist.
  func indexes() throws(ReadFailure) -> [ContainerIndex]? {
    var offset: Int64 = 0
    var parts = 0
    while parts < ContainerLayout.maximumParts, let element = try element(at: offset) {
      parts += 1
      if element.identifier == MatroskaElement.segment { return try indexes(of: element) }
      guard let end = element.end else { return nil }
      offset = end
    }
    return nil
  }

  private func indexes(of segment: MatroskaElement) throws(ReadFailure) -> [ContainerIndex] {
    var cues: ByteRange?
    var media = MediaHull()
    var announced: Int64?
    var offset = segment.content
    var parts = 0
    while parts < ContainerLayout.maximumParts, let element = try element(at: offset) {
      parts += 1
      switch element.identifier {
      case MatroskaElement.seekHead:
        if announced == nil, let position = try cuesPosition(in: element) {
          // A position can be anything, and past the end of the file there is nothing.
          announced = position < file.size ? segment.content + position : nil
        }
      case MatroskaElement.cues: cues = try range(of: element) ?? cues
      case MatroskaElement.cluster:
        // What the head of the file says saves a walk over all clusters.
        if cues == nil, let position = announced, position > element.start,
          let found = try self.element(at: position), found.identifier == MatroskaElement.cues
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

  private func range(of element: MatroskaElement) throws(ReadFailure) -> ByteRange? {
    file.range(from: element.start, for: (element.end ?? file.size) - element.start)
  }

  /// Where a `SeekHead` says that `Cues` begin, from the start of the segment's content.
  private func cuesPosition(in head: MatroskaElement) throws(ReadFailure) -> Int64? {
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
      if identifier == MatroskaElement.cues { return position.flatMap { Int64(exactly: $0) } }
    }
    return nil
  }

  /// The element at `offset`; `nil` if there is none.
  private func element(at offset: Int64) throws(ReadFailure) -> MatroskaElement? {
    try file.matroskaElement(at: offset)
  }
}

/// An element: its identifier, where its content begins, and how long that is; `nil` if that is
/// unknown.
struct MatroskaElement {
  var identifier: UInt64
  var start: Int64
  var content: Int64
  var length: Int64?

  var end: Int64? { length.map { content + $0 } }

  // The identifiers of those that more than one reader looks for (RFC 9559, section 5).
  static let segment: UInt64 = 0x1853_8067
  static let seekHead: UInt64 = 0x114D_9B74
  static let tracks: UInt64 = 0x1654_AE6B
  static let cues: UInt64 = 0x1C53_BB6B
  static let cluster: UInt64 = 0x1F43_B675
  static let clusterTime: UInt64 = 0xE7
  static let simpleBlock: UInt64 = 0xA3
  static let block: UInt64 = 0xA1
  static let duration: UInt64 = 0x9B
  static let reference: UInt64 = 0xFB

  /// The most that the head of an element has, in bytes.
  static let headBytes = 12

  /// The element at `start`, which begins with `header`; `nil` if that is none.
  init?(_ header: some RandomAccessCollection<UInt8>, at start: Int64) {
    guard let first = header.first, first.leadingZeroBitCount < 4 else { return nil }
    let identifierLength = first.leadingZeroBitCount + 1
    let size = header.dropFirst(identifierLength)
    guard let sizeFirst = size.first else { return nil }
    let sizeLength = sizeFirst.leadingZeroBitCount + 1
    guard sizeLength <= 8, size.count >= sizeLength else { return nil }
    let all = UInt64(1) << UInt64(7 * sizeLength) - 1
    let length = size.prefix(sizeLength).bigEndian & all
    self.start = start
    identifier = header.prefix(identifierLength).bigEndian
    // Lengths are of 56 bits at most, so nothing overflows.
    content = start + Int64(identifierLength + sizeLength)
    self.length = length == all ? nil : Int64(length)
  }

  /// The least that an element takes whose length has eight bytes.
  static let fillerBytes = 9

  /// The header of an element that fills `count` bytes, ``fillerBytes`` or more.
  static func filler(of count: Int64) -> [UInt8] {
    let length = UInt64(count - Int64(fillerBytes))
    return [0xEC, 0x01] + (1..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
  }
}

extension InputFile {
  /// The element of Matroska at `offset`; `nil` if there is none.
  func matroskaElement(at offset: Int64) throws(ReadFailure) -> MatroskaElement? {
    guard offset >= 0, offset < size else { return nil }
    return MatroskaElement(try bytes(MatroskaElement.headBytes, at: offset), at: offset)
  }
}
