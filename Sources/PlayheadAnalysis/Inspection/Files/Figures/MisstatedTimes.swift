package import PlayheadModel

/// A header that states other times than the samples have.
package struct MisstatedTimes: Hashable, Sendable {
  /// What states them.
  package let header: Header
  /// What it states, by the container's clock; only the length counts where ``Header`` says so.
  package let stated: TimeRange
  /// What the samples have.
  package let held: TimeRange

  /// What states times.
  package enum Header: Hashable, Sendable {
    /// The container's header, a length.
    case container
    /// The header of the track numbered `track`, a length.
    case track(Int)
    /// The index of fragments.
    case segmentIndex
  }

  /// Those of `index`, of which `presentation` is played, that are off by more than `limit`.
  ///
  /// What a file that is cut off was meant to hold is not known.
  package static func all(
    in index: MediaIndex, _ presentation: Presentation, limit: MediaTime
  ) -> [MisstatedTimes] {
    var ranges = [TimeRange?](repeating: nil, count: index.tracks.count)
    for sample in index.samples {
      guard let start = sample.presentationTime else { continue }
      let other = ranges[Int(sample.track)] ?? TimeRange(start: start, end: start)
      ranges[Int(sample.track)] = TimeRange(
        start: min(other.start, start), end: max(other.end, start + sample.duration))
    }
    let played = presentation.tracks.compactMap { ranges[$0] }
    guard let start = played.map(\.start).min(), let end = played.map(\.end).max() else {
      return []
    }
    let held = TimeRange(start: start, end: end)
    let files = [container(index, held), segmentIndex(index, held)].compactMap(\.self)
    let tracks = zip(index.tracks, ranges).compactMap { track, range -> MisstatedTimes? in
      guard let stated = track.statedDuration, let listed = track.announced, listed.isComplete
      else { return nil }
      // Of samples that are reordered, times of decoding span more.
      return [listed.range, range ?? listed.range].map {
        MisstatedTimes(
          header: .track(track.id), stated: TimeRange(start: .zero, end: stated), held: $0)
      }.min { $0.error < $1.error }
    }
    return (files + tracks).filter { $0.error > limit }
  }

  /// By how much it is off, at its beginning or in its length.
  private var error: MediaTime {
    let length = (stated.duration - held.duration).magnitude
    return header == .segmentIndex ? max(length, (stated.start - held.start).magnitude) : length
  }

  /// Only these containers have a header that states it; of others, FFmpeg takes it from the end.
  private static func container(_ index: MediaIndex, _ held: TimeRange) -> MisstatedTimes? {
    guard index.container.contains("matroska") || index.container == "flv",
      let duration = index.announcedDuration
    else { return nil }
    return MisstatedTimes(
      header: .container, stated: TimeRange(start: .zero, end: duration), held: held)
  }

  private static func segmentIndex(_ index: MediaIndex, _ held: TimeRange) -> MisstatedTimes? {
    // One that lists some of the fragments only says when those are.
    guard let fragmentation = index.fragmentation, let stated = fragmentation.listedTimes,
      let end = index.samples.map({ $0.offset + Int64($0.size) }).max(),
      fragmentation.listedEnd ?? 0 >= end
    else { return nil }
    return MisstatedTimes(header: .segmentIndex, stated: stated, held: held)
  }
}
