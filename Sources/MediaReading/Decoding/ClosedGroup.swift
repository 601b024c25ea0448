import CFFmpeg

/// Recognises packets before which a track can be cut without losing a frame: nothing after them in
/// decoding order refers to anything before them.
///
/// A sync sample is not enough: an open group of pictures begins with one too, but its leading
/// pictures refer to the group before.
@safe
struct ClosedGroup {
  private enum Rule {
    case everyPacket
    case syncSamples
    /// Network abstraction layer units of a type in the range, behind a length of so many bytes or,
    /// with none, behind start codes.
    case units(lengthBytes: Int, type: @Sendable (UInt8) -> UInt8, closing: ClosedRange<UInt8>)
  }

  private let rule: Rule

  /// The rule for a track's codec; `nil` if packets do not show where its groups begin.
  init?(_ stream: UnsafeMutablePointer<AVStream>) {
    guard let parameters = unsafe stream.pointee.codecpar else { return nil }
    let codec = unsafe parameters.pointee.codec_id
    switch codec {
    case AV_CODEC_ID_H264:
      let length = unsafe Self.lengthBytes(parameters, at: 4)
      rule = .units(lengthBytes: length, type: { $0 & 0x1F }, closing: 5...5)
    case AV_CODEC_ID_HEVC:
      let length = unsafe Self.lengthBytes(parameters, at: 21)
      rule = .units(lengthBytes: length, type: { $0 >> 1 & 0x3F }, closing: 19...20)
    case AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1:
      rule = .syncSamples
    default:
      guard let descriptor = unsafe libav.pointee.avcodec_descriptor_get(codec),
        unsafe descriptor.pointee.type == AVMEDIA_TYPE_VIDEO,
        unsafe descriptor.pointee.props & AV_CODEC_PROP_INTRA_ONLY != 0
      else { return nil }
      rule = .everyPacket
    }
  }

  /// The size of units' length fields in the decoder configuration; 0 for start codes.
  private static func lengthBytes(
    _ parameters: UnsafeMutablePointer<AVCodecParameters>, at offset: Int
  ) -> Int {
    let size = unsafe Int(parameters.pointee.extradata_size)
    guard let bytes = unsafe parameters.pointee.extradata, size > offset, unsafe bytes[0] == 1
    else { return 0 }
    return unsafe Int(bytes[offset] & 3) + 1
  }

  /// Whether a track can be cut before `packet`.
  func begins(with packet: borrowing Packet) -> Bool {
    switch rule {
    case .everyPacket: return true
    case .syncSamples: return packet.isKey
    case .units(let lengthBytes, let type, let closing):
      guard packet.isKey else { return false }
      return packet.withBytes { bytes in
        lengthBytes == 0
          ? Self.startCodes(bytes) { closing.contains(type($0)) }
          : Self.lengths(bytes, lengthBytes) { closing.contains(type($0)) }
      }
    }
  }

  private static func lengths(
    _ bytes: borrowing RawSpan, _ lengthBytes: Int, _ matches: (UInt8) -> Bool
  ) -> Bool {
    var position = 0
    while position + lengthBytes < bytes.byteCount {
      var length = 0
      for offset in 0..<lengthBytes {
        length = length << 8 | Int(byte(bytes, position + offset))
      }
      position += lengthBytes
      if matches(byte(bytes, position)) { return true }
      position += length
    }
    return false
  }

  private static func startCodes(
    _ bytes: borrowing RawSpan, _ matches: (UInt8) -> Bool
  ) -> Bool {
    var zeros = 0
    for position in 0..<max(0, bytes.byteCount - 1) {
      let value = byte(bytes, position)
      if value == 1, zeros >= 2, matches(byte(bytes, position + 1)) { return true }
      zeros = value == 0 ? zeros + 1 : 0
    }
    return false
  }

  private static func byte(_ bytes: borrowing RawSpan, _ position: Int) -> UInt8 {
    unsafe bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
  }
}
