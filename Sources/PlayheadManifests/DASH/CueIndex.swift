import PlayheadModel

/// The cues of a WebM file, by which players cut it as by a segment index.
struct CueIndex: Hashable {
  /// How much of the file dash.js 5.1.1 loads to learn where its segment lies
  /// (`src/dash/WebmSegmentBaseLoader.js`).
  static let header = ByteRange(0, 8193)

  /// What it refers to, in order; times are of whole ticks.
  let references: [SegmentIndex.Reference]
  /// The ticks of a second.
  let timescale: Int64

  private enum Element {
    static let ebml: UInt64 = 0x1A45_DFA3
    static let segment: UInt64 = 0x1853_8067
    static let info: UInt64 = 0x1549_A966
    static let scale: UInt64 = 0x2A_D7B1
    static let duration: UInt64 = 0x4489
    static let cues: UInt64 = 0x1C53_BB6B
    static let point: UInt64 = 0xBB
    static let time: UInt64 = 0xB3
    static let positions: UInt64 = 0xB7
    static let cluster: UInt64 = 0xF1
  }

  /// Reads `cues`, the element that the index range holds, with what `header`, the beginning of the
  /// file, tells.
  ///
  /// - Throws: ``GrammarError`` if either is not what it should be.
  init(header: [UInt8], cues: [UInt8]) throws(GrammarError) {
    let file = ElementReader(header[...])
    guard let segment = file.first(Element.segment, after: Element.ebml) else {
      throw Self.refusal("the file does not begin with a segment of WebM")
    }
    guard let size = segment.size else {
      throw Self.refusal("the size of the segment of WebM is unknown")
    }
    let start = Int64(segment.contents.startIndex)
    guard let info = ElementReader(segment.contents).first(Element.info) else {
      throw Self.refusal("no duration in the first \(Self.header.count) bytes of WebM")
    }
    let scale = ElementReader(info.contents).first(Element.scale)?.number ?? 1_000_000
    guard let duration = ElementReader(info.contents).first(Element.duration)?.real,
      duration.isFinite, duration >= 0, duration < 0x1p61, (1...1_000_000_000).contains(scale),
      1_000_000_000 % scale == 0
    else { throw Self.refusal("WebM without a valid duration") }
    timescale = Int64(1_000_000_000 / scale)
    guard let list = ElementReader(cues[...]).first(Element.cues) else {
      throw Self.refusal("no cues of WebM in the index range")
    }
    references = try Self.references(
      ElementReader(list.contents).all(Element.point), from: start, to: start + size,
      until: Int64(duration.rounded()))
    guard !references.isEmpty else { throw Self.refusal("no cues of WebM in the index range") }
  }

  private static func references(
    _ points: [ElementReader.Element], from start: Int64, to end: Int64, until last: Int64
  ) throws(GrammarError) -> [SegmentIndex.Reference] {
    var places: [(time: Int64, offset: Int64)] = []
    for point in points {
      let children = ElementReader(point.contents)
      guard let time = children.first(Element.time)?.number.flatMap({ Int64(exactly: $0) }),
        let cluster = children.first(Element.positions)
          .flatMap({ ElementReader($0.contents).first(Element.cluster)?.number })
          .flatMap({ Int64(exactly: $0) }),
        time <= 1 << 61, cluster < end - start
      else { throw refusal("a cue of WebM without a valid time and cluster") }
      guard let before = places.last else {
        places.append((time, start + cluster))
        continue
      }
      guard before.time <= time, before.offset <= start + cluster else {
        throw refusal("the cues of WebM are not in order")
      }
      // Further cues into a cluster cut nothing.
      if before.offset < start + cluster { places.append((time, start + cluster)) }
    }
    return places.indices.map { place in
      let next = place + 1 < places.count ? places[place + 1] : (max(last, places[place].time), end)
      return SegmentIndex.Reference(
        isIndex: false, bytes: ByteRange(places[place].offset, next.1), start: places[place].time,
        duration: next.0 - places[place].time)
    }
  }

  private static func refusal(_ problem: String) -> GrammarError {
    GrammarError(text: "cues", problem: problem)
  }
}

/// Reads elements of EBML, which WebM consists of.
private struct ElementReader {
  /// An element, of which less may be there than it has.
  struct Element {
    let id: UInt64
    /// How many bytes it has; `nil` if it does not say.
    let size: Int64?
    let contents: ArraySlice<UInt8>

    /// What it holds as a whole number.
    var number: UInt64? {
      guard contents.count <= 8, size == Int64(contents.count) else { return nil }
      return contents.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// What it holds as a number of floating point.
    var real: Double? {
      switch contents.count {
      case 4: number.map { Double(Float(bitPattern: UInt32($0))) }
      case 8: number.map { Double(bitPattern: $0) }
      default: nil
      }
    }
  }

  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The first element with `id`; if `before` is given, the elements begin with that one.
  func first(_ id: UInt64, after before: UInt64? = nil) -> Element? {
    let elements = all(id, after: before, atMost: 1)
    return elements.first
  }

  /// The elements with `id`, of at most `limit`.
  func all(_ id: UInt64, after before: UInt64? = nil, atMost limit: Int = .max) -> [Element] {
    var found: [Element] = []
    var place = bytes.startIndex
    var isFirst = true
    while found.count < limit, let element = element(at: place) {
      if isFirst, let before, element.id != before { return [] }
      isFirst = false
      if element.id == id { found.append(element) }
      guard let size = element.size, size <= Int64(element.contents.count) else { break }
      place = element.contents.endIndex
    }
    return found
  }

  private func element(at place: Int) -> Element? {
    guard let id = variable(at: place, keepsMarker: true),
      let size = variable(at: id.end, keepsMarker: false)
    else { return nil }
    let isUnknown = size.value == (1 << UInt64(7 * (size.end - id.end))) - 1
    let count = isUnknown ? nil : Int64(size.value)
    let end = min(Int64(bytes.endIndex - size.end), count ?? .max)
    return Element(
      id: id.value, size: count, contents: bytes[size.end..<size.end + Int(end)])
  }

  /// A number whose first byte tells its length; `nil` if it is not there.
  private func variable(at place: Int, keepsMarker: Bool) -> (value: UInt64, end: Int)? {
    guard place < bytes.endIndex, bytes[place] != 0 else { return nil }
    let length = bytes[place].leadingZeroBitCount + 1
    guard bytes.endIndex - place >= length else { return nil }
    var value = bytes[place..<place + length].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    if !keepsMarker { value &= (1 << UInt64(7 * length)) - 1 }
    return (value, place + length)
  }
}
