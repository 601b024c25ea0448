import CFFmpeg
import PlayheadKit
import Synchronization

/// Decodes the tracks of a file on all cores.
///
/// A picture track is cut into closed groups, which workers decode independently; other tracks, and
/// picture tracks with too few groups to share out, are decoded straight through beside them.
struct FileDecoding: Sendable {
  let file: InputFile
  let mode: DecodeMode
  let interruption: Interruption
  let cores: Int
  let onProgress: @Sendable (ReadingProgress) -> Void

  /// One piece of work for one thread.
  private enum Job: Sendable {
    case straight(TrackDecoding, threads: Int)
    case groups(PacketFeed, TrackDecoding)
  }

  func decode(_ index: MediaIndex, tracks: [Int]) throws(MediaReadingError) -> DecodingReport {
    var jobs: [Job] = []
    var feeds: [Int: PacketFeed] = [:]
    // Work that cannot be divided comes first, so that no thread waits for it at the end.
    let order = tracks.sorted { index.tracks[$0].kind == .audio && index.tracks[$1].kind == .video }
    let meter = ProgressMeter(total: file.size, tracks: tracks.count, report: onProgress)
    for (slot, track) in order.enumerated() {
      let decoding = TrackDecoding(
        file: file, track: track, onlyKeyframes: mode == .keyframes, interruption: interruption,
        onPosition: { meter.reached($0, slot: slot) })
      if let feed = try feed(index.tracks[track], decoding) {
        feeds[track] = feed
        for _ in 0..<threads(for: index.tracks[track]) { jobs.append(.groups(feed, decoding)) }
      } else {
        let isVideo = index.tracks[track].kind == .video
        let threads = isVideo ? threads(for: index.tracks[track]) : 1
        jobs.append(.straight(decoding, threads: threads))
      }
    }
    var counts = try run(jobs, meter)
    for track in order {
      if let cause = feeds[track]?.cause { throw meter.placing(cause) }
      var count = counts[track] ?? FrameCount()
      let decoding = TrackDecoding(
        file: file, track: track, onlyKeyframes: mode == .keyframes, interruption: interruption,
        onPosition: { _ in })
      if feeds[track]?.isTooLong == true {
        count = try decoding.straight(
          threads: threads(for: index.tracks[track]), isStrict: true)
      }
      // With damage, the result depends on how the work was divided, so such a track is decoded
      // again as in a player: in one run, with error concealment.
      if count.undecoded != nil {
        count = FrameCount(undecoded: count.undecoded)
      } else if count.hasFailed || index.hasCorruptSamples(on: track) {
        count = try decoding.straight(
          threads: 1, isStrict: false, count: FrameCount(shown: []))
      } else {
        count.damaged = []
      }
      counts[track] = count
    }
    return DecodingReport(
      tracks: tracks.map { track in
        let count = counts[track] ?? FrameCount()
        let stretches = UndecodableStretches(count, index.tracks[track], index)
        return DecodingReport.TrackReport(
          track: track, frames: count.frames, undecodable: stretches.ranges,
          crash: stretches.crash, reason: count.undecoded, backwardSteps: count.backwardSteps)
      })
  }

  /// The groups of a picture track with enough groups for all cores.
  private func feed(
    _ track: Track, _ decoding: TrackDecoding
  ) throws(MediaReadingError) -> PacketFeed? {
    guard threads(for: track) > 1, track.kind == .video, track.syncSampleCount >= 2 * cores else {
      return nil
    }
    let demuxer = try decoding.demuxer()
    guard let stream = unsafe demuxer.stream(track.id), let groups = unsafe ClosedGroup(stream)
    else { return nil }
    do throws(FFmpegError) {
      let feed = try PacketFeed(
        demuxer, track: track.id, groups: groups, onlyKeyframes: decoding.onlyKeyframes,
        onPosition: decoding.onPosition)
      return feed.begins(withinSyncSamples: track.syncSampleCount / (2 * cores)) ? feed : nil
    } catch {
      throw .resources(name: file.name, reason: error.reason)
    }
  }

  private func run(
    _ jobs: [Job], _ meter: ProgressMeter
  ) throws(MediaReadingError) -> [Int: FrameCount] {
    let results = Mutex<(counts: [Int: FrameCount], error: MediaReadingError?)>(([:], nil))
    let isSequential = file.trace?.isSequential ?? false
    @Sendable func work(_ number: Int) {
      do throws(MediaReadingError) {
        let (track, count) = try Self.perform(jobs[number])
        results.withLock { $0.counts[track] = ($0.counts[track] ?? FrameCount()) + count }
      } catch {
        results.withLock { $0.error = $0.error ?? error }
      }
    }
    if isSequential {
      for number in jobs.indices { work(number) }
    } else {
      file.trace?.decodeInParallel(true)
      Threads.perform(jobs.count, work)
      file.trace?.decodeInParallel(false)
    }
    return try results.withLock { results throws(MediaReadingError) in
      if let error = results.error { throw meter.placing(error) }
      return results.counts
    }
  }

  /// As many threads as there are cores, as far as the pictures of `track` leave memory for them.
  private func threads(for track: Track) -> Int {
    min(cores, file.limits.threads(decoding: track.dimensions))
  }

  private static func perform(_ job: Job) throws(MediaReadingError) -> (Int, FrameCount) {
    switch job {
    case .straight(let decoding, let threads):
      return (decoding.track, try decoding.straight(threads: threads, isStrict: true))
    case .groups(let feed, let decoding):
      return (decoding.track, try decoding.groups(of: feed))
    }
  }
}

extension TrackDecoding {
  /// Decodes groups until the feed is empty.
  func groups(of feed: PacketFeed) throws(MediaReadingError) -> FrameCount {
    let demuxer = try demuxer()
    let frame = try MediaReadingError.allocating(for: file) { () throws(FFmpegError) in
      try Frame()
    }
    var count = FrameCount()
    guard let stream = unsafe demuxer.stream(track) else { return count }
    do throws(FFmpegError) {
      let decoder = try unsafe Decoder.open(
        stream, threads: 1, onlyKeyframes: onlyKeyframes, isStrict: true, limits: file.limits)
      while !interruption.isRequested, count.undecoded == nil, let group = feed.nextGroup() {
        guard !group.contains(where: { $0.packet.isEncrypted }) else {
          count.undecoded = .encrypted
          break
        }
        for held in group { count.decode(held.packet, decoder, frame) }
        count.drain(decoder, frame)
        decoder.reset()
      }
    } catch {
      count.noteNoDecoder(error, file.limits)
    }
    try count.check(file)
    if interruption.isRequested { throw .interrupted(name: file.name, fraction: 0) }
    return count
  }
}

extension MediaIndex {
  /// Whether the demuxer marked samples of a track as damaged.
  fileprivate func hasCorruptSamples(on track: Int) -> Bool {
    samples.contains { Int($0.track) == track && $0.flags.contains(.corrupt) }
  }
}
