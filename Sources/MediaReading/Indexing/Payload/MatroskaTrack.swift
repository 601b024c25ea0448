/// A track of Matroska, and how much of its frames FFmpeg's demuxer and parsers read.
struct MatroskaTrack {
  /// How much of a frame is read.
  enum Head: Equatable {
    case whole
    case bytes(Int64)
    /// Up to the header of the first slice of H.264 whose units' lengths have so many bytes.
    case firstSlice(lengthBytes: Int)
  }

  private(set) var head: Head
  /// The codec, by Matroska's name for it.
  private(set) var codec = ""
  /// How long each of its frames is shown, in nanoseconds; zero if it does not say.
  private(set) var frameNanoseconds: UInt64 = 0

  static let aac = "A_AAC"
  static let avc = "V_MPEG4/ISO/AVC"
  static let hevc = "V_MPEGH/ISO/HEVC"

  /// Whether samples of its codec may be known by the heads of blocks; see ``MatroskaSamples``.
  var isKnownByHeads: Bool { head != .whole && [Self.aac, Self.avc, Self.hevc].contains(codec) }

  private static let entry: UInt64 = 0xAE
  private static let number: UInt64 = 0xD7
  private static let codec: UInt64 = 0x86
  private static let configuration: UInt64 = 0x63A2
  private static let encodings: UInt64 = 0x6D80
  private static let frameDuration: UInt64 = 0x23E383

  /// The most that the description of tracks has.
  private static let maximumBytes: Int64 = 16 << 20

  /// The tracks of a file, by number; none if they are not where they usually are.
  static func all(in file: InputFile) throws(ReadFailure) -> [UInt64: MatroskaTrack] {
    var offset: Int64 = 0
    for _ in 0..<1000 {
      guard let element = try file.matroskaElement(at: offset) else { break }
      switch element.identifier {
      case MatroskaElement.segment: offset = element.content
      case MatroskaElement.cluster: return [:]
      case MatroskaElement.tracks:
        guard let end = element.end, end - element.content <= maximumBytes else { return [:] }
        return try all(in: file, from: element.content, to: end)
      default:
        guard let end = element.end else { return [:] }
        offset = end
      }
    }
    return [:]
  }

  private static func all(
    in file: InputFile, from start: Int64, to end: Int64
  ) throws(ReadFailure) -> [UInt64: MatroskaTrack] {
    var found: [UInt64: MatroskaTrack] = [:]
    var offset = start
    while offset < end, let element = try file.matroskaElement(at: offset), let next = element.end {
      offset = next
      guard element.identifier == entry else { continue }
      guard let (number, track) = try track(in: file, element, to: next) else { continue }
      // Two of one number cannot be told apart.
      found[number] = found[number] == nil ? track : MatroskaTrack(head: .whole)
    }
    return found
  }

  private static func track(
    in file: InputFile, _ entry: MatroskaElement, to end: Int64
  ) throws(ReadFailure) -> (UInt64, MatroskaTrack)? {
    var trackNumber: UInt64?
    var name: [UInt8] = []
    var settings: [UInt8] = []
    var isPlain = true
    var frameNanoseconds: UInt64 = 0
    var offset = entry.content
    while offset < end, let field = try file.matroskaElement(at: offset), let next = field.end {
      offset = next
      let length = Int(next - field.content)
      switch field.identifier {
      case number where length <= 8:
        trackNumber = try file.bytes(length, at: field.content).bigEndian
      case codec where length <= 64: name = try file.bytes(length, at: field.content)
      case configuration: settings = try file.bytes(min(length, 16), at: field.content)
      // Compressed, encrypted, or without what all frames begin with.
      case encodings: isPlain = false
      case frameDuration where length <= 8:
        frameNanoseconds = try file.bytes(length, at: field.content).bigEndian
      default: break
      }
    }
    guard let trackNumber else { return nil }
    let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    let head = isPlain ? Self.head(of: text, settings) : .whole
    return (
      trackNumber, MatroskaTrack(head: head, codec: text, frameNanoseconds: frameNanoseconds)
    )
  }

  private static func head(of codec: String, _ configuration: [UInt8]) -> Head {
    switch codec {
    // Not parsed at all.
    case aac, hevc: .bytes(0)
    // The uncompressed header alone.
    case "V_VP8", "V_VP9": .bytes(16)
    case avc:
      UnitWalk(configuration: configuration)
        .map { .firstSlice(lengthBytes: $0.lengthBytes) } ?? .whole
    default: .whole
    }
  }

  /// How many bytes are read of the frame from `start` to `end`; `nil` for all.
  func headBytes(
    _ start: Int64, to end: Int64, _ window: inout ReadingWindow, _ file: InputFile
  ) throws(ReadFailure) -> Int64? {
    switch head {
    case .whole: return nil
    case .bytes(let count): return count
    case .firstSlice(let lengthBytes):
      var place = start
      while place + Int64(lengthBytes) < end {
        let bytes = try window.bytes(lengthBytes + 1, at: place, of: file)
        guard let unit = bytes.dropFirst(lengthBytes).first else { return nil }
        let length = bytes.prefix(lengthBytes).bigEndian
        guard length > 0, length <= UInt64(end - place) else { return nil }
        let type = unit & 0x1F
        if type == 1 || type == 5 {
          return place + Int64(lengthBytes + StandIn.sliceBytes) - start
        }
        guard !(2...4).contains(type) else { return nil }
        place += Int64(lengthBytes) + Int64(length)
      }
      return nil
    }
  }
}

extension [UInt64: MatroskaTrack] {
  /// Of how many bytes the lengths of units of H.264 are, by number.
  var unitLengths: [Int?] {
    (0..<128).map { number in
      if case .firstSlice(let count) = self[UInt64(number)]?.head { count } else { nil }
    }
  }
}
