import PlayheadModel

/// What a recording has of a level, counted from when the viewer joins.
struct RecordedLevel: Sendable {
  private(set) var listings: [EventRecording.Listing]
  /// When each segment could be had; `nil` for never.
  private(set) var availability: [WallTime?]
  /// When each segment was no longer to be had; `nil` if that was not seen.
  private var removal: [WallTime?]
  /// When its manifest could not be had, and why.
  private let failures: [(time: Range<WallTime>, answer: RequestFault.Answer)]
  /// Whether its server holds a playlist back until it lists more.
  let blocksReload: Bool
  /// The segments at which media sequence numbers go back.
  let resets: [Int]

  /// What `level` was, of which the `segments` last as long as these, with what `event` puts right.
  init(_ level: EventRecording.Level, of segments: [TimeRange], in event: LiveEvent) {
    blocksReload = level.blocksReload ?? false
    resets = level.resets ?? []
    availability = level.segments.map { segment in
      segment.availability.map { $0 - (event.isOnTime ? segment.lateness : .zero) - event.join }
    }
    listings = level.listings.map { listing in
      var listing = listing
      listing.since = listing.since - event.join
      return listing
    }
    failures =
      event.isFresh
      ? []
      : (level.failures ?? []).compactMap { failure in
        guard failure.since < failure.until else { return nil }
        return (
          failure.since - event.join..<failure.until - event.join,
          failure.status.map { .status($0) } ?? .reset
        )
      }
    if event.isOnTime {
      listings = Self.fresh(listings, availability) { new in
        new.contains { level.segments[$0].lateness > .zero }
      }
    }
    if event.isFresh { listings = Self.fresh(listings, availability) { _ in true } }
    removal = Self.removal(of: segments, listings, event.window)
  }

  /// Manifests that list each segment as soon as all up to it can be had, but for listings whose
  /// new segments are not `chosen`.
  private static func fresh(
    _ listings: [EventRecording.Listing], _ availability: [WallTime?],
    chosen: (Range<Int>) -> Bool
  ) -> [EventRecording.Listing] {
    guard var last = listings.first else { return [] }
    var fresh = [last]
    for listing in listings.dropFirst() {
      let end = last.segments.upperBound
      let new = end..<max(end, listing.segments.upperBound)
      guard !new.isEmpty, chosen(new) else {
        var kept = listing
        kept.since = max(last.since, listing.since)
        last = kept
        fresh.append(last)
        continue
      }
      for segment in new {
        let time = min(listing.since, availability[segment] ?? listing.since)
        let listed = listing.segments.upperBound - segment - 1
        let first = max(last.segments.lowerBound, listing.segments.lowerBound - listed)
        var earlier = listing
        earlier.since = max(last.since, time)
        earlier.segments = min(first, segment)..<segment + 1
        last = earlier
        fresh.append(last)
      }
    }
    return fresh
  }

  /// A server keeps a segment for its length and that of a window after it is no longer listed
  /// (RFC 8216, 6.2.2).
  private static func removal(
    of segments: [TimeRange], _ listings: [EventRecording.Listing], _ window: MediaTime
  ) -> [WallTime?] {
    var removal = [WallTime?](repeating: nil, count: segments.count)
    var listed = 0..<0
    for listing in listings where !listing.segments.isEmpty {
      for segment in listed where segment < listing.segments.lowerBound {
        let kept = segments[segment].duration + window
        removal[segment] = listing.since + WallTime(nanoseconds: kept.nanoseconds)
      }
      for segment in listing.segments { removal[segment] = nil }
      listed = listing.segments
    }
    return removal
  }

  /// The segments that are listed at `wallTime`.
  func listed(at wallTime: WallTime) -> Range<Int> {
    let count = listings.partitionPoint { $0.since > wallTime }
    return count > 0 ? listings[count - 1].segments : 0..<0
  }

  /// The bytes of the manifest at `wallTime`, as a whole or loaded again; `nil` if they are not
  /// known.
  func bytes(at wallTime: WallTime, isReload: Bool) -> Int64? {
    let count = listings.partitionPoint { $0.since > wallTime }
    guard count > 0, isReload || listings[count - 1].isDelta != true else { return nil }
    return listings[count - 1].bytes
  }

  /// How a request for the manifest fails that is sent at `wallTime`; `nil` if it does not.
  func failure(at wallTime: WallTime) -> RequestFault.Answer? {
    failures.first { $0.time.contains(wallTime) }?.answer
  }

  /// When a manifest lists more than `count` segments, from `wallTime` on; `nil` for never.
  func answer(beyond count: Int, at wallTime: WallTime) -> WallTime? {
    if listed(at: wallTime).upperBound > count { return wallTime }
    return listings.first { $0.since >= wallTime && $0.segments.upperBound > count }?.since
  }

  /// How many segments of `other` the manifest reports that is there at `wallTime`; `nil` if it
  /// does not.
  func reported(of other: Int, at wallTime: WallTime) -> Int? {
    let count = listings.partitionPoint { $0.since > wallTime }
    guard count > 0 else { return nil }
    return listings[count - 1].reports?.first { $0.level == other }?.count
  }

  /// Whether a segment can be had that is asked for at `wallTime`.
  func isThere(_ segment: Int, at wallTime: WallTime) -> Bool {
    guard let start = availability[segment], start <= wallTime else { return false }
    return removal[segment].map { wallTime < $0 } ?? true
  }
}
