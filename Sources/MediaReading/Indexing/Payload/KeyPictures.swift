import CFFmpeg

/// Finds out which pictures of H.264 in Matroska FFmpeg takes for key frames.
///
/// Its demuxer asks a parser, which looks at a picture up to the header of its first slice. Most
/// pictures begin with a slice whose type says it at once; of the others, the parser reads what it
/// needs.
final class KeyPictures {
  /// What a picture is.
  enum Kind {
    case key
    case other
    /// It is no key frame, and refers to pictures that may be shown later.
    case bidirectional
  }

  private let file: InputFile
  private let track: MatroskaTrack
  private let lengthBytes: Int
  private let parser: Parser

  /// The key frames of `track`, whose codec is H.264; `nil` if it cannot be parsed.
  init?(
    _ file: InputFile, _ track: MatroskaTrack,
    _ parameters: UnsafeMutablePointer<AVCodecParameters>
  ) {
    guard case .firstSlice(let lengthBytes) = track.head, let parser = unsafe Parser(parameters)
    else { return nil }
    self.file = file
    self.track = track
    self.lengthBytes = lengthBytes
    self.parser = parser
  }

  /// What the picture of a block is; `nil` if all of it would have to be read to know.
  func kind(of seen: SeenBlock, _ window: inout ReadingWindow) throws(ReadFailure) -> Kind? {
    if let kind = seen.picture { return kind }
    let block = seen.block
    if let kind = try Self.slice(of: block, lengthBytes: lengthBytes, &window, file) { return kind }
    guard let count = try track.headBytes(block.payload, to: block.end, &window, file)
    else { return nil }
    let size = Int(block.end - block.payload)
    var sample = Array(
      try window.bytes(min(size, Int(count)), at: block.payload, of: file))
    sample += [UInt8](repeating: 0, count: size - sample.count)
    if parser.read(sample).isKey { return .key }
    return parser.isBidirectional ? .bidirectional : .other
  }

  /// What the picture of `block` is by the type of the slice that it begins with, behind a
  /// delimiter at most; `nil` if that does not say it.
  static func slice(
    of block: MatroskaBlock, lengthBytes: Int, _ window: inout ReadingWindow, _ file: InputFile
  ) throws(ReadFailure) -> Kind? {
    var place = block.payload
    for _ in 0..<2 {
      guard place + Int64(lengthBytes) + 2 <= block.end else { return nil }
      let unit = try window.bytes(lengthBytes + 2, at: place, of: file)
      guard unit.count == lengthBytes + 2 else { return nil }
      let length = Int64(unit.prefix(lengthBytes).bigEndian)
      guard length >= 2, length <= block.end - place - Int64(lengthBytes) else { return nil }
      let first = unit[unit.endIndex - 1]
      switch unit[unit.endIndex - 2] & 0x1F {
      case 9 where length == 2: place += Int64(lengthBytes) + length
      // The number of the slice's first block, zero, is one bit; its type follows, as long as its
      // number is large: I (2 or 7), P (0 or 5) and B (1 or 6).
      case 5: return first >> 4 == 0b1011 || first == 0b1000_1000 ? .key : nil
      case 1:
        if first >> 6 == 0b11 || first >> 2 == 0b10_0110 { return .other }
        return first >> 4 == 0b1010 || first >> 2 == 0b10_0111 ? .bidirectional : nil
      default: return nil
      }
    }
    return nil
  }
}
