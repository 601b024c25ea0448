package import PlayheadModel

/// A presentation that is published while it is captured: when each piece of it can be had, and
/// what its manifests list.
///
/// An event has a clock of its own. Media time zero is captured as that clock says zero, and every
/// instant of media at its own time.
package struct LiveEvent: Hashable, Sendable {
  /// When the viewer joins, on the event's clock.
  package var join: WallTime
  /// The time from when the last frame of a segment was captured to when the segment can be had:
  /// encoding, packaging, and the CDN.
  package var delay: WallTime
  /// How far back manifests list segments.
  package var window: MediaTime
  /// How a player learns of segments.
  package var addressing: LiveAddressing
  /// How far from the edge manifests ask players to stay: `EXT-X-SERVER-CONTROL:HOLD-BACK`,
  /// `MPD@suggestedPresentationDelay`; `nil` where they leave that to players.
  package var holdBack: MediaTime?
  /// How far the viewer's clock is ahead of the server's, which matters to players that reckon with
  /// it.
  package var clockOffset: WallTime
  /// Segments that can be had later than that, and by how much, by their numbers in each level.
  package var lateness: [Int: WallTime]
  /// When manifests stand still, on the event's clock: until its end each says what it said at the
  /// start.
  package var staleTimes: [Range<WallTime>]
  /// From how far before the end playlists list segments to players that have the rest:
  /// `EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL`; `nil` where servers have no such delta updates.
  package var skipUntil: MediaTime?
  /// Whether playlists tell how far those of other levels are: `EXT-X-RENDITION-REPORT`.
  package var reportsRenditions = false
  /// Whether segments of a recording can be had when they are due, though some were late.
  package var isOnTime = false
  /// Whether manifests of a recording list what can be had, though some were stale.
  package var isFresh = false

  /// An event that is joined at `join`, and is published without a delay and on time unless it is
  /// given.
  package init(
    join: WallTime, delay: WallTime = .zero, window: MediaTime = .seconds(60),
    addressing: LiveAddressing = .playlists, holdBack: MediaTime? = nil,
    clockOffset: WallTime = .zero, lateness: [Int: WallTime] = [:],
    staleTimes: [Range<WallTime>] = []
  ) {
    self.join = join
    self.delay = delay
    self.window = window
    self.addressing = addressing
    self.holdBack = holdBack
    self.clockOffset = clockOffset
    self.lateness = lateness
    self.staleTimes = staleTimes
  }

  /// What is being captured `wallTime` after the viewer joined, as media time.
  package func captured(at wallTime: WallTime) -> MediaTime {
    MediaTime(nanoseconds: (join + wallTime).nanoseconds)
  }

  /// When `mediaTime` can be had, counted from when the viewer joins, if all goes well.
  func publication(of mediaTime: MediaTime) -> WallTime {
    WallTime(nanoseconds: mediaTime.nanoseconds) + delay - join
  }
}

/// How a player learns which segments there are.
package enum LiveAddressing: Hashable, Sendable {
  /// From the playlist of each level, which it loads again and again: HLS.
  case playlists
  /// By their numbers, each of which is due at a time: a `SegmentTemplate` with a duration.
  case numbers
  /// From one manifest for all levels, which it loads again after this time: a `SegmentTimeline`
  /// and `MPD@minimumUpdatePeriod`.
  case timeline(updatePeriod: WallTime)

  /// Whether manifests list the segments.
  var isListed: Bool { self != .numbers }
}
