import PlayheadKit

/// What of a file is shown when, and which bytes that takes.
struct OracleMedia {
  /// A shown sample, its times counted from the origin.
  struct Shown {
    var track: Int
    var time: Int64
    /// When its track's next sample is shown.
    var end: Int64
    var isSync: Bool
    /// Where its own bytes begin, and where those of its group of pictures do.
    var start: Int
    var groupStart: Int
    /// By which read position the group up to and including it is in.
    var groupNeeds: Int
  }

  let shown: [Shown]
  let bytes: OracleBytes
  /// When the sync samples are shown of the track that decides where seeks end up.
  let syncTimes: [Int64]
  private let loadedEnds: [Int64]
  /// By how much one track is ahead of another at most.
  let interleave: Int64
  /// The first video and the first audio track that shows anything.
  let video: OracleTrack?
  let audio: OracleTrack?
  /// The bytes and the nanoseconds by which a player turns bytes into time.
  private let rate: (bytes: Int, time: Int64)

  /// From the first of what is shown to the end of the last, by the container's clock.
  static func extent(_ index: MediaIndex, tracks: [Int]) -> (start: Int64, end: Int64) {
    var start = Int64.max
    var end = Int64.min
    for sample in index.samples where tracks.contains(Int(sample.track)) && isShown(sample) {
      let time = sample.presentationTime?.nanoseconds ?? 0
      start = min(start, time)
      end = max(end, time + sample.duration.nanoseconds)
    }
    return (start, end)
  }

  /// Media of which all of `tracks` have to be loaded, or any that has begun to be.
  init(
    _ index: MediaIndex, tracks: [Int], origin: Int64, end: Int64,
    _ values: BufferingPolicy.Parameters
  ) {
    let isAnyEnough = values.loadedOver == .anyTrack
    let reading = OracleReading(index, tracks: tracks, values.readOrder)
    let played = reading.samples
    let lacksTable = index.container.contains("matroska")
    let usable = tracks.map { track in
      let samples = played.filter { $0.track == track }
      return values.wholeGroups && lacksTable && index.tracks[track].kind == .video
        ? Self.groups(samples, of: played) : samples.map { Int($0.needs) }
    }
    var shown: [Shown] = []
    for (number, track) in tracks.enumerated() {
      shown += Self.shown(
        played.filter { $0.track == track }, usable[number], track, origin, end)
    }
    self.shown = shown
    let isStream = index.container == "mpegts" && reading.isStraight
    bytes = OracleBytes(
      index, reading, block: values.blockBytes.map { Int($0) },
      probed: values.openedWith == .lengths
        ? (!isStream && lacksTable
          && shown.contains { index.tracks[$0.track].codec == "aac" } ? reading.all : [])
        : values.openedWith == .headers || isStream
          ? []
          : reading.probed(
            Set(shown.map(\.track)),
            untimed: values.openedWith == .decodeTimes && index.container.contains("matroska")
              ? Set(
                tracks.filter { track in
                  index.tracks[track].kind == .video
                    && OracleTrack.depth(played.filter { $0.track == track }) > 0
                }) : []),
      scanned: values.openedWith == .headers || values.openedWith == .lengths || !isStream
        ? []
        : reading.scanned(
          Set(shown.map(\.track)),
          video: Set(tracks.filter { index.tracks[$0].kind == .video })))
    let leading = shown.first { index.tracks[$0.track].kind == .video } ?? shown.first
    let readSize = bytes.places.count
    let all = tracks.compactMap { track in
      Self.loadedEnds(shown.filter { $0.track == track }, readSize, end - origin)
    }
    interleave =
      (0...readSize).map { position in
        let ends = all.map { $0.ends[position] }
        return (ends.max() ?? 0) - (ends.min() ?? 0)
      }.max() ?? 0
    loadedEnds = (0...readSize).map { position in
      let ends = all.map { $0.ends[position] }
      guard isAnyEnough else { return ends.min() ?? 0 }
      let begun = all.filter { $0.ends[position] > $0.start }
      return begun.map { $0.ends[position] }.max() ?? all.map(\.start).min() ?? 0
    }
    let wantedEnd = bytes.wantedEnd
    func watched(_ kind: Track.Kind) -> OracleTrack? {
      guard values.tracks != TrackRules(),
        let track = tracks.first(where: { track in
          index.tracks[track].kind == kind && shown.contains { $0.track == track }
        })
      else { return nil }
      return OracleTrack(
        played.filter { $0.track == track }, usable[tracks.firstIndex(of: track) ?? 0],
        origin: origin, end: end, size: readSize,
        wantedEnd: wantedEnd, isVideo: kind == .video,
        hasDecodeTimes: !index.container.contains("matroska"), values.tracks)
    }
    self.video = watched(.video)
    audio = watched(.audio)
    var rate = (bytes: Int(index.bytes), time: end - origin)
    let plays = { (track: Int) in shown.contains { $0.track == track } }
    if isStream, let video,
      let picture = tracks.first(where: { index.tracks[$0].kind == .video && plays($0) })
    {
      // The length of a stream is not known, only that of what has to be read to see all of its
      // tracks.
      let begun =
        tracks.filter(plays).compactMap { track in
          played.filter { $0.track == track }.min { $0.offset < $1.offset }?.needs
        }.max() ?? 0
      let own = played.filter { $0.track == picture }
      let frames = own.indices.prefix { own[...$0].allSatisfy { $0.needs <= begun } }.count + 2
      let read = frames < video.times.count ? video.times[frames] : end - origin
      if let first = video.times.first, read > first { rate = (Int(begun), read - first) }
    }
    self.rate = rate
    syncTimes = shown.filter { $0.track == leading?.track && $0.isSync }.map(\.time)
  }

