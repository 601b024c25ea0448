import CFFmpeg
import PlayheadKit

/// The samples of a Matroska file by the heads of its blocks, once its demuxer has been seen to
/// emit what they say.
///
/// A demuxer makes a packet of each block, which takes most of the time of an index. Where nothing
/// of a packet depends on anything but the heads of blocks, and on a few bytes of H.264, those say
/// the same.
@safe
struct MatroskaSamples {
  private let file: InputFile
  private let described: [UInt64: MatroskaTrack]
  private let streams: [UnsafeMutablePointer<AVStream>]
  private var blocks: MatroskaBlocks
  private let ahead: ClustersAhead?
  /// The tracks whose blocks were met, by their number in the file.
  private var tracks = [Track?](repeating: nil, count: 128)
  /// What the sample needs that came last.
  private var lastNeeds: Int64 = 0
  /// The number of samples that were held against packets.
  private var confirmed = 0

  /// So many packets of a track in a row have to be what its blocks say.
  private static let confirmations = 32
  /// The most packets that are looked at for this.
  private static let maximumConfirmed = 4096

  /// The clusters that no demuxer has to read, and where their samples are among all.
  struct Rest {
    var clusters: ByteRange
    /// The number of samples that the demuxer has emitted, and of those before the clusters.
    var emitted: Int
    var samplesBefore: Int
  }

  /// The samples of `file`, of which `described` are the tracks, as `demuxer` emits them; `nil` if
  /// blocks do not say all of them.
  init?(
    _ file: InputFile, _ described: [UInt64: MatroskaTrack], _ demuxer: borrowing Demuxer,
    ahead: ClustersAhead?
  ) {
    // Later demuxers may time samples by something else.
    guard FFmpegLibraries.versions.format >> 16 <= 60 else { return nil }
    self.file = file
    self.described = described
    self.ahead = ahead
    blocks = MatroskaBlocks(file)
    unsafe streams = demuxer.streams
  }

  /// Holds a packet, the next one that the demuxer emits, against the blocks; `false` if they do
  /// not say what it is.
  ///
  /// What it was found to need is known only if that is more than `probedTo`.
  mutating func confirm(
    _ packet: borrowing Packet, as sample: Sample, probedTo: Int64
  ) throws(ReadFailure) -> Bool {
    confirmed += 1
    guard confirmed <= Self.maximumConfirmed, let block = try blocks.next(),
      block.head.track < tracks.count, unsafe streams.indices.contains(packet.track)
    else { return false }
    let number = Int(block.head.track)
    if tracks[number] == nil {
      guard !tracks.contains(where: { $0?.number == sample.track }),
        let description = described[block.head.track]
      else { return false }
      tracks[number] = unsafe Track(
        sample.track, streams[packet.track], description, in: file)
    }
    tracks[number]?.learn(block, from: packet)
    guard
      var predicted = try tracks[number]?.sample(of: SeenBlock(block: block), &blocks.window)
    else { return false }
    if predicted.decodeTime == sample.decodeTime {
      tracks[number]?.agreed += 1
    } else {
      tracks[number]?.agreed = 0
      predicted.decodeTime = sample.decodeTime
    }
    if sample.needs <= probedTo {
      lastNeeds = 0
      predicted.needs = sample.needs
    } else {
      lastNeeds = sample.needs
    }
    return predicted == sample
  }

  /// Whether the demuxer has emitted enough of each track to take the rest from the blocks.
  var isConfirmed: Bool {
    lastNeeds > 0
      && tracks.allSatisfy { track in track.map { $0.agreed >= Self.confirmations } ?? true }
  }

  /// Adds the samples that the demuxer has not emitted yet to `collector`, in the order in which it
  /// would: at most `limit` in all, and as long as `shouldGoOn`, which is asked from time to time
  /// with the offset reached.
  ///
  /// Returns what the demuxer, which has fetched the file up to `fetched`, has not fetched of their
  /// clusters; `nil` if the blocks do not say all of the samples.
  mutating func addOthers(
    to collector: inout SampleCollector, fetched: Int64, limit: Int, shouldGoOn: (Int64) -> Bool
  ) throws(ReadFailure) -> Rest? {
    blocks.sought = fetched
    let scan = MatroskaScan(file, after: blocks, described, ahead: ahead)
    let emitted = collector.samples.count
    var before: Int?
    while let seen = try scan.next() {
      if before == nil, scan.hasFound { before = collector.samples.count }
      guard collector.samples.count < limit, let sample = try sample(of: seen, &scan.window) else {
        return nil
      }
      collector.makeRoom(readPosition: seen.block.end)
      collector.add(sample)
      if collector.samples.count & 1023 == 0, !shouldGoOn(seen.block.end) { return nil }
    }
    guard let clusters = scan.clusters, let before,
      clusters.count >= Int64(MatroskaElement.fillerBytes)
    else { return nil }
    return Rest(clusters: clusters, emitted: emitted, samplesBefore: before)
  }

