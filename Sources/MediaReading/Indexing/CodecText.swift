/// A codec as RFC 6381 and the mappings of codecs to MP4 write it, with as much as its
/// configuration tells.
struct CodecText {
  /// More of a configuration is not looked at.
  static let maximumBytes = 4096

  /// The text; `nil` for a codec that has none, or whose configuration is not known.
  let text: String?

  /// The text of the codec that FFmpeg calls `name`.
  ///
  /// - Parameters:
  ///   - name: its short name.
  ///   - configuration: its configuration record of MP4, or the parameter sets of a byte stream.
  ///   - profile: FFmpeg's number of its profile; negative if it is not known.
  init(_ name: String, configuration: [UInt8], profile: Int) {
    text =
      switch name {
      case "h264": Self.h264(configuration)
      case "hevc": Self.hevc(configuration)
      case "aac": Self.aac(configuration, profile)
      case "mp3": "mp4a.40.34"
      case "ac3": "ac-3"
      case "eac3": "ec-3"
      case "opus": "Opus"
      case "flac": "fLaC"
      case "alac": "alac"
      case "vp8": "vp08"
      case "vp9": "vp09"
      case "av1": "av01"
      default: nil
      }
  }

  /// The profile, the constraints and the level of ISO/IEC 14496-15, 5.4.1.
  private static func h264(_ configuration: [UInt8]) -> String? {
    let bytes =
      configuration.first == 1
      ? configuration.dropFirst() : unit(in: configuration) { $0 & 0x1F == 7 }?.dropFirst()
    guard let bytes, bytes.count >= 3 else { return nil }
    return "avc1." + bytes.prefix(3).map(hex).joined()
  }

  /// The profile, its compatibility, the tier, the level and the constraints of ISO/IEC 14496-15,
  /// annex E.
  private static func hevc(_ configuration: [UInt8]) -> String? {
    let bytes =
      configuration.first == 1
      ? configuration.dropFirst()
      // Two bytes of header, and one before the profile.
      : unit(in: configuration) { $0 >> 1 & 0x3F == 33 }?.dropFirst(3)
    guard let fields = bytes.map({ Array($0.prefix(12)) }), fields.count == 12 else { return nil }
    let space = ["", "A", "B", "C"][Int(fields[0] >> 6)]
    let flags = fields[1...4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    var reversed: UInt32 = 0
    for bit in 0..<32 where flags >> bit & 1 == 1 { reversed |= 1 << (31 - bit) }
    var text = "hvc1.\(space)\(fields[0] & 0x1F).\(String(reversed, radix: 16))"
    text += ".\(fields[0] & 0x20 == 0 ? "L" : "H")\(fields[11])"
    var constraints = fields[5...10]
    while constraints.last == 0 { constraints.removeLast() }
    for byte in constraints { text += ".\(String(byte, radix: 16))" }
    return text
  }

  /// The object type of ISO/IEC 14496-3, 1.6.2.1.
  private static func aac(_ configuration: [UInt8], _ profile: Int) -> String? {
    guard configuration.count >= 2 else {
      return profile < 0 ? nil : "mp4a.40.\(profile + 1)"
    }
    let type = Int(configuration[0] >> 3)
    guard type == 31 else { return "mp4a.40.\(type)" }
    let rest = Int(configuration[0] & 7) << 3 | Int(configuration[1] >> 5)
    return "mp4a.40.\(32 + rest)"
  }

  /// The first unit of a byte stream whose header `isWanted`, without the bytes that keep it apart
  /// from start codes.
  private static func unit(
    in stream: [UInt8], where isWanted: (UInt8) -> Bool
  ) -> ArraySlice<UInt8>? {
    var place = 0
    while place + 3 < stream.count {
      guard stream[place] == 0, stream[place + 1] == 0, stream[place + 2] == 1 else {
        place += 1
        continue
      }
      place += 3
      guard isWanted(stream[place]) else { continue }
      var unit: [UInt8] = []
      var zeros = 0
      for byte in stream[place...] {
        if zeros >= 2, byte == 3 {
          zeros = 0
          continue
        }
        zeros = byte == 0 ? zeros + 1 : 0
        unit.append(byte)
      }
      return unit[...]
    }
    return nil
  }

  private static func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16)
    return text.count == 1 ? "0" + text : text
  }
}
