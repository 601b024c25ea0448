import CFFmpeg
import PlayheadKit

/// A track of MP4, and what takes the place of its samples' payload.
@safe
struct SparseMovieTrack {
  /// What a sample is to a demuxer.
  enum Kind: UInt8 {
    /// It is read.
    case whole
    case key
    case other
  }

  /// An entry of the tables: where a sample lies, and what it is.
  struct Entry {
    var offset: Int64
    var size: Int64
    var isKey: Bool
  }

  private enum Serving {
    /// Nobody looks at the payload.
    case blank
    case standIns(key: StandIn, other: StandIn, StandInCheck)
    case file
  }

  private let stream: UnsafeMutablePointer<AVStream>
  private let serving: Serving
  private let isVideo: Bool
  private var known = 0
  private var emitted = 0
  private var wasWhole = false

  /// The track of `stream`; with `isParsedWithoutSyncSamples` its demuxer parses pictures of every
  /// codec, as a table of no sync samples tells it to.
  init(
    _ stream: UnsafeMutablePointer<AVStream>, _ file: InputFile, isParsedWithoutSyncSamples: Bool
  ) throws(ReadFailure) {
    unsafe self.stream = stream
    guard let parameters = unsafe stream.pointee.codecpar else {
      serving = .file
      isVideo = false
      return
    }
    isVideo = unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO
    let codec = unsafe parameters.pointee.codec_id
    if codec == AV_CODEC_ID_H264 {
      // What is shown field by field has samples of half a picture.
      let isProgressive = unsafe parameters.pointee.field_order == AV_FIELD_PROGRESSIVE
      serving =
        isProgressive ? try unsafe Self.standIns(stream, parameters, file) ?? .file : .file
    } else if Self.unread.contains(codec.rawValue), !isVideo || !isParsedWithoutSyncSamples {
      serving = .blank
    } else {
      serving = .file
    }
  }

  /// The same track of another demuxer, whose stream is `stream`.
  init(_ other: SparseMovieTrack, _ stream: UnsafeMutablePointer<AVStream>) {
    unsafe self.stream = stream
    serving = other.serving
    isVideo = other.isVideo
  }

  /// The codecs whose samples FFmpeg's demuxer of MP4 hands on as they are.
  private static let unread = Set(
    [
      AV_CODEC_ID_AAC, AV_CODEC_ID_ALAC, AV_CODEC_ID_OPUS, AV_CODEC_ID_FLAC, AV_CODEC_ID_HEVC,
      AV_CODEC_ID_MPEG4, AV_CODEC_ID_MJPEG, AV_CODEC_ID_PRORES, AV_CODEC_ID_DNXHD,
      AV_CODEC_ID_MOV_TEXT, AV_CODEC_ID_PCM_S16LE, AV_CODEC_ID_PCM_S16BE, AV_CODEC_ID_PCM_S24LE,
      AV_CODEC_ID_PCM_S24BE,
    ].map(\.rawValue))

  /// The types of sample entries whose payload is left out.
  ///
  /// Those of H.264, with stand-ins, and those of codecs that are unread; `mp4a` nearly always is
  /// AAC.
  static let leftOutEntries: Set<String> = ["avc1", "mp4a", "Opus", "fLaC", "alac", "tx3g"]
  /// The same for pictures that are parsed where a table lists no sync samples.
  static let leftOutPictureEntries: Set<String> = ["hvc1", "hev1", "dvh1", "dvhe", "mp4v"]

  private static func standIns(
    _ stream: UnsafeMutablePointer<AVStream>,
    _ parameters: UnsafeMutablePointer<AVCodecParameters>, _ file: InputFile
  ) throws(ReadFailure) -> Serving? {
    guard let models = unsafe Models(stream, parameters, isDistant: file.isDistant) else {
      return nil
    }
    func standIn(_ entry: Entry) throws(ReadFailure) -> StandIn? {
      let head = StandInCheck.head(of: entry)
      return StandIn(
        try file.bytes(Int(head.count), at: head.lowerBound), lengthBytes: models.walk.lengthBytes)
    }
    try file.willRead([models.key, models.other].map(StandInCheck.head))
    guard let key = try standIn(models.key), let other = try standIn(models.other),
      let check = unsafe StandInCheck(file, parameters, models.walk, key: key, other: other)
    else { return nil }
    return .standIns(key: key, other: other, check)
  }

  /// The parts of samples of `stream` that are looked into to see whether others can be left out.
  static func lookedInto(
    _ stream: UnsafeMutablePointer<AVStream>, of file: InputFile
  ) -> [ByteRange] {
    guard let parameters = unsafe stream.pointee.codecpar,
      unsafe parameters.pointee.codec_id == AV_CODEC_ID_H264,
      let models = unsafe Models(stream, parameters, isDistant: file.isDistant)
    else { return [] }
    let all = unsafe 0..<Int(libav.pointee.avformat_index_get_entries_count(stream))
    let suspects = StandInCheck.suspects(all, stretches: firstStretches(of: file)) {
      unsafe entry($0, of: stream)
    }
    return ([models.key, models.other] + suspects).map(StandInCheck.head)
  }

