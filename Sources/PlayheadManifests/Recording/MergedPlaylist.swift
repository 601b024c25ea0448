import PlayheadModel

/// All segments that a live playlist ever listed, and when it listed which.
///
/// Segments are the same if their numbers and names are. Numbers that go back, to names that are
/// not known, are those of a stream that began anew. Numbers that are left out were published while
/// nobody recorded: gaps stand for them.
struct MergedPlaylist {
  private(set) var segments: [PlaylistVersion.Segment] = []
  /// What was listed from when on.
  private(set) var listings: [RecordedListing] = []
  /// When the playlist was asked for that does not list a segment yet, the last time; `nil` of
  /// those that the first one listed.
  private(set) var missedSince: [RecordedLook?] = []
  /// How many delta updates leave out what nobody recorded.
  private(set) var lostDeltaCount = 0
  /// How many segments nobody has seen.
  private(set) var unseenCount = 0
  /// How many times numbers began anew.
  var restartCount: Int { restarts.count }
  /// The segments at which they did.
  private var restarts: [Int] = []
  private(set) var versionCount = 0
  private(set) var targetDurations: Set<MediaTime> = []
  private(set) var isEnded = false
  /// Whether its server holds it back until there is more.
  private(set) var blocksReload = false
  /// The media sequence number of each segment.
  private(set) var sequences: [Int64] = []
  /// The segments at which these go back.
  private(set) var resets: [Int] = []
  /// The most parts that it listed at a time, and those of them that can be decoded alone.
  private(set) var (parts, independentParts) = (0, 0)
  private var head: [String] = []
  private var firstSequence: Int64 = 0
  private var places: [Key: Int] = [:]
  /// The number of the segment behind the last.
  private var nextSequence: Int64 = 0
  /// When the playlist was last asked for.
  private var lastLook: RecordedLook?
  /// What it said then.
  private var latest: PlaylistVersion?

  private struct Key: Hashable {
    let sequence: Int64
    let name: Substring
  }

  /// More unseen segments than that are taken for numbers that began anew.
  private static let mostUnseen: Int64 = 2000

  /// Notes that the playlist had not changed as somebody looked.
  mutating func addUnchanged(_ look: RecordedLook) { lastLook = look }

  /// Adds what the playlist said that was asked for at `look` and in at `time`.
  mutating func add(_ contents: [UInt8], _ look: RecordedLook, at time: Int64) {
    defer { lastLook = look }
    let version = PlaylistVersion(contents, after: latest)
    guard !version.lacksSkipped else {
      lostDeltaCount += 1
      return
    }
    latest = version
    guard !version.segments.isEmpty, segments.count < ManifestLimits.segments else { return }
    if versionCount == 0 { (head, firstSequence) = (version.head, version.sequence) }
    versionCount += 1
    isEnded = version.isEnded
    blocksReload = blocksReload || version.blocksReload
    if version.parts > parts {
      (parts, independentParts) = (version.parts, version.independentParts)
    }
    targetDurations.insert(version.targetDuration)
    var known: (number: Int, place: Int)?
    for (number, segment) in version.segments.enumerated() {
      let key = Key(sequence: version.sequence + Int64(number), name: segment.name)
      guard let place = places[key] else { continue }
      known = (number, place)
      break
    }
    let range: Range<Int>
    if let (number, place) = known {
      range = extend(version, from: number, at: place)
    } else {
      range = append(version)
    }
    guard listings.last?.segments != range || listings.last?.reports != version.reports
    else { return }
    listings.append(
      RecordedListing(
        time: time, segments: range, bytes: version.bytes, isDelta: version.isDelta,
        reports: version.reports))
  }

  /// Adds what of `version` is not known behind the segment `number`, which is that at `place`.
  private mutating func extend(
    _ version: PlaylistVersion, from number: Int, at place: Int
  ) -> Range<Int> {
    var end = place + 1
    for next in version.segments.indices.dropFirst(number + 1) {
      let key = Key(
        sequence: version.sequence + Int64(next), name: version.segments[next].name)
      if let known = places[key] {
        end = known + 1
      } else if end == segments.count {
        append(version.segments[next], key)
        end = segments.count
      } else {
        break
      }
    }
    return max(0, place - number)..<end
  }

