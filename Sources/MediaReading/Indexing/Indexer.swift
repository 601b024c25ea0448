import CFFmpeg
import PlayheadKit

/// Indexes a file in one pass in byte order.
///
/// Payload is left out where that leaves the index as it is; see ``SparseSource``. Where that turns
/// out not to be certain, the file is read anew, with all that is in it. Most samples are not even
/// demuxed where the first ones are what tables or the heads of blocks say; see ``MovieSamples``
/// and ``MatroskaSamples``.
///
/// What a sample *needs* is the demuxer's read position when it emits it. Probing reads ahead and
/// queues packets, so for those the position says nothing; but without probing, timestamps are
/// missing. So the timestamps come from the probed reading, and the needs of the queued packets
/// from a second, unprobed one of only the file's first part, joined by ordinal. In MP4 and AVI,
/// which know where each sample ends, `position + size` is the need and there is nothing to join.
struct Indexer {
  let file: InputFile
  let interruption: Interruption
  let onProgress: @Sendable (ReadingProgress) -> Void

  /// Whether payload is read too, whatever the container.
  var readsPayload = false

  func index() throws(MediaReadingError) -> MediaIndex {
    var leavesOut = !readsPayload
    while true {
      if let index = try index(leavesOut: leavesOut) { return index }
      leavesOut = false
    }
  }

  /// The index, read without payload if that can be; `nil` if that has made it uncertain.
  func index(leavesOut: Bool) throws(MediaReadingError) -> MediaIndex? {
    let movieTables = leavesOut ? try movieTables() : nil
    let ahead = leavesOut ? ClustersAhead.early(in: file) : nil
    let demuxer = try Demuxer.open(
      file, interruption: interruption,
      recording: movieTables?.compactMap(\.compositionTable) ?? [])
    let entries = demuxer.listedSampleCounts()
    try demuxer.probe()
    let probedTo = demuxer.position
    let fetched = demuxer.fetched
    let source = leavesOut ? try demuxer.leaveOutPayload() : nil
    if source == nil {
      do {
        try file.willReadAll()
      } catch {
        throw error.error(reading: file.name)
      }
    }
    let format = demuxer.format
    var collector = SampleCollector(
      timeBases: demuxer.timeBases(), endsWithBytes: demuxer.samplesEndWithTheirBytes,
      fileSize: file.size, expected: entries.reduce(0) { $0 + $1 })
    var interruption: ReadingInterruption?
    var excess: MediaReadingError?
    let packet = try MediaReadingError.allocating(for: file) { () throws(FFmpegError) in
      try Packet()
    }
    var tables = try demuxer.samples(of: movieTables, leavingOut: source)
    var blocks = (source as? SparseMatroska)?.samples(of: demuxer, ahead: ahead)
    do throws(FFmpegError) {
      while try demuxer.read(into: packet) {
        if demuxer.isHeader(packet) { continue }
        // Tracks can appear in the middle of a file, as in MPEG transport streams.
        if packet.track >= collector.timeBases.count { collector.timeBases = demuxer.timeBases() }
        guard collector.samples.count < file.limits.samples else {
          excess = .exceeds(name: file.name, .samples(limit: file.limits.samples))
          break
        }
        collector.add(packet, readPosition: demuxer.position)
        if let source {
          let end = packet.position.map { $0 + Int64(packet.size) }
          source.check(packet, isWhole: end.map { $0 <= fetched } ?? false)
          guard source.isCertain else { return nil }
          if let sample = collector.samples.last, tables?.confirm(packet, as: sample) == false {
            tables = nil
          }
          if let confirmed = tables, confirmed.isConfirmed {
            confirmed.forEachOther { collector.add($0) }
            break
          }
          if let matroska = source as? SparseMatroska,
            let rest = rest(of: &blocks, after: packet, &collector, demuxer, probedTo: probedTo)
          {
            // What lies behind the clusters is still to be read, as it can be damaged.
            matroska.leaveOut(rest.clusters)
            demuxer.jumpOverSkipped()
            guard try ends(demuxer, with: rest, of: &collector, packet) else { return nil }
            break
          }
        }
        if collector.samples.count & 1023 == 0 {
          onProgress(
            ReadingProgress(phase: .indexing, completed: demuxer.position, total: file.size))
        }
      }
    } catch {
      let fraction = Double(demuxer.position) / Double(max(1, file.size))
      if let cause = demuxer.cause(fraction: fraction) ?? .shortage(error, for: file) {
        throw cause
      }
      interruption = ReadingInterruption(offset: demuxer.position, reason: error.reason)
    }
    if let cause = demuxer.cause(fraction: 0) ?? excess { throw cause }
    // Of a damaged file, what a demuxer makes of it can depend on payload.
    if let source, !source.isCertain || interruption != nil { return nil }
    if !demuxer.samplesEndWithTheirBytes {
      let needs = try needsOfQueue(collector.queued(upTo: probedTo))
      collector.correct(needs)
    }
    var tracks = demuxer.tracks()
    let headers: [MovieTrackHeader?]
    do {
      headers = demuxer.isMovie ? demuxer.ordered(try MovieTables(file: file).trackHeaders()) : []
    } catch {
      throw error.error(reading: file.name)
    }
    let announced = demuxer.announcedSamples(listedAtFirst: entries, ofTables: headers)
    if demuxer.isMatroska, let declared = declaredDuration() {
      // Frames of sound have lengths of their own.
      let pictures = tracks.filter { $0.kind == .video }.map(\.id)
      collector.endPictures(by: declared, of: Set(pictures))
    }
    for (number, header) in headers.enumerated() where number < tracks.count {
      guard let header else { continue }
      tracks[number].editList = header.editList
      tracks[number].statedDuration = header.statedDuration
      tracks[number].headerRange = header.range
    }
    // Containers with tables or clusters have no timestamps of single samples that could be so far
    // off.
    let hasLooseTimestamps = ["mpegts", "mpeg", "flv"].contains(format)
    let wrongTimestamps = hasLooseTimestamps ? collector.correctTimestamps() : []
    collector.endSamples(of: tracks, by: headers, announced)
    collector.finish(&tracks, announced: announced)
    let order = try DemuxerOrder(
      file: file, interruption: self.interruption, onProgress: onProgress
    ).order(
      of: collector, isMovie: demuxer.isMovie,
      pictures: Set(tracks.filter { $0.kind == .attachedPicture }.map(\.id)),
      leftOut: source as? SparseMovie)
    let indexes = try ContainerLayout(file: file).indexes(format: format)
    let announcedBytes: Int64?
    var fragmentation: Fragmentation?
    do {
      announcedBytes = try AnnouncedSize(of: file).bytes(format: format)
      if demuxer.isMovie {
        fragmentation = try MovieTables(file: file).fragmentation(indexes ?? [])
      }
    } catch {
      throw error.error(reading: file.name)
    }
    var index = MediaIndex(
      name: file.name, bytes: file.size, container: format,
      announcedDuration: demuxer.announcedDuration,
      announcedBytes: announcedBytes, containerIndexes: indexes, fragmentation: fragmentation,
      openingReads: demuxer.openingReads, tracks: tracks, samples: collector.samples,
      demuxerOrder: order, interruption: interruption)
    index.wrongTimestamps = wrongTimestamps
    return index
  }