  /// The samples of H.264 whose heads can stand for others.
  private struct Models {
    let walk: UnitWalk
    let key: Entry
    let other: Entry

    /// Those of `stream`; `nil` if none can.
    init?(
      _ stream: UnsafeMutablePointer<AVStream>,
      _ parameters: UnsafeMutablePointer<AVCodecParameters>, isDistant: Bool
    ) {
      let configuration = unsafe UnsafeBufferPointer(
        start: parameters.pointee.extradata, count: Int(parameters.pointee.extradata_size))
      // Others have their parameters in samples, or are encrypted.
      guard unsafe parameters.pointee.codec_tag == UInt32("avc1".utf8.reversed().bigEndian),
        let walk = unsafe UnitWalk(configuration: configuration)
      else { return nil }
      let count = unsafe Int(libav.pointee.avformat_index_get_entries_count(stream))
      func smallest(_ isKey: Bool) -> Entry? {
        let nearby = (0..<min(256, count)).compactMap {
          unsafe SparseMovieTrack.entry($0, of: stream)
        }
        .filter { $0.isKey == isKey && $0.size > 8 }.prefix(64).min { $0.size < $1.size }
        guard let nearby, isDistant else { return nearby }
        // Samples that it is too long for are read, and over a network each takes a round trip.
        let bound = min(nearby.size, Int64(StandIn.sliceBytes))
        var smaller: (count: Int, least: Entry) = (0, nearby)
        for number in 0..<count {
          guard let entry = unsafe SparseMovieTrack.entry(number, of: stream),
            entry.isKey == isKey, entry.size > 8, entry.size < bound
          else { continue }
          smaller.count += 1
          if entry.size < smaller.least.size { smaller.least = entry }
        }
        return smaller.count > 2 ? smaller.least : nearby
      }
      guard let key = smallest(true), let other = smallest(false) else { return nil }
      self.walk = walk
      self.key = key
      self.other = other
    }
  }

  /// Whether any payload of it is left out.
  var leavesOut: Bool { if case .file = serving { false } else { true } }

  /// Whether all payload of it is left out.
  var isBlank: Bool { if case .blank = serving { true } else { false } }

  /// What stands for samples of a kind; `nil` for those that are read.
  func standIn(_ kind: Kind) -> StandIn? {
    guard case .standIns(let key, let other, _) = serving else { return nil }
    return switch kind {
    case .whole: nil
    case .key: key
    case .other: other
    }
  }

  func kind(of entry: Entry) -> Kind {
    let kind = entry.isKey ? Kind.key : .other
    return standIn(kind)?.fits(entry.size) == true ? kind : .whole
  }

  /// The numbers of the entries that came since the last call.
  mutating func newEntries() -> Range<Int> {
    let count = unsafe Int(libav.pointee.avformat_index_get_entries_count(stream))
    defer { known = max(known, count) }
    return known..<max(known, count)
  }

  func entry(_ number: Int) -> Entry? { unsafe Self.entry(number, of: stream) }

  private static func entry(_ number: Int, of stream: UnsafeMutablePointer<AVStream>) -> Entry? {
    guard let entry = unsafe libav.pointee.avformat_index_get_entry(stream, Int32(number)) else {
      return nil
    }
    return unsafe Entry(
      offset: entry.pointee.pos, size: Int64(entry.pointee.size),
      isKey: entry.pointee.flags & AVINDEX_KEYFRAME != 0)
  }

  /// How many stretches of the first table are looked into.
  static func firstStretches(of file: InputFile) -> Int { file.isDistant ? 4 : 16 }

  /// Whether some of the samples numbered `numbers`, in each of so many stretches, are what the
  /// tables say.
  func confirms(_ numbers: Range<Int>, stretches: Int) throws(ReadFailure) -> Bool {
    guard case .standIns(_, _, let check) = serving else { return true }
    let suspects = StandInCheck.suspects(numbers, stretches: stretches) { entry($0) }
    try check.willRead(suspects)
    for entry in suspects {
      if try !check.agrees(entry) { return false }
    }
    return true
  }

  /// Whether no sample has to be read to know what a demuxer makes of it: each is left out, or is
  /// what the tables say.
  func confirmsTables() throws(ReadFailure) -> Bool {
    switch serving {
    case .blank: return true
    case .file: return known == 0
    case .standIns(_, _, let check):
      var read: [Entry] = []
      for number in 0..<known {
        if let entry = entry(number), kind(of: entry) == .whole { read.append(entry) }
      }
      try check.willRead(read)
      for entry in read {
        if try !check.agrees(entry) { return false }
      }
      return true
    }
  }

  /// Whether a packet, the next one of the track, is what the tables say.
  mutating func agrees(with packet: borrowing Packet, isWhole: Bool) -> Bool {
    guard leavesOut, unsafe libav.pointee.avformat_index_get_entries_count(stream) > 0 else {
      return true
    }
    guard let entry = entry(emitted) else { return false }
    emitted += 1
    if isWhole { wasWhole = true }
    // A new configuration can mean other parameters for the parser.
    return packet.position == entry.offset && Int64(packet.size) == entry.size
      && packet.isKey == entry.isKey && (wasWhole || !isVideo)
      && (isBlank || !packet.hasNewConfiguration)
  }
}