  /// The fewest bytes that last for `time`, but at most so many.
  func queued(for time: MediaTime?, atMost most: Int64?) -> Int {
    guard let time, rate.time > 0 else { return Int(most ?? 0) }
    let bytes = Int128(time.nanoseconds) * Int128(rate.bytes)
    let (whole, rest) = bytes.quotientAndRemainder(dividingBy: Int128(rate.time))
    return Int(min(whole + (rest > 0 ? 1 : 0), Int128(most ?? .max)))
  }

  /// When `position` in the file is where reading has to begin, or one before it, at the latest:
  /// the end of all that begins to be read before.
  func time(ofReadingFrom position: Int) -> Int64 {
    var time: Int64 = 0
    for sample in shown where sample.groupStart < position { time = max(time, sample.end) }
    return time
  }

  /// Where reading has to begin to show `time` and all after it.
  func readingStart(_ time: Int64) -> Int {
    var start: Int?
    for sample in shown where sample.end > time {
      start = min(start ?? sample.groupStart, sample.groupStart)
    }
    return start ?? bytes.wantedEnd
  }

  /// The first byte of anything still to be shown at `time` or later.
  func firstByte(_ time: Int64) -> Int {
    var first: Int?
    for sample in shown where sample.end > time { first = min(first ?? sample.start, sample.start) }
    return first ?? bytes.wantedEnd
  }

  /// How far a track is loaded by position, and where it starts; `nil` if nothing of it is shown.
  private static func loadedEnds(
    _ shown: [Shown], _ readSize: Int, _ duration: Int64
  ) -> (ends: [Int64], start: Int64)? {
    guard let start = shown.map(\.time).min() else { return nil }
    var ends = [Int64](repeating: duration, count: readSize + 1)
    for sample in shown where sample.groupNeeds > 0 {
      ends[sample.groupNeeds - 1] = min(ends[sample.groupNeeds - 1], sample.time)
    }
    // What a position lacks the ones before it lack too.
    for position in (0..<readSize).reversed() {
      ends[position] = min(ends[position], ends[position + 1])
    }
    return (ends, start)
  }

  /// How far the media is loaded once all wanted bytes before `position` are in: to the least
  /// presentation time of what takes more, on whichever track it is or, if any track is enough, on
  /// the one that has come farthest.
  func loadedEnd(_ position: Int) -> Int64 { loadedEnds[position] }

  static func isShown(_ sample: Sample) -> Bool {
    sample.presentationTime != nil && !sample.flags.contains(.discarded)
  }

  /// Up to where bytes have to be in for each of a track's samples, if those of a group are of use
  /// only with the next group's first, of all that are `played`.
  private static func groups(_ samples: [Sample], of played: [Sample]) -> [Int] {
    let last = Int(played.map(\.needs).max() ?? 0)
    // Bytes that nobody wants come with those before them.
    var wanted = [Bool](repeating: false, count: last)
    for sample in played {
      for byte in start(sample)..<max(start(sample), Int(sample.needs)) { wanted[byte] = true }
    }
    func isWanted(_ from: Int, _ to: Int) -> Bool { from < to && wanted[from..<to].contains(true) }
    var soFar = 0
    let ends = samples.map { sample in
      soFar = max(soFar, Int(sample.needs))
      return soFar
    }
    let begins = samples.indices.dropFirst().filter { samples[$0].isSync }.map { ends[$0] }
    return samples.map { sample in
      let own = Int(sample.needs)
      return begins.first { isWanted(own, $0) } ?? max(own, last)
    }
  }

  /// The shown ones of a track's samples, in order of presentation.
  private static func shown(
    _ samples: [Sample], _ needs: [Int], _ track: Int, _ origin: Int64, _ end: Int64
  ) -> [Shown] {
    var shown: [Shown] = []
    for (number, sample) in samples.enumerated() where isShown(sample) {
      // Its group: back to the sync sample, and on to the one before the next.
      var (first, last) = (number, number)
      while first > 0, !samples[first].isSync { first -= 1 }
      while last + 1 < samples.count, !samples[last + 1].isSync { last += 1 }
      shown.append(
        Shown(
          track: track, time: (sample.presentationTime?.nanoseconds ?? 0) - origin,
          end: end - origin, isSync: sample.isSync, start: start(sample),
          groupStart: samples[first...last].map(start).min() ?? 0,
          groupNeeds: needs[first...number].max() ?? 0))
    }
    // The library's sort is stable.
    shown.sort { $0.time < $1.time }
    for number in shown.indices.dropLast() { shown[number].end = shown[number + 1].time }
    // Whatever is shown at zero is wanted then, for however short a time.
    for number in shown.indices { shown[number].end = max(1, shown[number].end) }
    return shown
  }

  private static func start(_ sample: Sample) -> Int { Int(min(sample.offset, sample.needs)) }
}
