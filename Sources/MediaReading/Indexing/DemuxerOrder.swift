import PlayheadKit

/// Finds the order in which a demuxer that may seek emits the samples of a file.
///
/// Of the demuxers, that of MP4 picks the next sample by time where the next ones of two tracks are
/// more than a second apart, and by position otherwise; all others read in byte order, or emit out
/// of it in any case. Only where the samples say that the order may be another one, the file is
/// read a second time, by a demuxer that may seek.
struct DemuxerOrder {
  let file: InputFile
  let interruption: Interruption
  let onProgress: @Sendable (ReadingProgress) -> Void

  /// Less than the second of the demuxer, whose decode times may differ a little from the samples'.
  private static let nearby: MediaTime = .milliseconds(900)

  /// The places of the samples of `collector`, which are in byte order, in the order in which they
  /// are emitted; `nil` where that is byte order.
  ///
  /// What `leftOut` leaves out of the file is not read here either. Attached pictures, the samples
  /// of the tracks numbered `pictures`, come before all others, wherever they lie.
  func order(
    of collector: SampleCollector, isMovie: Bool, pictures: Set<Int>, leftOut: SparseMovie? = nil
  ) throws(MediaReadingError) -> [UInt32]? {
    let samples = collector.samples
    let isPicture = { (place: UInt32) in pictures.contains(Int(samples[Int(place)].track)) }
    let places = samples.indices.map { UInt32($0) }
    let others = pictures.isEmpty ? places : places.filter { !isPicture($0) }
    let isReordered =
      collector.emitted.map { emitted in
        zip(others, others.dropFirst()).contains { emitted[Int($0)] > emitted[Int($1)] }
      } ?? false
    let order: [UInt32]
    if isReordered
      || isMovie
        && Self.mayDiffer(
          others.lazy.map { samples[Int($0)] }, trackCount: collector.timeBases.count)
    {
      var matching = Matching(samples, emitted: collector.emitted)
      try match(&matching, leftOut)
      order = matching.order
    } else {
      order = pictures.isEmpty ? places : places.filter(isPicture) + others
    }
    return order == places ? nil : order
  }

  /// Whether a sample comes so much later than another track's next one that this one may be
  /// emitted first.
  static func mayDiffer(
    _ samples: some BidirectionalCollection<Sample>, trackCount: Int
  ) -> Bool {
    var next = [MediaTime?](repeating: nil, count: trackCount)
    for sample in samples.reversed() {
      guard let time = sample.decodeTime else { return true }
      let track = Int(sample.track)
      for other in next.indices where other != track {
        if let due = next[other], time - due > nearby { return true }
      }
      next[track] = time
    }
    return false
  }

  private func match(
    _ matching: inout Matching, _ leftOut: SparseMovie?
  ) throws(MediaReadingError) {
    let demuxer: Demuxer
    do throws(MediaReadingError) {
      demuxer = try Demuxer.open(file, interruption: interruption, maySeek: true)
    } catch {
      // A demuxer that visits all fragments first refuses a file that is cut off within the header
      // of one; one that reads straight on plays those before it.
      guard case .notMedia = error else { throw error }
      return
    }
    if let leftOut { try demuxer.leaveOutPayload(as: leftOut) }
    let packet = try MediaReadingError.allocating(for: file) { () throws(FFmpegError) in
      try Packet()
    }
    do throws(FFmpegError) {
      while try demuxer.read(into: packet), matching.add(packet) {
        if matching.count & 1023 == 0 {
          onProgress(
            ReadingProgress(
              phase: .indexing, completed: min(file.size, demuxer.position), total: file.size))
        }
      }
    } catch {
      if let cause = demuxer.cause(fraction: 1) ?? .shortage(error, for: file) { throw cause }
    }
    if let cause = demuxer.cause(fraction: 1) { throw cause }
  }
}

/// The samples of an index as a second reading emits them.
private struct Matching {
  private let samples: [Sample]
  /// The places of each track's samples in the order in which the first reading emitted them.
  private var tracks: [[UInt32]] = []
  private var next: [Int]
  private var places: [UInt32] = []
  private var isMatched: [Bool]

  /// The number of samples matched so far.
  var count: Int { places.count }

  init(_ samples: [Sample], emitted: [UInt32]?) {
    self.samples = samples
    for place in samples.indices {
      let track = Int(samples[place].track)
      while tracks.count <= track { tracks.append([]) }
      tracks[track].append(UInt32(place))
    }
    if let emitted {
      for track in tracks.indices {
        tracks[track].sort { emitted[Int($0)] < emitted[Int($1)] }
      }
    }
    next = [Int](repeating: 0, count: tracks.count)
    isMatched = [Bool](repeating: false, count: samples.count)
    places.reserveCapacity(samples.count)
  }

  /// Adds the sample that `packet` holds; `false` if it is not the next one of its track.
  mutating func add(_ packet: borrowing Packet) -> Bool {
    let track = packet.track
    guard track < tracks.count, next[track] < tracks[track].count else { return false }
    let place = tracks[track][next[track]]
    let sample = samples[Int(place)]
    let isThere = packet.position == nil || packet.position == sample.offset
    guard packet.size == Int(sample.size), isThere else { return false }
    next[track] += 1
    places.append(place)
    isMatched[Int(place)] = true
    return true
  }

  /// The places of all samples; those not matched follow in byte order.
  var order: [UInt32] {
    places + samples.indices.filter { !isMatched[$0] }.map { UInt32($0) }
  }
}