  /// Adds to `collector` the samples that `blocks` say of a Matroska file, once they are what its
  /// demuxer has emitted so far; `packet` came last.
  ///
  /// Where they cannot be known so, `blocks` are `nil` from then on.
  private func rest(
    of blocks: inout MatroskaSamples?, after packet: borrowing Packet,
    _ collector: inout SampleCollector, _ demuxer: borrowing Demuxer, probedTo: Int64
  ) -> MatroskaSamples.Rest? {
    guard let sample = collector.samples.last, blocks != nil else { return nil }
    // What cannot be read, the demuxer finds too.
    guard (try? blocks?.confirm(packet, as: sample, probedTo: probedTo)) == true else {
      blocks = nil
      return nil
    }
    guard var confirmed = blocks, confirmed.isConfirmed else { return nil }
    blocks = nil
    var complete = collector
    let rest = try? confirmed.addOthers(
      to: &complete, fetched: demuxer.fetched, limit: file.limits.samples
    ) { position in
      onProgress(ReadingProgress(phase: .indexing, completed: position, total: file.size))
      return !interruption.isRequested
    }
    if rest != nil { collector = complete }
    return rest
  }

  /// Whether a demuxer emits the samples of `collector` up to the clusters of `rest`, and then no
  /// others.
  private func ends(
    _ demuxer: borrowing Demuxer, with rest: MatroskaSamples.Rest,
    of collector: inout SampleCollector, _ packet: borrowing Packet
  ) throws(FFmpegError) -> Bool {
    var next = rest.emitted
    while try demuxer.read(into: packet) {
      guard next < rest.samplesBefore, packet.track < collector.timeBases.count,
        collector.sample(packet, readPosition: demuxer.position) == collector.samples[next]
      else { return false }
      next += 1
    }
    return next == rest.samplesBefore
  }

