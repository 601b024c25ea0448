import PlayheadKit
import PlayheadManifests

/// When the samples of segments are shown, by the presentation's clock.
struct PresentationClock {
  private let appliesEditLists: Bool
  /// What lies between the container's clock and that of the presentation, by discontinuity
  /// sequence.
  private var offsets: [Int64: MediaTime] = [:]

  /// The clock of a player that does, or does not, apply edit lists.
  init(appliesEditLists: Bool) { self.appliesEditLists = appliesEditLists }

  /// What a segment covers on the presentation's clock; `nil` if it was not read.
  mutating func shown(
    _ times: SegmentTimes?, of segment: ManifestSegment
  ) -> TimeRange? {
    guard let times, let range = times.range else { return nil }
    let offset: MediaTime
    var first = MediaTime.zero
    var end: MediaTime?
    switch segment.timing {
    case .discontinuity(let sequence, let start):
      // The clock is that of the first segment that was read: of video, if it is apart. Where
      // another lane has the discontinuity elsewhere, its timestamps go on with this clock, as in
      // hls.js (`initPTS`, `src/controller/stream-controller.ts`).
      let origin =
        (times.origin ?? range.start) - max(.zero, segment.declared.start - start)
      offset = offsets[sequence] ?? start - origin
      offsets[sequence] = offset
    case .period(let period, let presentationOffset, let timescale):
      guard let scale = Int32(exactly: timescale),
        let shift = MediaTime(value: presentationOffset, timeBase: Rational(1, scale))
      else { return nil }
      offset = period.start - shift
      (first, end) = (max(.zero, period.start), period.end)
    }
    // What lies before the start of its period or of the presentation, or behind the end of its
    // period, is never shown.
    first = max(first, range.start + offset)
    let last = range.end + offset
    return TimeRange(start: first, end: max(first, min(last, end ?? last)))
  }

  /// What a segment of several tracks covers that is `shown` behind `last`, on another clock: the
  /// hole between them is the widest that one of its tracks has; `nil` unless that is less.
  func joined(
    _ shown: TimeRange, _ times: SegmentTimes?, behind last: LadderSegment, _ before: SegmentTimes?
  ) -> TimeRange? {
    guard let end = last.measured?.end, let times, let range = times.range, times.tracks.count > 1,
      let before, let former = before.range, last.damage == nil
    else { return nil }
    let (shift, formerShift) = (shown.end - range.end, end - former.end)
    var hole = MediaTime.zero
    for (kind, track) in times.tracks {
      guard let other = before.tracks[kind], other.start + formerShift <= track.start + shift else {
        return nil
      }
      hole = max(hole, track.start + shift - (other.end + formerShift))
    }
    guard end + hole < shown.start else { return nil }
    return TimeRange(start: max(.zero, end + hole), end: shown.end)
  }

  /// What a segment covers that is `shown` behind `last`, of the period before: pictures that are
  /// late by their order alone, while decode times go on, leave no gap
  /// (`FrameProcessor::ProcessFrame`, `media/filters/frame_processor.cc` of Chromium).
  func bridged(
    _ shown: TimeRange, _ times: SegmentTimes?, of segment: ManifestSegment,
    behind last: LadderSegment
  ) -> TimeRange {
    guard segment.isDiscontinuity, !appliesEditLists, last.damage == nil,
      let end = last.measured?.end, shown.duration > .zero, shown.start > end,
      case .period(let period, let offset, let timescale) = segment.timing,
      let scale = Int32(exactly: timescale), let origin = times?.origin,
      let shift = MediaTime(value: offset, timeBase: Rational(1, scale)),
      origin + period.start - shift <= end + .milliseconds(1)
    else { return shown }
    return TimeRange(start: end, end: shown.end)
  }

  /// How far a segment that is `shown` can be played before all of `resource` is in.
  func parts(
    _ times: SegmentTimes?, _ shown: TimeRange?, of resource: LadderResource?
  ) -> [LadderSegment.Part] {
    guard let times, let range = times.range, let shown, let resource else { return [] }
    let offset = shown.end - range.end
    return times.parts.compactMap { part in
      let end = min(part.end + offset, shown.end)
      guard part.bytes < resource.bytes, end > shown.start else { return nil }
      return LadderSegment.Part(bytes: part.bytes, end: end)
    }
  }
}
