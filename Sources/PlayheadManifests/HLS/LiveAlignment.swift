import PlayheadModel

/// Puts live playlists, which may begin and end with other segments each, on one clock from zero.
///
/// They are matched by the dates of their segments if all have some, else by a discontinuity that all
/// list, else by the numbers of their segments. What not all of them list is left out.
struct LiveAlignment {
  /// What all playlists list: the first segment and the number of segments of each.
  private(set) var kept: [Range<Int>]
  /// By what they were matched.
  let measure: Measure

  /// What tells which segments belong together.
  enum Measure: String {
    case dates = "EXT-X-PROGRAM-DATE-TIME"
    case discontinuity = "EXT-X-DISCONTINUITY"
    case numbers = "EXT-X-MEDIA-SEQUENCE"
  }

  /// The alignment of `playlists`, each of which has a segment; `nil` if they have nothing in common.
  init?(_ playlists: [MediaPlaylist]) {
    let clocks: [Int64]?
    if let dates = Self.all(playlists.map(\.firstDate)) {
      (clocks, measure) = (dates, .dates)
    } else if let starts = Self.startsByDiscontinuity(playlists) {
      (clocks, measure) = (starts, .discontinuity)
    } else {
      (clocks, measure) = (nil, .numbers)
    }
    if let clocks {
      let start = clocks.max() ?? 0
      let end = zip(playlists, clocks).map { playlist, clock in
        clock + (playlist.segments.last?.declared.end.nanoseconds ?? 0)
      }.min()
      kept = zip(playlists, clocks).map { playlist, clock in
        // Segments belong to where their middle is, as they need not be cut at the very same times.
        func count(endingBefore time: Int64) -> Int {
          playlist.segments.prefix { segment in
            let ends = segment.declared
            return clock + (ends.start.nanoseconds + ends.end.nanoseconds) / 2 <= time
          }.count
        }
        let first = count(endingBefore: start)
        return first..<max(first, count(endingBefore: end ?? start))
      }
    } else {
      let first = playlists.map(\.mediaSequence).max() ?? 0
      let end = playlists.map { $0.mediaSequence + Int64($0.segments.count) }.min() ?? 0
      guard first < end else { return nil }
      kept = playlists.map { playlist in
        Int(first - playlist.mediaSequence)..<Int(end - playlist.mediaSequence)
      }
    }
    guard kept.allSatisfy({ !$0.isEmpty }) else { return nil }
  }

  private static func all(_ values: [Int64?]) -> [Int64]? {
    let known = values.compactMap(\.self)
    return known.count == values.count ? known : nil
  }

  /// When each playlist begins, by a clock that is zero at a discontinuity that all of them list.
  private static func startsByDiscontinuity(_ playlists: [MediaPlaylist]) -> [Int64]? {
    let boundaries = playlists.map { playlist -> [Int64: Int64] in
      var starts: [Int64: Int64] = [:]
      for segment in playlist.segments.dropFirst() where segment.isDiscontinuity {
        guard case .discontinuity(let sequence, let start) = segment.timing else { continue }
        starts[sequence] = start.nanoseconds
      }
      return starts
    }
    guard let first = boundaries.first else { return nil }
    let common = first.keys.filter { key in boundaries.allSatisfy { $0[key] != nil } }.min()
    return common.flatMap { key in all(boundaries.map { $0[key].map { -$0 } }) }
  }

  /// The segments of `playlist`, the one at `place` of those that were aligned, from zero on.
  func segments(of playlist: MediaPlaylist, at place: Int) -> [ManifestSegment] {
    let range = kept[place]
    let start = playlist.segments[range.lowerBound].declared.start
    return playlist.segments[range].map { segment in
      var segment = segment
      segment.declared = TimeRange(
        start: segment.declared.start - start, end: segment.declared.end - start)
      if case .discontinuity(let sequence, let begin) = segment.timing {
        segment.timing = .discontinuity(sequence: sequence, start: max(begin - start, .zero))
      }
      return segment
    }
  }
}
