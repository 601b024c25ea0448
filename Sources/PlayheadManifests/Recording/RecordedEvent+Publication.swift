package import PlayheadLadder
import PlayheadModel

/// When what there was, on a clock that is zero as media time zero was captured.
extension RecordedEvent {
  /// A level, the places of whose segments in its playlist are known.
  private struct Followed {
    let segments: [ManifestSegment]
    /// Where its playlist lies, and the places of its segments in that.
    var location: ManifestLocation?
    var places: [Int] = []
    /// When the manifest was asked for that does not list a segment yet; `nil` of the first ones.
    let missed: [RecordedLook?]
    /// When the first segment was captured, by dates; `nil` without them.
    var date: Int64?
    /// What was put together, of HLS.
    var playlist: MergedPlaylist?
    /// What was listed from when on, in segments of the level.
    let listings: [RecordedListing]
    /// When each segment was first listed.
    let listed: [Int64]
    /// When its manifest could not be had.
    let failures: [FailedLooks]

    /// Whether a segment was first listed together with one beside it.
    func isListedWithOthers(_ number: Int) -> Bool {
      [number - 1, number + 1].contains { other in
        listed.indices.contains(other) && listed[other] == listed[number]
      }
    }
  }

  /// Dates that are farther from when segments were listed are wrong.
  private static let longestDelay: Int64 = 600_000_000_000

  /// The publication of the levels of each lane, which were read from this; `nil` if one of them
  /// was not recorded.
  ///
  /// Adds notes on dates that cannot be right.
  package mutating func publication(of lanes: [[ManifestLevel]]) -> EventRecording? {
    if let origin = numberedOrigin { return publication(of: lanes, numberedFrom: origin) }
    var followed: [[Followed]] = []
    for (number, lane) in lanes.enumerated() {
      var levels: [Followed] = []
      for level in lane {
        guard let found = self.followed(level) ?? self.followed(level, ofLane: number) else {
          return nil
        }
        levels.append(found)
      }
      followed.append(levels)
    }
    let all = Array(followed.joined())
    guard let first = all.first else { return nil }
    var origin = Self.origin(of: all)
    var hasDates = false
    if let date = first.date {
      let delays = Self.delays(all, from: date)
      if let least = delays.min(), least > -1_000_000_000, least < Self.longestDelay {
        (origin, hasDates) = (date, true)
      } else if let least = delays.min() {
        let seconds = WallTime(nanoseconds: abs(least)).secondsText(places: 1)
        notes.append(
          "EXT-X-PROGRAM-DATE-TIME is \(seconds) s \(least < 0 ? "ahead of" : "behind") the "
            + "recorder's clock and ignored; the latency counts from when segments are listed")
      }
    }
    let delay = max(0, Self.delays(all, from: origin).min() ?? 0)
    let levels = followed.map { lane in
      lane.map { level(of: $0, among: lane, origin: origin, delay: delay) }
    }
    var recording = EventRecording(
      lanes: levels, begin: WallTime(nanoseconds: time.lowerBound - origin),
      end: WallTime(nanoseconds: time.upperBound - origin),
      delay: WallTime(nanoseconds: delay), hasDates: hasDates)
    recording.holdBack = first.playlist?.holdBack
    recording.hasEnd = hasEnd(all.compactMap(\.playlist))
    return recording
  }

  /// When media time zero can be had by an MPD that numbers segments, by the recorder's clock;
  /// `nil` of other manifests.
  var numberedOrigin: Int64? {
    guard let merged, merged.manifest.updates?.listsSegments == false else { return nil }
    return merged.manifest.availabilityStart.map { $0 - clockOffset }
  }

  private func followed(_ level: ManifestLevel) -> Followed? {
    guard let location = level.playlist?.location, let playlist = playlists[location],
      let first = level.segments.first
    else { return nil }
    let locations = playlist.segments.map { try? location.resolving($0.uri) }
    var place = locations.firstIndex(of: first.reference.location) ?? 0
    // Of names that come again, those that are followed as in the level.
    let next = level.segments.prefix(4).map(\.reference.location)
    for start in locations.indices where locations[start...].starts(with: next) {
      place = start
      break
    }
    var places: [Int] = []
    for segment in level.segments {
      if let found = locations[place...].firstIndex(of: segment.reference.location) {
        place = found
      }
      places.append(place)
      place = min(place + 1, locations.count - 1)
    }
    var listings: [RecordedListing] = []
    var listed = [Int64?](repeating: nil, count: places.count)
    for listing in playlist.listings {
      let start = places.partitionPoint { $0 >= listing.segments.lowerBound }
      let end = max(start, places.partitionPoint { $0 >= listing.segments.upperBound })
      var moved = listing
      moved.segments = start..<end
      listings.append(moved)
      for segment in start..<end where listed[segment] == nil {
        listed[segment] = listing.time
      }
    }
    guard let last = listings.last else { return nil }
    return Followed(
      segments: level.segments, location: location, places: places,
      missed: places.map { playlist.missedSince[$0] },
      date: Self.date(of: level, places, in: playlist), playlist: playlist, listings: listings,
      listed: listed.map { $0 ?? last.time },
      failures: failures[location] ?? [])
  }

  /// A level of an MPD, whose segments are those that were put together.
  private func followed(_ level: ManifestLevel, ofLane lane: Int) -> Followed? {
    guard let merged, merged.levels.indices.contains(lane),
      let number = merged.manifest.lanes[lane].levels.firstIndex(where: {
        $0.manifestIndex == level.manifestIndex
      })
    else { return nil }
    let recorded = merged.levels[lane][number]
    guard recorded.missedSince.count == level.segments.count, let last = recorded.listings.last
    else { return nil }
    var listed = [Int64?](repeating: nil, count: level.segments.count)
    for listing in recorded.listings {
      for segment in listing.segments where listed[segment] == nil {
        listed[segment] = listing.time
      }
    }
    return Followed(
      segments: level.segments, missed: recorded.missedSince, listings: recorded.listings,
      listed: listed.map { $0 ?? last.time },
      failures: failures[location] ?? [])
  }

