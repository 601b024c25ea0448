public import PlayheadLadder

extension Ladder.Format {
  /// Detects the format of a document that begins with `head`; `nil` if it is none of a ladder.
  ///
  /// - Parameter head: the first bytes of the document, or all; a few thousand are enough.
  public init?(detecting head: [UInt8]) {
    // Players pass blank lines before the first tag.
    let text = head.withoutByteOrderMark.drop { $0 <= 0x20 }
    if text.starts(with: "#EXTM3U".utf8) {
      let next = text.dropFirst(7).first
      guard next.map({ $0 <= 0x20 }) ?? true else { return nil }
      self = .hls
      return
    }
    // Only the start is searched, as media may be any bytes.
    let start = text.prefix(64 << 10).drop { $0 <= 0x20 }
    switch start.first {
    case UInt8(ascii: "<"):
      guard XMLProlog(start).root == "MPD" else { return nil }
      self = .dash
    case UInt8(ascii: "{"):
      let keys = ["\"segment_sizes_bits\"", "\"bitrates_kbps\"", "\"segment_duration_ms\""]
      if keys.contains(where: { start.firstRange(of: $0.utf8) != nil }) {
        self = .sizes
      } else if start.firstRange(of: "\"ladder/".utf8) != nil {
        self = .files
      } else {
        return nil
      }
    default:
      guard Self.isLadderFile(start) else { return nil }
      self = .files
    }
  }

  /// Whether a line of the YAML `text` says that it is a ladder.
  private static func isLadderFile(_ text: ArraySlice<UInt8>) -> Bool {
    text.split(separator: UInt8(ascii: "\n")).contains { line in
      guard line.starts(with: "playhead:".utf8) else { return line.starts(with: "ladder:".utf8) }
      let value = line.dropFirst("playhead:".utf8.count).drop { " \t\"'".utf8.contains($0) }
      return value.starts(with: "ladder/".utf8)
    }
  }
}
