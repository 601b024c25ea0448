import PlayheadModel

/// A segment index box, `sidx`, by ISO/IEC 14496-12, section 8.16.3.
struct SegmentIndex: Hashable {
  /// A subsegment, or a further index.
  struct Reference: Hashable {
    /// Whether it begins with a further index.
    let isIndex: Bool
    /// Its bytes, by offset in the file.
    let bytes: ByteRange
    /// Its start in ticks of the index's timescale.
    let start: Int64
    /// Its length in ticks.
    let duration: Int64
  }

  /// The ticks of a second.
  let timescale: Int64
  /// What it refers to, in order.
  let references: [Reference]
  /// The bytes of the box, by offset in the file.
  let bytes: ByteRange

  private static let sidx: Int64 = 0x7369_6478

  /// Parses the first segment index in `bytes`, which begin at `offset` of the file; boxes before
  /// it are skipped.
  ///
  /// - Throws: ``GrammarError`` if there is none, or it is cut off or beyond what a file can have.
  init(_ bytes: [UInt8], at offset: Int64) throws(GrammarError) {
    guard offset <= 1 << 61 else { throw Self.refusal("the index range lies beyond 2⁶¹ bytes") }
    var start = 0
    while true {
      var reader = BoxReader(bytes)
      reader.position = start
      guard let size = reader.number(of: 4), let type = reader.number(of: 4) else {
        throw Self.refusal("no segment index (sidx) in the index range")
      }
      let length = size == 1 ? reader.number(of: 8) : size
      guard let length, length >= (size == 1 ? 16 : 8) else {
        throw Self.refusal("a box in the index range has no valid size")
      }
      if type == Self.sidx {
        guard length <= Int64(bytes.count - start) else {
          throw Self.refusal("the segment index (sidx) is cut off by the index range")
        }
        reader.end = start + Int(length)
        self = try Self.parse(&reader, box: (start: offset + Int64(start), size: length))
        return
      }
      guard length < Int64(bytes.count - start) else {
        throw Self.refusal("no segment index (sidx) in the index range")
      }
      start += Int(length)
    }
  }

  private init(timescale: Int64, references: [Reference], bytes: ByteRange) {
    self.timescale = timescale
    self.references = references
    self.bytes = bytes
  }

  private static func parse(
    _ reader: inout BoxReader, box: (start: Int64, size: Int64)
  ) throws(GrammarError) -> SegmentIndex {
    let cutOff = refusal("the segment index (sidx) is cut off")
    guard let version = reader.number(of: 1), reader.number(of: 3) != nil,
      reader.number(of: 4) != nil, let timescale = reader.number(of: 4)
    else { throw cutOff }
    guard version <= 1 else {
      throw refusal("version \(version) of a segment index (sidx) is not supported")
    }
    guard timescale > 0 else { throw refusal("the segment index (sidx) has a timescale of 0") }
    let width = version == 0 ? 4 : 8
    guard let earliest = reader.number(of: width), let firstOffset = reader.number(of: width),
      reader.number(of: 2) != nil, let count = reader.number(of: 2)
    else { throw cutOff }
    guard earliest <= 1 << 62, firstOffset <= 1 << 61 else {
      throw refusal("the segment index (sidx) has a time or an offset that is too large")
    }
    // 65,535 references of at most 2³¹ bytes and 2³² ticks stay below 2⁶³.
    var position = box.start + box.size + firstOffset
    var time = earliest
    var references: [Reference] = []
    for _ in 0..<count {
      guard let size = reader.number(of: 4), let duration = reader.number(of: 4),
        reader.number(of: 4) != nil
      else { throw cutOff }
      let end = position + (size & 0x7FFF_FFFF)
      references.append(
        Reference(
          isIndex: size > 0x7FFF_FFFF, bytes: ByteRange(position, end), start: time,
          duration: duration))
      position = end
      time += duration
    }
    return SegmentIndex(
      timescale: timescale, references: references,
      bytes: ByteRange(box.start, box.start + box.size))
  }

  private static func refusal(_ problem: String) -> GrammarError {
    GrammarError(text: "sidx", problem: problem)
  }
}

/// Reads big-endian numbers.
private struct BoxReader {
  private let bytes: [UInt8]
  var position = 0
  /// The offset behind the last byte that may be read.
  var end: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end = bytes.count
  }

  /// The next number of `count` bytes; `nil` if they are not there, or above 2⁶³ − 1.
  mutating func number(of count: Int) -> Int64? {
    guard count <= end - position else { return nil }
    let number = bytes[position..<position + count].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    position += count
    return Int64(exactly: number)
  }
}
