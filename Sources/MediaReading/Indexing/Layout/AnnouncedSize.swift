/// The size that a container's own structure announces, which a file cut short does not reach.
///
/// MP4 states the size of each box, Matroska that of the segment, RIFF (AVI, WAV) that of the
/// whole; transport streams are whole packets, and Ogg whole pages. Others announce no size.
struct AnnouncedSize {
  private let file: InputFile

  init(of file: InputFile) {
    self.file = file
  }

  /// The size that a file of `format`, the demuxer's name, has at least, in bytes; `nil` where that
  /// is unknown, or the place to look at cannot be read.
  func bytes(format: String) throws(ReadFailure) -> Int64? {
    switch format.split(separator: ",").first {
    case "mov": try boxes()
    case "matroska": try segment()
    case "avi", "wav": try riff()
    case "mpegts": try packets()
    case "ogg": try lastPage()
    default: nil
    }
  }

  /// The end of the last box of MP4 (ISO/IEC 14496-12, 4.2).
  private func boxes() throws(ReadFailure) -> Int64? {
    var offset: Int64 = 0
    for _ in 0..<ContainerLayout.maximumParts {
      guard let head = try read(16, at: offset), head.count >= 8,
        head[4..<8].allSatisfy({ (0x20..<0x7F).contains($0) })
      else { return nil }
      var size = Int64(head[..<4].bigEndian)
      if size == 1 {
        guard head.count == 16 else { return nil }
        size = Int64(clamping: head[8...].bigEndian)
      }
      // A size of zero reaches to the end of the file.
      guard size >= 8, size <= Int64.max - offset else { return nil }
      offset += size
      if offset >= file.size { return offset }
    }
    return nil
  }

  /// The end of Matroska's segment (RFC 8794 and RFC 9559); one of unknown size announces nothing.
  private func segment() throws(ReadFailure) -> Int64? {
    guard let head = try read(4096, at: 0) else { return nil }
    var place = 0
    for id: [UInt8] in [[0x1A, 0x45, 0xDF, 0xA3], [0x18, 0x53, 0x80, 0x67]] {
      guard head.dropFirst(place).starts(with: id), place + 4 < head.count else { return nil }
      let length = head[place + 4].leadingZeroBitCount + 1
      guard length <= 8, place + 4 + length <= head.count else { return nil }
      let bits = head[(place + 4)..<(place + 4 + length)].bigEndian
      let mask = (UInt64(1) << UInt64(7 * length)) - 1
      guard bits & mask != mask, let size = Int64(exactly: bits & mask),
        size < Int64.max - Int64(place) - 16
      else { return nil }
      let end = Int64(place + 4 + length) + size
      if id[0] == 0x18 { return end }
      guard end < Int64(head.count) else { return nil }
      place = Int(end)
    }
    return nil
  }

  /// The size of RIFF's outermost chunk.
  ///
  /// Some writers count its head of eight bytes too, and those that cannot seek back leave a very
  /// large number.
  private func riff() throws(ReadFailure) -> Int64? {
    guard let head = try read(8, at: 0), head.starts(with: "RIFF".utf8), head.count == 8 else {
      return nil
    }
    let size = Int64(head[4..<8].reversed().bigEndian)
    return size < 0x7FFF_0000 ? size : nil
  }

  /// Whole packets of a transport stream (ISO/IEC 13818-1), of 188 bytes or, with a time before
  /// each, of 192.
  private func packets() throws(ReadFailure) -> Int64? {
    guard let head = try read(1024, at: 0) else { return nil }
    for (length, start) in [(188, 0), (192, 4)] {
      let syncs = stride(from: start, to: head.count, by: length)
      if head.count > 4 * length, syncs.allSatisfy({ head[$0] == 0x47 }) {
        return (file.size + Int64(length) - 1) / Int64(length) * Int64(length)
      }
    }
    return nil
  }

  /// The end of Ogg's last page (RFC 3533, section 6).
  private func lastPage() throws(ReadFailure) -> Int64? {
    // A page has at most 27 + 255 + 255 · 255 bytes.
    let start = max(0, file.size - 66_000)
    guard let tail = try read(Int(file.size - start), at: start) else { return nil }
    let mark = Array("OggS".utf8)
    let starts = tail.indices.reversed().lazy.filter { place in
      tail[place] == mark[0] && tail[place...].starts(with: mark)
    }
    guard let page = starts.first else { return nil }
    guard page + 27 <= tail.count else { return start + Int64(page) + 27 }
    let segments = Int(tail[page + 26])
    guard page + 27 + segments <= tail.count else { return start + Int64(page + 27 + segments) }
    let sizes = tail[(page + 27)..<(page + 27 + segments)]
    return start + Int64(page + 27 + segments) + sizes.reduce(0) { $0 + Int64($1) }
  }

  /// Up to `count` bytes from `offset`; `nil` if there are none.
  private func read(_ count: Int, at offset: Int64) throws(ReadFailure) -> [UInt8]? {
    let bytes = try file.bytes(count, at: offset)
    return bytes.isEmpty ? nil : bytes
  }
}
