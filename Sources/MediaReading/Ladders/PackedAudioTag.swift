import PlayheadKit

/// The ID3 tag before the frames of a segment of packed audio, which says when they are shown.
///
/// By RFC 8216bis, 3.4, a `PRIV` frame of a given owner has the time of the first sample by the
/// clock of MPEG-2 transport streams.
struct PackedAudioTag: Hashable {
  /// Its length in bytes.
  let count: Int64
  /// The time of the first sample; `nil` if it does not say.
  let time: MediaTime?

  private static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
  /// Larger tags, which have pictures, are passed over unread.
  private static let maximumCount = 1 << 16
  private static let headerCount = 10

  /// The tag at `offset` of `file`, which ends at `end` at the latest; `nil` if there is none.
  init?(in file: InputFile, at offset: Int64, before end: Int64) throws(ReadFailure) {
    let header = try file.bytes(Self.headerCount, at: offset)
    guard header.count == Self.headerCount, header.starts(with: Array("ID3".utf8)),
      let size = Self.synchsafe(header[6...])
    else { return nil }
    let hasFooter = header[5] & 0x10 != 0
    count = Int64(Self.headerCount + size + (hasFooter ? Self.headerCount : 0))
    guard offset + count <= end else { return nil }
    let frames =
      size <= Self.maximumCount
      ? try file.bytes(size, at: offset + Int64(Self.headerCount)) : []
    time = Self.time(in: frames, version: header[3])
  }

  /// The time that one of `frames` tells.
  private static func time(in frames: [UInt8], version: UInt8) -> MediaTime? {
    var rest = frames[...]
    while rest.count >= headerCount, rest.first != 0 {
      let head = rest.prefix(headerCount)
      let written = head.dropFirst(4).prefix(4)
      // Version 2.4 has sizes of seven bits a byte.
      guard let size = version >= 4 ? synchsafe(written) : Int(written.bigEndian),
        size <= rest.count - headerCount
      else { return nil }
      let content = rest.dropFirst(headerCount).prefix(size)
      if head.starts(with: Array("PRIV".utf8)), content.starts(with: owner),
        content.count == owner.count + 8
      {
        // 33 bits, of which the others are zero.
        let value = content.suffix(8).bigEndian & (1 << 33 - 1)
        return MediaTime(value: Int64(value), timeBase: Rational(1, 90_000))
      }
      rest = rest.dropFirst(headerCount + size)
    }
    return nil
  }

  /// The number in four bytes of seven bits each; `nil` if they have more.
  private static func synchsafe(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 4, bytes.prefix(4).allSatisfy({ $0 < 0x80 }) else { return nil }
    return bytes.prefix(4).reduce(0) { $0 << 7 | Int($1) }
  }
}