  /// How long a Matroska file says that it is; `nil` if it does not, or what says so cannot be
  /// read.
  private func declaredDuration() -> MatroskaElements.Duration? {
    try? MatroskaElements(file: file).duration()
  }

  /// The tables of the file that its demuxer does not list, if it is a movie.
  private func movieTables() throws(MediaReadingError) -> [MovieTrackTables]? {
    do throws(ReadFailure) {
      return try MovieSamples.tables(of: file)
    } catch {
      throw error.error(reading: file.name)
    }
  }

  /// The read positions at which an unprobed pass emits the first packets.
  ///
  /// Ends where the two passes emit different packets; the rest keeps the probed positions, which
  /// are never too small.
  private func needsOfQueue(_ queued: ArraySlice<Sample>) throws(MediaReadingError) -> [Int64] {
    guard !queued.isEmpty else { return [] }
    let demuxer = try Demuxer.open(file, interruption: interruption)
    let packet = try MediaReadingError.allocating(for: file) { () throws(FFmpegError) in
      try Packet()
    }
    var needs: [Int64] = []
    do throws(FFmpegError) {
      for sample in queued {
        var isRead = try demuxer.read(into: packet)
        while isRead, demuxer.isHeader(packet) { isRead = try demuxer.read(into: packet) }
        guard isRead, packet.track == Int(sample.track),
          packet.size == Int(sample.size)
        else { break }
        needs.append(demuxer.position)
      }
    } catch {
      if let cause = demuxer.cause(fraction: 0) ?? .shortage(error, for: file) { throw cause }
    }
    return needs
  }
}

extension Demuxer {
  /// The time base of every track.
  func timeBases() -> [Rational] {
    unsafe streams.map { stream in
      unsafe Rational(stream.pointee.time_base.num, stream.pointee.time_base.den)
    }
  }

  /// How many samples the tables that were read so far list for each track; none in containers
  /// without.
  func listedSampleCounts() -> [Int] {
    let isMovie = isMovie
    return unsafe streams.map { stream in
      isMovie ? unsafe Int(libav.pointee.avformat_index_get_entries_count(stream)) : 0
    }
  }

  /// What `headers` have, by the tracks' numbers in the file, for each track.
  func ordered(_ headers: [UInt64: MovieTrackHeader]) -> [MovieTrackHeader?] {
    unsafe streams.map { stream in
      unsafe headers[UInt64(UInt32(bitPattern: stream.pointee.id))]
    }
  }

  /// The samples that the tables announce for each track, once the file was read; `nil` where it
  /// has no table, or where the demuxer passes over the track.
  ///
  /// - Parameters:
  ///   - counts: how many the tables listed before the first sample was read. Where they list more
  ///     since, the file is fragmented.
  ///   - headers: what the file says of each track. An entry of a table of samples that cannot be
  ///     ends what a demuxer lists.
  /// - Returns: an announcement for each track.
  func announcedSamples(
    listedAtFirst counts: [Int], ofTables headers: [MovieTrackHeader?]
  ) -> [AnnouncedSamples?] {
    guard isMovie else { return [] }
    return unsafe streams.enumerated().map { number, stream in
      let count = unsafe libav.pointee.avformat_index_get_entries_count(stream)
      // Chapters are listed like samples, and are not emitted.
      guard unsafe stream.pointee.discard != AVDISCARD_ALL else { return nil }
      let timeBase = unsafe Rational(
        stream.pointee.time_base.num, stream.pointee.time_base.den)
      func time(_ entry: Int32) -> MediaTime? {
        unsafe libav.pointee.avformat_index_get_entry(stream, entry).flatMap { entry in
          unsafe MediaTime(value: entry.pointee.timestamp, timeBase: timeBase)
        }
      }
      let first = time(0)
      let start = first ?? .zero
      // Tables give decode times; the last sample lasts as long as the one before it.
      let last = count > 0 ? time(count - 1) ?? start : start
      let length = count > 1 ? time(count - 2).map { last - $0 } ?? .zero : .zero
      let listed = TimeRange(start: start, end: max(start, last + length))
      let isComplete = number < counts.count && counts[number] == Int(count)
      // Edits leave samples out, too, but then the track is as long as those that are left.
      if isComplete, number < headers.count, let inTable = headers[number]?.sampleCount,
        inTable > Int(count),
        let duration = unsafe MediaTime(value: stream.pointee.duration, timeBase: timeBase),
        duration > listed.duration, duration >= listed.duration + length
      {
        return AnnouncedSamples(
          count: inTable, range: TimeRange(start: start, end: start + duration), isComplete: true)
      }
      guard first != nil else { return nil }
      return AnnouncedSamples(count: Int(count), range: listed, isComplete: isComplete)
    }
  }
}
