public import PlayheadModel

/// What of a live event there was at each time, as its playlists or MPDs were recorded.
///
/// Times are on the event's clock, which is zero as media time zero is captured.
public struct EventRecording: Hashable, Sendable, Codable {
  /// The levels of each lane, in the order of the ladder.
  public var lanes: [[Level]]
  /// When recording began.
  public var begin: WallTime
  /// When the last response was in.
  public var end: WallTime
  /// The time from when the last frame of a segment was captured to when it is usually listed.
  public var delay: WallTime
  /// Whether dates in the manifests tell when media was captured; else the segment that was listed
  /// soonest is taken to have been captured just then.
  public var hasDates: Bool
  /// `EXT-X-SERVER-CONTROL:HOLD-BACK` of the first level; `nil` without it.
  public var holdBack: MediaTime?
  /// Whether manifests said that the event was over; `nil` if it ends with the last segment all the
  /// same.
  public var hasEnd: Bool?

  /// A recording of what `lanes` had from `begin` to `end`.
  public init(
    lanes: [[Level]], begin: WallTime, end: WallTime, delay: WallTime = .zero,
    hasDates: Bool = false
  ) {
    self.lanes = lanes
    self.begin = begin
    self.end = end
    self.delay = delay
    self.hasDates = hasDates
  }

  /// What there was of a level.
  public struct Level: Hashable, Sendable, Codable {
    /// What its manifest listed, in the order of time; at least one.
    public var listings: [Listing]
    /// Its segments, as many as the ladder's level has.
    public var segments: [Segment]
    /// How far dates run away from the lengths of segments; zero without dates.
    public var dateDrift = MediaTime.zero
    /// The number of parts that were listed at a time.
    public var parts = 0
    /// The number of parts that can be decoded alone.
    public var independentParts = 0
    /// When requests for its manifest failed, in the order of time; `nil` for never.
    public var failures: [Failure]?
    /// Whether its server holds a playlist back until it lists more (`CAN-BLOCK-RELOAD`); `nil` for
    /// not.
    public var blocksReload: Bool?
    /// The segments at which media sequence numbers go back; `nil` for none.
    public var resets: [Int]?

    /// A level with these listings and segments.
    public init(listings: [Listing], segments: [Segment]) {
      self.listings = listings
      self.segments = segments
    }
  }

  /// What a manifest listed from a time on.
  public struct Listing: Hashable, Sendable, Codable {
    /// When.
    public var since: WallTime
    /// The segments; empty for none.
    public var segments: Range<Int>
    /// The bytes of the manifest; `nil` if they are not known.
    public var bytes: Int64?
    /// Whether these are of a delta update, which leaves out what came before (`EXT-X-SKIP`).
    public var isDelta: Bool?
    /// How many segments it reports of other levels of the lane (`EXT-X-RENDITION-REPORT`); `nil`
    /// for none.
    public var reports: [Report]?

    /// The segments that were listed from `since` on.
    public init(since: WallTime, segments: Range<Int>) {
      self.since = since
      self.segments = segments
    }
  }

  /// How far the playlist of another level is.
  public struct Report: Hashable, Sendable, Codable {
    /// The number of the level in its lane.
    public var level: Int
    /// How many of its segments are listed.
    public var count: Int

    /// `count` segments of `level`.
    public init(level: Int, count: Int) {
      self.level = level
      self.count = count
    }
  }

  /// A time in which requests for a manifest failed.
  public struct Failure: Hashable, Sendable, Codable {
    /// From when on.
    public var since: WallTime
    /// Until when.
    public var until: WallTime
    /// The HTTP status; `nil` for none.
    public var status: Int?

    /// Requests that failed from `since` to `until` with `status`.
    public init(since: WallTime, until: WallTime, status: Int?) {
      self.since = since
      self.until = until
      self.status = status
    }
  }

  /// When a segment could be had.
  public struct Segment: Hashable, Sendable, Codable {
    /// From when on; `nil` if all requests failed.
    public var availability: WallTime?
    /// How much later that was than it was due, as far as it is certain.
    public var lateness: WallTime
    /// How long it could be had before a manifest listed it, as far as it is certain.
    public var unlisted: WallTime

    /// A segment that could be had from `availability` on.
    public init(
      availability: WallTime?, lateness: WallTime = .zero, unlisted: WallTime = .zero
    ) {
      self.availability = availability
      self.lateness = lateness
      self.unlisted = unlisted
    }
  }

  /// Whether a segment came late.
  public var hasLateSegments: Bool {
    lanes.joined().contains { $0.segments.contains { $0.lateness > .zero } }
  }

  /// Whether a manifest did not list what there was, or could not be had.
  public var hasStaleManifests: Bool {
    lanes.joined().contains { level in
      level.failures != nil || level.segments.contains { $0.unlisted > .zero }
    }
  }

  /// The longest stretch of `ladder` that a manifest listed at a time.
  public func window(of ladder: Ladder) -> MediaTime {
    var longest = MediaTime.zero
    for (lane, levels) in lanes.enumerated() {
      for (level, recorded) in levels.enumerated() {
        let segments = ladder.lanes[lane].levels[level].segments
        for listing in recorded.listings where !listing.segments.isEmpty {
          let (first, last) = (segments[listing.segments.lowerBound], listing.segments.upperBound)
          longest = max(longest, segments[last - 1].declared.end - first.declared.start)
        }
      }
    }
    return longest
  }

  /// The same with the levels of a lane at these places, in their order; `nil` if one is not there.
  package func ordering(lane: Int, by places: [Int]) -> EventRecording? {
    guard places.allSatisfy(lanes[lane].indices.contains) else { return nil }
    var recording = self
    recording.lanes[lane] = places.map { lanes[lane][$0].ordering(reportsBy: places) }
    return recording
  }

  /// Whether it is of `ladder`, whose segments may have been cut anew.
  package func describes(_ ladder: Ladder) -> Bool {
    lanes.count == ladder.lanes.count
      && zip(lanes, ladder.lanes).allSatisfy { levels, lane in
        levels.count == lane.levels.count
          && zip(levels, lane.levels).allSatisfy { $0.segments.count == $1.segments.count }
      }
  }
}

extension EventRecording.Level {
  /// The same with reports of the levels at these places, in their order.
  fileprivate func ordering(reportsBy places: [Int]) -> EventRecording.Level {
    guard listings.contains(where: { $0.reports != nil }) else { return self }
    var level = self
    for number in level.listings.indices {
      level.listings[number].reports = level.listings[number].reports?.compactMap { report in
        places.firstIndex(of: report.level).map { .init(level: $0, count: report.count) }
      }
    }
    return level
  }
}

extension Ladder {
  /// For how long media was captured: of a recording, as long as somebody recorded.
  package var capturedDuration: MediaTime {
    let end = recording.map { MediaTime(nanoseconds: $0.end.nanoseconds) }
    return max(duration, end ?? duration)
  }
}
