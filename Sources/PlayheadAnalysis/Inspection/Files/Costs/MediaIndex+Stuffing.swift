import PlayheadModel

/// Bytes of a file that a player does without, and the file without them.
extension MediaIndex {
  /// The length of the fragments into which a file with a long index is written.
  static let fragmentLength: MediaTime = .seconds(10)

  /// What of `table` is more than players load of a file in fragments before they start: a short
  /// header and a reference of 12 bytes for each fragment (ISO/IEC 14496-12, SegmentIndexBox).
  func excess(of table: ContainerIndex) -> ByteRange {
    let fragments = presentedLength.nanoseconds / Self.fragmentLength.nanoseconds + 1
    let kept = min(table.range.count, 2048 + 12 * fragments)
    return ByteRange(table.range.lowerBound + kept, table.range.upperBound)
  }

  private var presentedLength: MediaTime {
    let times = samples.lazy.compactMap(\.presentationTime)
    guard let first = times.min(), let last = times.max() else { return .zero }
    return last - first
  }

  /// The bytes among the media that are neither samples, framing nor indexes; empty where the
  /// container does not tell.
  ///
  /// Samples are taken to lie one after the other; what is due to framing is the most that muxers
  /// write.
  var stuffing: [ByteRange] {
    let isTransportStream = container == "mpegts"
    guard isTransportStream || container.contains("matroska") else { return [] }
    var needed: [(offset: Int64, bytes: Int64)] = []
    for sample in samples where sample.size > 0 {
      // A sample without a place shares the packets of the one before it.
      if sample.flags.contains(.positionUnknown) || needed.last?.offset == sample.offset {
        if !needed.isEmpty { needed[needed.count - 1].bytes += Int64(sample.size) }
      } else {
        needed.append((sample.offset, Int64(sample.size)))
      }
    }
    needed.sort { $0.offset < $1.offset }
    let tables =
      isTransportStream
      ? TransportPackets.tables(over: presentedLength) / Int64(max(1, needed.count)) : 0
    let indexes = containerIndexes?.map(\.range) ?? []
    var ranges: [ByteRange] = []
    // What lies ahead of its turn, as tracks take turns within a sample.
    var owed: Int64 = 0
    for (number, run) in needed.enumerated() {
      let end = number + 1 < needed.count ? needed[number + 1].offset : bytes
      let framed = isTransportStream ? TransportPackets.bytes(of: run.bytes) : run.bytes + 64
      let indexed = indexes.filter { $0.lowerBound >= run.offset && $0.upperBound <= end }
        .reduce(0) { $0 + $1.count }
      let spare = end - run.offset - framed - tables - indexed - owed
      owed = max(0, -spare)
      guard spare >= TransportPackets.length else { continue }
      // An index lies behind what is free.
      let cut = end - indexed
      ranges.append(ByteRange(cut - spare, cut))
    }
    return ranges
  }
}

/// The packets of a transport stream (ISO/IEC 13818-1).
private enum TransportPackets {
  static let length: Int64 = 188

  /// The bytes of the packets that hold `payload` bytes, with the longest header of a PES packet
  /// that has only timestamps, and a clock reference.
  static func bytes(of payload: Int64) -> Int64 {
    (payload + 19 + 8 + 183) / 184 * length
  }

  /// The bytes of the tables of programs over `time`: a packet of each of two every 0.1 s, as
  /// FFmpeg writes them and broadcasts demand (ETSI TR 101 290).
  static func tables(over time: MediaTime) -> Int64 {
    2 * length * (time.nanoseconds / 100_000_000 + 1)
  }
}

extension MediaIndex {
  /// The file without `pictures`, which lie before the media.
  func withoutPictures(of pictures: [UnshownMedia]) -> MediaIndex {
    let size = pictures.reduce(0) { $0 + $1.bytes }
    // Behind the first bytes, by which the format is recognised.
    let start = containerIndexes?.first?.range.lowerBound ?? 0
    var mended = cutting([ByteRange(start + 8, min(bytes, start + 8 + size))])
    guard let read = openingReads.first, read.lowerBound == 0, isProbed(to: read.upperBound),
      let end = mended.probedEnd
    else { return mended }
    mended.openingReads = [ByteRange(0, min(end, mended.bytes))] + mended.openingReads.dropFirst()
    return mended
  }

  /// The bytes in which FFmpeg reads.
  private static let block: Int64 = 4096

  /// Whether opening reads up to `end` to recognise the format behind an ID3 tag: FFmpeg's probe
  /// doubles what it reads until it is past the tag (libavformat/format.c).
  private func isProbed(to end: Int64) -> Bool {
    (container == "mp3" || container == "aac") && end > Self.block && end & (end - 1) == 0
  }

  /// How far that probe reads: four frames tell the format (libavformat/mp3dec.c).
  private var probedEnd: Int64? {
    let media = samples.filter { tracks[Int($0.track)].isPlayable }
    guard media.count > 4 else { return nil }
    let needed = media[4].offset
    var end = Self.block
    while end < needed { end *= 2 }
    return end
  }
}