  /// When media time zero was captured by the dates of a level; `nil` without any.
  private static func date(
    of level: ManifestLevel, _ places: [Int], in playlist: MergedPlaylist
  ) -> Int64? {
    guard let place = places.first, let segment = level.segments.first else { return nil }
    let start = segment.declared.start.nanoseconds
    return (playlist.segments[place...].firstDate ?? playlist.segments[..<place].lastDate)
      .map { $0 - start }
  }

  /// When media time zero was captured if the segment that was listed soonest was captured just
  /// then.
  private static func origin(of levels: [Followed]) -> Int64 {
    let first = levels.compactMap { level in
      level.listings.first.flatMap { listing in
        listing.segments.last.map { listing.time - level.segments[$0].declared.end.nanoseconds }
      }
    }
    return delays(levels, from: 0).min() ?? first.min() ?? 0
  }

  /// How long after its capture each segment was listed that was not listed at first, where media
  /// time zero was captured at `origin`.
  private static func delays(_ levels: [Followed], from origin: Int64) -> [Int64] {
    levels.flatMap { level in
      level.segments.indices.compactMap { segment -> Int64? in
        guard level.missed[segment] != nil,
          !level.segments[segment].isGap
        else { return nil }
        return level.listed[segment] - origin - level.segments[segment].declared.end.nanoseconds
      }
    }
  }

  private func level(
    of followed: Followed, among others: [Followed], origin: Int64, delay: Int64
  ) -> EventRecording.Level {
    var segments: [EventRecording.Segment] = []
    for number in followed.segments.indices {
      segments.append(segment(number, of: followed, origin: origin, delay: delay))
    }
    var level = EventRecording.Level(
      listings: followed.listings.map { listing in
        var listed = EventRecording.Listing(
          since: WallTime(nanoseconds: listing.time - origin), segments: listing.segments)
        (listed.bytes, listed.isDelta) = (listing.bytes, listing.isDelta ? true : nil)
        let reports = self.reports(listing.reports, by: followed, of: others)
        listed.reports = reports.isEmpty ? nil : reports
        return listed
      }, segments: segments)
    if !followed.failures.isEmpty {
      level.failures = followed.failures.map { looks in
        EventRecording.Failure(
          since: WallTime(nanoseconds: looks.time.lowerBound - origin),
          until: WallTime(nanoseconds: looks.time.upperBound - origin),
          status: looks.status == 0 ? nil : looks.status)
      }
    }
    level.blocksReload = followed.playlist?.blocksReload == true ? true : nil
    let resets = (followed.playlist?.resets ?? []).compactMap { reset in
      let number = followed.places.partitionPoint { $0 >= reset }
      return number > 0 && number < followed.places.count ? number : nil
    }
    level.resets = resets.isEmpty ? nil : resets
    level.dateDrift = MediaTime(nanoseconds: followed.playlist?.dateDrift ?? 0)
    (level.parts, level.independentParts) = (
      followed.playlist?.parts ?? 0, followed.playlist?.independentParts ?? 0
    )
    return level
  }

  /// How many segments of `others` the playlist of a level reports.
  ///
  /// A report may leave out what the other's URI has for a query.
  private func reports(
    _ reports: [RenditionReport], by level: Followed, of others: [Followed]
  ) -> [EventRecording.Report] {
    reports.compactMap { report in
      guard let place = try? level.location?.resolving(report.uri).text,
        let number = others.firstIndex(where: { $0.location?.text == place })
          ?? others.firstIndex(where: { $0.location?.text.hasPrefix(place) == true }),
        let all = others[number].playlist?.sequences,
        let last = all.lastIndex(of: report.sequence)
          ?? all.lastIndex(where: { $0 < report.sequence })
      else { return nil }
      // What it lists a part of is not yet whole.
      let end = report.isPart && all[last] == report.sequence ? last : last + 1
      return .init(level: number, count: others[number].places.partitionPoint { $0 >= end })
    }
  }

  /// When a segment could be had, and by how much that and its listing were late.
  private func segment(
    _ number: Int, of level: Followed, origin: Int64, delay: Int64
  ) -> EventRecording.Segment {
    let segment = level.segments[number]
    let resource = resources[segment.reference.location]
    if let resource, resource.found == nil, resource.missed != nil {
      return EventRecording.Segment(availability: nil)
    }
    func due(_ number: Int) -> Int64 {
      origin + level.segments[number].declared.end.nanoseconds + delay
    }
    let listed = level.listed[number]
    guard let missed = level.missed[number], !segment.isGap else {
      // It was there before the recorder was.
      return EventRecording.Segment(
        availability: WallTime(nanoseconds: min(due(number), listed) - origin))
    }
    var (there, certain) = (listed, missed.asOf)
    if let written = resource?.written {
      there = min(listed, max(due(number), written.upperBound))
      certain = min(there, written.lowerBound)
    } else if missed.asOf <= due(number),
      missed.sent > due(number) || level.isListedWithOthers(number)
    {
      // The copy of a cache was made before it was due, or nobody looked since.
      there = min(listed, due(number))
      certain = there
    }
    if let refused = resource?.missed, let found = resource?.found, found > there {
      (there, certain) = (found, refused)
    }
    return EventRecording.Segment(
      availability: WallTime(nanoseconds: there - origin),
      lateness: WallTime(nanoseconds: max(0, min(certain, there) - due(number))),
      unlisted: WallTime(nanoseconds: max(0, missed.sent - there)))
  }
}
