import PlayheadKit
import PlayheadManifests

/// What of the samples of a period a player takes, by the container's clock.
struct AppendWindow: Hashable {
  /// The window; what lies in it is shown from the first sync sample on.
  let range: TimeRange

  /// How far before its period dash.js and Shaka Player have it begin, and how far behind end
  /// (`SourceBufferSink.updateAppendWindow`; `StreamingEngine.APPEND_WINDOW_START_FUDGE_`).
  private static let slack = (start: MediaTime.milliseconds(100), end: MediaTime.milliseconds(10))

  /// The window of a segment with `timing`; `nil` of one that has no period.
  init?(of timing: SegmentTiming) {
    guard case .period(let period, let offset, let timescale) = timing,
      let scale = Int32(exactly: timescale),
      let start = MediaTime(value: offset, timeBase: Rational(1, scale))
    else { return nil }
    // Nothing is shown before the presentation begins.
    let early = max(.zero, period.start - Self.slack.start) - period.start
    range = TimeRange(start: start + early, end: start + period.duration + Self.slack.end)
  }
}

/// What a player that takes samples by a window does with those of a track, in order.
struct AppendedTrack {
  let window: AppendWindow?
  let kind: Track.Kind
  /// Whether everything is dropped up to the next sync sample.
  private var needsSync = false

  init(_ kind: Track.Kind, in window: AppendWindow?) {
    self.kind = kind
    self.window = window
  }

  /// What is taken of a sample that covers `range`; `nil` if it is dropped.
  ///
  /// What begins before the window, or ends behind it, is dropped, and what follows up to a sync
  /// sample (Media Source Extensions, *coded frame processing*). Sound is cut there instead.
  mutating func taken(_ range: TimeRange, isSync: Bool) -> TimeRange? {
    guard let window = window?.range else { return range }
    let isInside = window.start <= range.start && range.end <= window.end
    if kind == .audio, !isInside {
      let (start, end) = (max(range.start, window.start), min(range.end, window.end))
      return start < end ? TimeRange(start: start, end: end) : nil
    }
    if !isInside { needsSync = true }
    guard isInside, isSync || !needsSync else { return nil }
    needsSync = false
    return range
  }
}
