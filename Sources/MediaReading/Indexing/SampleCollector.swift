import PlayheadKit

/// Collects packets as the samples of an index.
struct SampleCollector {
  var timeBases: [Rational]
  /// Whether a sample needs no bytes past its own.
  let endsWithBytes: Bool
  /// The size of the file.
  private let fileSize: Int64
  private(set) var samples: [Sample] = []
  /// For each sample in byte order, its place in the order in which the demuxer emitted them; `nil`
  /// if that is byte order.
  private(set) var emitted: [UInt32]?
  private var lastOffset: [Int64] = []
  private var counts: [(samples: Int, sync: Int)] = []

  init(timeBases: [Rational], endsWithBytes: Bool, fileSize: Int64, expected: Int) {
    self.timeBases = timeBases
    self.fileSize = fileSize
    self.endsWithBytes = endsWithBytes
    // A header can claim any count, so only a plausible one is reserved at once.
    samples.reserveCapacity(min(expected, 4_000_000))
  }

  /// Reserves capacity for the samples expected from the density so far; growing step by step would
  /// hold two copies of most samples in memory.
  mutating func makeRoom(readPosition: Int64) {
    let count = samples.count
    guard count == samples.capacity, count >= 1024 else { return }
    let expected = Double(count) * Double(fileSize) / Double(max(1, readPosition))
    // The density can change, so the capacity grows at most eightfold.
    samples.reserveCapacity(max(count * 9 / 8, Int(min(expected * 1.02, Double(count * 8)))))
  }

  /// Adds a packet that the demuxer emitted after consuming `readPosition` bytes.
  mutating func add(_ packet: borrowing Packet, readPosition: Int64) {
    makeRoom(readPosition: readPosition)
    add(sample(packet, readPosition: readPosition))
  }

  /// The sample that a packet is which the demuxer emitted after consuming `readPosition` bytes.
  mutating func sample(_ packet: borrowing Packet, readPosition: Int64) -> Sample {
    let track = packet.track
    makeRoom(forTrack: track)
    var flags: Sample.Flags = []
    if packet.isKey { flags.insert(.sync) }
    if packet.isDiscarded { flags.insert(.discarded) }
    if packet.isCorrupt { flags.insert(.corrupt) }
    let offset: Int64
    if let position = packet.position {
      offset = position
      lastOffset[track] = position
    } else {
      offset = lastOffset[track]
      flags.insert(.positionUnknown)
    }
    let timeBase = timeBases[track]
    func time(_ timestamp: Int64?) -> MediaTime? {
      timestamp.flatMap { MediaTime(value: $0, timeBase: timeBase) }
    }
    let needs =
      endsWithBytes && packet.position != nil ? offset + Int64(packet.size) : readPosition
    return Sample(
      track: UInt16(track), offset: offset, size: UInt32(packet.size), needs: needs,
      presentationTime: time(packet.presentationTimestamp),
      decodeTime: time(packet.decodeTimestamp),
      duration: max(.zero, time(packet.duration) ?? .zero), flags: flags)
  }

  /// Adds a sample.
  mutating func add(_ sample: Sample) {
    let track = Int(sample.track)
    makeRoom(forTrack: track)
    samples.append(sample)
    counts[track].samples += 1
    if sample.flags.contains(.sync) { counts[track].sync += 1 }
  }

  private mutating func makeRoom(forTrack track: Int) {
    while lastOffset.count <= track {
      lastOffset.append(0)
      counts.append((0, 0))
    }
  }

  /// The samples that were emitted before the demuxer read past `position`.
  func queued(upTo position: Int64) -> ArraySlice<Sample> {
    samples.prefix { $0.needs <= position }
  }

  /// Replaces what the first samples need.
  mutating func correct(_ needs: [Int64]) {
    for (number, needs) in needs.enumerated() { samples[number].needs = needs }
  }

  /// Has the last picture of each track numbered `tracks` end with the file, if it begins before
  /// and ends behind that.
  ///
  /// Blocks have no lengths of their own as a rule: a demuxer gives the last one the usual length
  /// of its track, which of few pictures at uneven distances says nothing.
  mutating func endPictures(by declared: MatroskaElements.Duration, of tracks: Set<Int>) {
    var last = [Int?](repeating: nil, count: counts.count)
    for (number, sample) in samples.enumerated() where tracks.contains(Int(sample.track)) {
      guard let time = sample.presentationTime else { continue }
      let other = last[Int(sample.track)].flatMap { samples[$0].presentationTime }
      if time >= other ?? time { last[Int(sample.track)] = number }
    }
    for number in last.compactMap(\.self) {
      guard let start = samples[number].presentationTime, start < declared.length,
        start + samples[number].duration > declared.length + declared.resolution * 2
      else { continue }
      samples[number].duration = declared.length - start
    }
  }