  /// Adds all of `version`, of which nothing is known.
  private mutating func append(_ version: PlaylistVersion) -> Range<Int> {
    let missing = version.sequence - nextSequence
    var isRestart = false
    if let last = segments.last {
      if missing > 0, missing <= Self.mostUnseen {
        addUnseen(missing, after: last, before: version)
      } else if missing != 0 {
        isRestart = true
        restarts.append(segments.count)
        if missing < 0 { resets.append(segments.count) }
      }
    }
    let start = segments.count
    for (number, segment) in version.segments.enumerated() {
      var segment = segment
      if number == 0, isRestart, !segment.own.contains("#EXT-X-DISCONTINUITY") {
        segment.own.insert("#EXT-X-DISCONTINUITY", at: 0)
      }
      append(segment, Key(sequence: version.sequence + Int64(number), name: segment.name))
    }
    return start..<segments.count
  }

  private mutating func addUnseen(
    _ count: Int64, after last: PlaylistVersion.Segment, before version: PlaylistVersion
  ) {
    unseenCount += Int(count)
    var length = max(version.targetDuration, .milliseconds(1))
    let dates = [segments.lastDate, version.segments[...].firstDate].compactMap(\.self)
    if dates.count == 2 {
      let each = (dates[1] - dates[0]) / count
      if each > 0, each < 2 * length.nanoseconds { length = MediaTime(nanoseconds: each) }
    }
    for number in 0..<count {
      let sequence = nextSequence
      append(
        PlaylistVersion.Segment(
          lasting: last.lasting,
          own: ["#EXTINF:\(length.secondsText),", "#EXT-X-GAP"],
          uri: "not-recorded-\(sequence)", duration: length, date: nil),
        Key(sequence: sequence, name: "not-recorded-\(number)"))
    }
  }

  private mutating func append(_ segment: PlaylistVersion.Segment, _ key: Key) {
    places[key] = segments.count
    segments.append(segment)
    sequences.append(key.sequence)
    missedSince.append(lastLook)
    nextSequence = key.sequence + 1
  }

  /// How far the dates of its segments, but for those behind a discontinuity, run away from their
  /// lengths.
  var dateDrift: Int64 {
    var (passed, least, most): (Int64, Int64?, Int64?) = (0, nil, nil)
    for segment in segments {
      if segment.own.contains("#EXT-X-DISCONTINUITY") { break }
      if let date = segment.date {
        let start = date - passed
        (least, most) = (min(least ?? start, start), max(most ?? start, start))
      }
      passed += segment.duration.nanoseconds
    }
    return (most ?? 0) - (least ?? 0)
  }

  /// `HOLD-BACK` of `EXT-X-SERVER-CONTROL`; `nil` without it.
  var holdBack: MediaTime? {
    guard let line = head.first(where: { $0.hasPrefix("#EXT-X-SERVER-CONTROL:") }) else {
      return nil
    }
    let written = line.drop { $0 != ":" }.dropFirst().split(separator: ",").lazy
      .map { $0.split(separator: "=", maxSplits: 1) }.first { $0.first == "HOLD-BACK" }?.last
    return written.flatMap { WrittenDecimal($0) }?
      .times(1_000_000_000, atMost: MediaTime.seconds(86_400).nanoseconds)
      .map(MediaTime.init(nanoseconds:))
  }

  /// A playlist of all segments, as a live one.
  var contents: [UInt8] {
    var lines = ["#EXTM3U"] + head + ["#EXT-X-MEDIA-SEQUENCE:\(firstSequence)"]
    var lasting: [String] = []
    for segment in segments {
      if segment.lasting != lasting {
        // Without a tag that ends it, what is encrypted stays so.
        let isEncrypted = lasting.contains { $0.hasPrefix("#EXT-X-KEY") }
        let willBe = segment.lasting.contains { $0.hasPrefix("#EXT-X-KEY") }
        if isEncrypted, !willBe { lines.append("#EXT-X-KEY:METHOD=NONE") }
        lines += segment.lasting.filter { !lasting.contains($0) || $0.hasPrefix("#EXT-X-KEY") }
        lasting = segment.lasting
      }
      lines += segment.own
      lines.append(segment.uri)
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}

extension BidirectionalCollection<PlaylistVersion.Segment> {
  /// When its first segment begins, by the first date in it.
  var firstDate: Int64? {
    var passed: Int64 = 0
    for segment in self {
      if let date = segment.date { return date - passed }
      passed += segment.duration.nanoseconds
    }
    return nil
  }

  /// When its last segment ends, by the last date in it.
  var lastDate: Int64? {
    var passed: Int64 = 0
    for segment in reversed() {
      passed += segment.duration.nanoseconds
      if let date = segment.date { return date + passed }
    }
    return nil
  }
}
