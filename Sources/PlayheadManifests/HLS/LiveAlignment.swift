import PlayheadModel

/// Puts live playlists, which may begin and end with other segments each, on one clock from zero.
///
/// They are matched by the dates of their segments if all have some, else by a discontinuity that
/// all list, else by the numbers of their segments. What not all of them list is left out.
///
/// By dates or a discontinuity it is known how much later one begins than another, which stays so:
/// zero is where the first one of them begins. By numbers, all begin at zero.
struct LiveAlignment {
  /// What all playlists list: the first segment and the number of segments of each.
  private(set) var kept: [Range<Int>]
  /// By what they were matched.
  let measure: Measure
  /// How much later than in itself each playlist is shown, in nanoseconds; negative for earlier.
  private let shifts: [Int64]
  /// When each discontinuity sequence begins: the same in all playlists, as they share its clock.
  private let sequenceStarts: [Int64: MediaTime]

  /// What tells which segments belong together.
  enum Measure: String {
    case dates = "EXT-X-PROGRAM-DATE-TIME"
    case discontinuity = "EXT-X-DISCONTINUITY"
    case numbers = "EXT-X-MEDIA-SEQUENCE"
  }

  /// The alignment of `playlists`, each of which has a segment; `nil` if they have nothing in
  /// common.
  init?(_ playlists: [MediaPlaylist]) {
    let clocks: [Int64]?
    var kept: [Range<Int>]
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
    if let clocks {
      let starts = Self.starts(of: kept, in: playlists, clocks)
      let latest = starts.max() ?? 0
      // What has ended by then would play alone.
      for (place, playlist) in playlists.enumerated() {
        let ended = playlist.segments[kept[place]].prefix { segment in
          clocks[place] + segment.declared.end.nanoseconds <= latest
        }
        kept[place] = kept[place].lowerBound + ended.count..<kept[place].upperBound
      }
      guard kept.allSatisfy({ !$0.isEmpty }) else { return nil }
      let origin = Self.starts(of: kept, in: playlists, clocks).min() ?? 0
      shifts = clocks.map { $0 - origin }
    } else {
      shifts = zip(playlists, kept).map { playlist, kept in
        -playlist.segments[kept.lowerBound].declared.start.nanoseconds
      }
    }
    self.kept = kept
    var sequenceStarts: [Int64: MediaTime] = [:]
    for (place, playlist) in playlists.enumerated() {
      for segment in playlist.segments[kept[place]] {
        guard case .discontinuity(let sequence, let begin) = segment.timing else { continue }
        let start = max(begin + MediaTime(nanoseconds: shifts[place]), .zero)
        sequenceStarts[sequence] = min(sequenceStarts[sequence] ?? start, start)
      }
    }
    self.sequenceStarts = sequenceStarts
  }

  /// When the first segment that is kept of each playlist begins, by the clock they have in common.
  private static func starts(
    of kept: [Range<Int>], in playlists: [MediaPlaylist], _ clocks: [Int64]
  ) -> [Int64] {
    kept.indices.map { place in
      clocks[place]
        + playlists[place].segments[kept[place].lowerBound].declared.start.nanoseconds
    }
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

  /// The segments of `playlist`, the one at `place` of those that were aligned, on the common
  /// clock.
  func segments(of playlist: MediaPlaylist, at place: Int) -> [ManifestSegment] {
    let shift = MediaTime(nanoseconds: shifts[place])
    return playlist.segments[kept[place]].map { segment in
      var segment = segment
      segment.declared = TimeRange(
        start: segment.declared.start + shift, end: segment.declared.end + shift)
      if case .discontinuity(let sequence, _) = segment.timing {
        segment.timing = .discontinuity(
          sequence: sequence, start: sequenceStarts[sequence] ?? .zero)
      }
      return segment
    }
  }
}
