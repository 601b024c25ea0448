package import PlayheadModel

/// What an MPD says of how players come to know of segments, and how far from the edge they are to
/// stay.
package struct MPDUpdates: Hashable, Sendable, Codable {
  /// Whether it lists the segments (`SegmentTimeline`), so that a live one is loaded again for
  /// more.
  package var listsSegments: Bool
  /// `MPD@minimumUpdatePeriod`; `nil` without it.
  package var minimumPeriod: MediaTime?
  /// `MPD@suggestedPresentationDelay`; `nil` without it.
  package var suggestedDelay: MediaTime?
  /// `MPD@timeShiftBufferDepth`; `nil` without it.
  package var window: MediaTime?
  /// `ServiceDescription/Latency@target`; `nil` without it.
  package var targetLatency: MediaTime?
  /// `ServiceDescription/PlaybackRate@min` and `@max` in thousandths; `nil` without them.
  private var minimumThousandths: Int64?
  private var maximumThousandths: Int64?
  /// Whether it says where the time is told, in a way that players know (`UTCTiming`); `nil` for
  /// not.
  package var tellsTime: Bool?
  /// How much sooner than its end is captured a segment can be asked for
  /// (`availabilityTimeOffset`); `nil` without it.
  package var availabilityOffset: MediaTime?
  /// Whether segments come in chunks then, as they are captured (`availabilityTimeComplete` is
  /// false); `nil` for not.
  package var comesInChunks: Bool?

  /// An MPD that says nothing more than is given.
  package init(
    listsSegments: Bool, minimumPeriod: MediaTime? = nil, suggestedDelay: MediaTime? = nil,
    window: MediaTime? = nil
  ) {
    self.listsSegments = listsSegments
    self.minimumPeriod = minimumPeriod
    self.suggestedDelay = suggestedDelay
    self.window = window
  }

  /// How much sooner than its end is captured a segment can be had as a whole.
  package var wholeOffset: MediaTime {
    comesInChunks == true ? .zero : availabilityOffset ?? .zero
  }

  /// `ServiceDescription/PlaybackRate@min`; `nil` without it.
  package var minimumRate: PlaybackRate? {
    get { minimumThousandths.flatMap { PlaybackRate(thousandths: $0) } }
    set { minimumThousandths = newValue?.thousandths }
  }

  /// `ServiceDescription/PlaybackRate@max`; `nil` without it.
  package var maximumRate: PlaybackRate? {
    get { maximumThousandths.flatMap { PlaybackRate(thousandths: $0) } }
    set { maximumThousandths = newValue?.thousandths }
  }
}
