import CFFmpeg
import PlayheadKit

/// The samples of an MP4 file by its tables, once its demuxer has been seen to emit what they say.
///
/// A demuxer makes a packet of each sample, which takes most of the time of an index. Where nothing
/// of a packet depends on anything but the tables, those say the same at once: the demuxer's own
/// list of samples has place, size, decode time and flags, and `ctts` when a sample is shown.
@safe
struct MovieSamples {
  private var tracks: [Track?]

  /// So many packets of a track have to be what its tables say.
  private static let confirmations = 16

  /// The tables of the movie `file` that its demuxer does not list; `nil` if those cannot be told
  /// apart.
  static func tables(of file: InputFile) throws(ReadFailure) -> [MovieTrackTables]? {
    // Later demuxers time the last sample of a track by another table.
    guard FFmpegLibraries.versions.format >> 16 <= 60 else { return nil }
    return try MovieTrackTables.all(in: file)
  }

  /// The samples of `file` as `demuxer` lists them, whose payload `movie` leaves out; `nil` if
  /// these and `tables` do not say all of them.
  init?(
    _ file: InputFile, _ demuxer: borrowing Demuxer, _ movie: SparseMovie,
    _ tables: [MovieTrackTables]
  ) throws(ReadFailure) {
    tracks = []
    var total = 0
    let streams = unsafe demuxer.streams
    for number in unsafe streams.indices {
      let stream = unsafe streams[number]
      let count = unsafe Int(libav.pointee.avformat_index_get_entries_count(stream))
      guard count > 0, unsafe stream.pointee.discard != AVDISCARD_ALL else {
        tracks.append(nil)
        continue
      }
      let identifier = unsafe UInt64(UInt32(bitPattern: stream.pointee.id))
      guard let table = tables.first(where: { $0.identifier == identifier }) else { return nil }
      var offsets: CompositionOffsets?
      if let range = table.compositionTable {
        offsets = CompositionOffsets(try demuxer.recorded(range))
        if offsets == nil { return nil }
      }
      guard let track = unsafe Track(stream, count, table, offsets, within: file.size) else {
        return nil
      }
      tracks.append(track)
      total += count
    }
    guard total > 0, total <= file.limits.samples, try movie.confirmsTables() else { return nil }
  }

  /// Holds a packet, the next one that the demuxer emits, against the tables; `false` if they do
  /// not say what it is.
  mutating func confirm(_ packet: borrowing Packet, as sample: Sample) -> Bool {
    // Attached pictures are in no table.
    guard tracks.indices.contains(packet.track), tracks[packet.track] != nil else { return true }
    return tracks[packet.track]?.confirm(packet, as: sample) ?? false
  }

  /// Whether the demuxer has emitted enough of each track to take the rest from the tables.
  var isConfirmed: Bool {
    tracks.allSatisfy { track in
      guard let track else { return true }
      return track.next >= min(track.count, Self.confirmations)
    }
  }

  /// Calls `body` for the samples that the demuxer has not emitted yet, in the order in which it
  /// would.
  consuming func forEachOther(_ body: (Sample) -> Void) {
    var due = tracks.indices.compactMap { number in
      tracks[number]?.offset.map { (number: number, offset: $0) }
    }
    while let first = due.indices.min(by: { due[$0].offset < due[$1].offset }) {
      let number = due[first].number
      if let sample = tracks[number]?.take(as: UInt16(number)) { body(sample) }
      if let offset = tracks[number]?.offset {
        due[first].offset = offset
      } else {
        due.remove(at: first)
      }
    }
  }
}

/// A track of which the tables say all.
@safe
private struct Track {
  private let stream: UnsafeMutablePointer<AVStream>
  private let timeBase: Rational
  private let runs: CompositionOffsets?
  /// Where `next` is in `runs`.
  private var run = (number: 0, taken: 0)
  /// What the demuxer adds to all composition offsets, so that no sample is shown before it is
  /// decoded.
  private var shift: Int64?
  /// How long each sample is shown, where decode times do not say it.
  private var duration: Int64?
  let count: Int
  /// The number of the sample that comes next.
  private(set) var next = 0

