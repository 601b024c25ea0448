public import PlayheadModel

/// What an MPD says of how players come to know of segments, and how far from the edge they are to
/// stay.
public struct MPDUpdates: Hashable, Sendable, Codable {
  /// Whether it lists the segments (`SegmentTimeline`), so that a live one is loaded again for
  /// more.
  public var listsSegments: Bool
  /// `MPD@minimumUpdatePeriod`; `nil` without it.
  public var minimumPeriod: MediaTime?
  /// `MPD@suggestedPresentationDelay`; `nil` without it.
  public var suggestedDelay: MediaTime?
  /// `MPD@timeShiftBufferDepth`; `nil` without it.
  public var window: MediaTime?

  /// An MPD that says nothing more than is given.
  public init(
    listsSegments: Bool, minimumPeriod: MediaTime? = nil, suggestedDelay: MediaTime? = nil,
    window: MediaTime? = nil
  ) {
    self.listsSegments = listsSegments
    self.minimumPeriod = minimumPeriod
    self.suggestedDelay = suggestedDelay
    self.window = window
  }
}