  /// The sample that a block is; `nil` if its head does not say that.
  private mutating func sample(
    of seen: SeenBlock, _ window: inout ReadingWindow
  ) throws(ReadFailure) -> Sample? {
    guard seen.block.head.track < tracks.count else { return nil }
    return try tracks[Int(seen.block.head.track)]?.sample(of: seen, &window)
  }
}

/// A track whose samples are known by the heads of its blocks.
private struct Track {
  /// How it is known whether decoding can begin with a sample.
  private enum Keys {
    /// It always can.
    case all
    case marked
    case pictures(KeyPictures)
  }

  /// The number of its stream.
  let number: UInt16
  private let timeBase: Rational
  private let keys: Keys
  /// The times of the latest samples, in order, of which the first one is the next to be shown:
  /// FFmpeg's guess at decode times, which Matroska does not have.
  private var held: [Int64]
  /// What is added to the times of blocks.
  private var shift: Int64?
  /// Whether samples of which the block says no duration have one that does not depend on payload.
  private let hasDuration: Bool
  /// That duration, in units of the time base.
  private var duration: Int64?
  /// How many packets in a row had the decode time that blocks say.
  var agreed = 0

  /// The track numbered `number`, which the file describes as `description`; `nil` if more of its
  /// blocks than their heads has to be read.
  init?(
    _ number: UInt16, _ stream: UnsafeMutablePointer<AVStream>, _ description: MatroskaTrack,
    in file: InputFile
  ) {
    guard description.head != .whole, let parameters = unsafe stream.pointee.codecpar else {
      return nil
    }
    let codec = unsafe parameters.pointee.codec_id
    switch (description.codec, codec) {
    case (MatroskaTrack.aac, AV_CODEC_ID_AAC): keys = .all
    case (MatroskaTrack.hevc, AV_CODEC_ID_HEVC): keys = .marked
    case (MatroskaTrack.avc, AV_CODEC_ID_H264):
      guard let pictures = unsafe KeyPictures(file, description, parameters) else { return nil }
      keys = .pictures(pictures)
    default: return nil
    }
    self.number = number
    timeBase = unsafe Rational(stream.pointee.time_base.num, stream.pointee.time_base.den)
    let unit = MediaTime(value: 1, timeBase: timeBase)?.nanoseconds ?? .max
    hasDuration = codec == AV_CODEC_ID_AAC || description.frameNanoseconds >= UInt64(unit)
    let delay = unsafe Int(parameters.pointee.video_delay)
    guard (0...16).contains(delay), codec != AV_CODEC_ID_AAC || delay == 0 else { return nil }
    held = [Int64](repeating: playhead_no_timestamp, count: delay + 1)
  }

  /// Takes from a packet what `block` does not say and is the same for all blocks.
  mutating func learn(_ block: MatroskaBlock, from packet: borrowing Packet) {
    if shift == nil, let shown = packet.presentationTimestamp, shown.magnitude < 1 << 60 {
      shift = shown - block.time
    }
    if block.duration == nil, hasDuration, duration != packet.duration {
      duration = packet.duration
      agreed = 0
    }
  }

  /// The sample that a block is; `nil` if its head does not say that.
  mutating func sample(
    of seen: SeenBlock, _ window: inout ReadingWindow
  ) throws(ReadFailure) -> Sample? {
    let block = seen.block
    guard let shift, let duration = block.duration ?? duration else { return nil }
    var flags: Sample.Flags = []
    switch keys {
    case .all: flags = .sync
    case .marked: if block.isKey { flags = .sync }
    case .pictures(let pictures):
      switch try pictures.kind(of: seen, &window) {
      case .key: flags = .sync
      case .other: break
      // From then on decode times would be others.
      case .bidirectional: if held.count == 1 { return nil }
      case nil: return nil
      }
    }
    let shown = block.time + shift
    held[0] = shown
    var place = 0
    while place + 1 < held.count, held[place] > held[place + 1] {
      held.swapAt(place, place + 1)
      place += 1
    }
    let decoded = held[0] == playhead_no_timestamp ? nil : held[0]
    return Sample(
      track: number, offset: block.offset, size: UInt32(block.end - block.payload),
      needs: block.needs,
      presentationTime: MediaTime(value: shown, timeBase: timeBase),
      decodeTime: decoded.flatMap { MediaTime(value: $0, timeBase: timeBase) },
      duration: max(.zero, MediaTime(value: duration, timeBase: timeBase) ?? .zero), flags: flags)
  }
}