  init?(
    _ stream: UnsafeMutablePointer<AVStream>, _ count: Int, _ table: MovieTrackTables,
    _ offsets: CompositionOffsets?, within fileSize: Int64
  ) {
    unsafe self.stream = stream
    self.count = count
    runs = offsets
    timeBase = unsafe Rational(stream.pointee.time_base.num, stream.pointee.time_base.den)
    guard table.descriptions == 1, table.edits <= 1,
      offsets?.sampleCount ?? count >= count,
      let first = unsafe libav.pointee.avformat_index_get_entry(stream, 0),
      unsafe first.pointee.pos == table.firstChunk, isPlain(within: fileSize)
    else { return nil }
  }

  /// Whether all samples lie in the file, and each lasts until the next one: for as long as each
  /// other if they are shown in another order, as no table says then how long.
  private func isPlain(within fileSize: Int64) -> Bool {
    var length: Int64?
    var last: Int64?
    for number in 0..<count {
      guard let entry = unsafe libav.pointee.avformat_index_get_entry(stream, Int32(number)),
        unsafe entry.pointee.pos >= 0, unsafe entry.pointee.size > 0,
        unsafe entry.pointee.pos <= fileSize - Int64(entry.pointee.size)
      else { return false }
      let time = unsafe entry.pointee.timestamp
      guard Self.isPlausible(time) else { return false }
      if let last {
        let step = time - last
        guard step > 0, runs == nil || length ?? step == step else { return false }
        length = step
      }
      last = time
    }
    let end = unsafe stream.pointee.duration
    return runs != nil || Self.isPlausible(end) && end > last ?? .max
  }

  /// Whether sums of a few such timestamps cannot overflow.
  private static func isPlausible(_ timestamp: Int64) -> Bool { timestamp.magnitude < 1 << 60 }

  /// Where the next sample lies; `nil` after the last.
  var offset: Int64? {
    next < count
      ? unsafe libav.pointee.avformat_index_get_entry(stream, Int32(next))?.pointee.pos : nil
  }

  mutating func confirm(_ packet: borrowing Packet, as sample: Sample) -> Bool {
    guard let decoded = packet.decodeTimestamp, let shown = packet.presentationTimestamp,
      Self.isPlausible(decoded), Self.isPlausible(shown)
    else { return false }
    if let runs, next < count {
      shift = shift ?? (shown - decoded - runs[run.number].offset)
      duration = duration ?? packet.duration
    }
    return take(as: sample.track) == sample
  }

  /// The next sample; `nil` after the last.
  mutating func take(as track: UInt16) -> Sample? {
    guard next < count,
      let entry = unsafe libav.pointee.avformat_index_get_entry(stream, Int32(next))
    else {
      return nil
    }
    next += 1
    let decoded = unsafe entry.pointee.timestamp
    var shown = decoded
    var length = duration ?? 0
    if let runs {
      shown += (shift ?? 0) + runs[run.number].offset
      run.taken += 1
      if run.taken == runs[run.number].count { run = (run.number + 1, 0) }
    } else {
      length =
        unsafe (libav.pointee.avformat_index_get_entry(stream, Int32(next))?.pointee.timestamp
        ?? stream.pointee.duration) - decoded
    }
    var flags: Sample.Flags = []
    if unsafe entry.pointee.flags & AVINDEX_KEYFRAME != 0 { flags.insert(.sync) }
    if unsafe entry.pointee.flags & AVINDEX_DISCARD_FRAME != 0 { flags.insert(.discarded) }
    let (offset, size) = unsafe (entry.pointee.pos, entry.pointee.size)
    return Sample(
      track: track, offset: offset, size: UInt32(clamping: size), needs: offset + Int64(size),
      presentationTime: MediaTime(value: shown, timeBase: timeBase),
      decodeTime: MediaTime(value: decoded, timeBase: timeBase),
      duration: max(.zero, MediaTime(value: length, timeBase: timeBase) ?? .zero), flags: flags)
  }
}