  /// Gives samples whose timestamps are far from those around them, which follow each other, the
  /// times behind the sample before; returns what was put right.
  mutating func correctTimestamps() -> [WrongTimestamp] {
    var wrong: [WrongTimestamp] = []
    for track in counts.indices {
      let places = samples.indices.filter { Int(samples[$0].track) == track }
      let times = places.map { samples[$0].decodeTime ?? samples[$0].presentationTime }
      for number in places.indices.dropFirst() {
        let (place, previous) = (places[number], samples[places[number - 1]])
        // Only when it is shown may be wrong.
        guard let time = samples[place].presentationTime, let decode = samples[place].decodeTime,
          (time - decode).magnitude > Self.wildStep
        else { continue }
        let delay = (previous.presentationTime ?? .zero) - (previous.decodeTime ?? .zero)
        guard delay.magnitude <= Self.steadyStep else { continue }
        samples[place].presentationTime = decode + delay
        wrong.append(
          WrongTimestamp(
            track: track, offset: samples[place].offset, stated: time, taken: decode + delay))
      }
      for number in places.indices.dropFirst().dropLast() {
        guard let before = times[number - 1], let time = times[number],
          let behind = times[number + 1], (behind - before).magnitude <= Self.steadyStep,
          (time - before).magnitude > Self.wildStep
        else { continue }
        let previous = samples[places[number - 1]]
        let sample = samples[places[number]]
        let step = before + previous.duration - time
        samples[places[number]].decodeTime = sample.decodeTime.map { $0 + step }
        samples[places[number]].presentationTime = sample.presentationTime.map { $0 + step }
        let stated = sample.presentationTime ?? time
        wrong.append(
          WrongTimestamp(track: track, offset: sample.offset, stated: stated, taken: stated + step))
      }
    }
    return wrong
  }

  /// The most by which the timestamps around a wrong one differ.
  private static let steadyStep: MediaTime = .seconds(1)
  /// More than players pass over.
  private static let wildStep: MediaTime = .seconds(10)

  /// Has the last sample of each of `tracks` last as long as the tables say, up to the end of its
  /// edit list, where a demuxer takes something else for its end.
  ///
  /// FFmpeg has it end with the duration in `mdhd`, to which it adds no wait at the beginning.
  mutating func endSamples(
    of tracks: [Track], by headers: [MovieTrackHeader?], _ announced: [AnnouncedSamples?]
  ) {
    for (number, header) in headers.enumerated() where number < tracks.count {
      guard let header, let length = header.lastSampleDuration,
        announced.indices.contains(number), let listed = announced[number], listed.isComplete,
        let last = samples.lastIndex(where: { Int($0.track) == number }),
        let start = samples[last].presentationTime
      else { continue }
      let edits = header.editList?.edits ?? []
      let wait = edits.prefix { $0.mediaTime == nil }.reduce(.zero) { $0 + $1.duration }
      let isMisstated = header.statedDuration.map { stated in
        // Of samples that are reordered, times of decoding span more.
        [listed.range.duration, span(of: number)].allSatisfy {
          (stated - $0).magnitude > Self.statedTolerance
        }
      }
      guard wait > .zero || isMisstated == true else { continue }
      var end = start + length
      if let shown = edits.last, shown.mediaTime != nil, shown.duration > .zero {
        end = min(end, edits.reduce(.zero) { $0 + $1.duration })
      }
      if end > start { samples[last].duration = end - start }
    }
  }

  /// The time from the first sample of a track to the end of its last, as they are shown.
  private func span(of track: Int) -> MediaTime {
    let own = samples.lazy.filter { Int($0.track) == track }
    let times = own.compactMap { sample in sample.presentationTime.map { ($0, sample.duration) } }
    guard let start = times.map(\.0).min(), let end = times.map({ $0.0 + $0.1 }).max() else {
      return .zero
    }
    return end - start
  }

  /// How far the duration in a track's header may be from that of its samples.
  private static let statedTolerance: MediaTime = .milliseconds(500)

  /// Puts the samples into byte order and counts them on their tracks.
  mutating func finish(_ tracks: inout [Track], announced: [AnnouncedSamples?]) {
    let inOrder = zip(samples, samples.dropFirst()).allSatisfy { $0.needs <= $1.needs }
    // The sort is stable, which keeps the demuxer's order among equals.
    if !inOrder {
      let unsorted = samples
      emitted = unsorted.indices.map { UInt32($0) }.sorted {
        unsorted[Int($0)].needs < unsorted[Int($1)].needs
      }
      samples.sort { $0.needs < $1.needs }
    }
    for number in tracks.indices {
      if number < counts.count {
        tracks[number].sampleCount = counts[number].samples
        tracks[number].syncSampleCount = counts[number].sync
      }
      if number < announced.count { tracks[number].announced = announced[number] }
    }
    correctFrameRates(of: &tracks)
  }

  /// Gives video the rate that its pictures have on average, where the container's is another: a
  /// demuxer may know the first fragment only, and Matroska has a nominal rate, if any.
  ///
  /// Tables that list all samples are exact.
  private func correctFrameRates(of tracks: inout [Track]) {
    for number in tracks.indices
    where tracks[number].kind == .video && tracks[number].announced?.isComplete != true {
      let times = samples.compactMap { sample in
        Int(sample.track) == number ? sample.presentationTime ?? sample.decodeTime : nil
      }.sorted()
      // Where timestamps begin anew, times are there twice.
      let steps = zip(times, times.dropFirst()).count { $0 < $1 }
      guard let first = times.first, let last = times.last, steps > 0,
        steps * 10 > (times.count - 1) * 9
      else { continue }
      let length = Int128((last - first).nanoseconds)
      let thousandths = (Int128(steps) * 1_000_000_000_000 + length / 2) / length
      // A container's rate is exact where it is right.
      if let rate = tracks[number].frameRate {
        let declared = Int128(rate.numerator) * 1000 / Int128(rate.denominator)
        guard abs(declared - thousandths) * 20 > declared else { continue }
      }
      guard let numerator = Int32(exactly: thousandths), numerator > 0 else { continue }
      tracks[number].frameRate = Rational(numerator, 1000)
    }
  }
}
