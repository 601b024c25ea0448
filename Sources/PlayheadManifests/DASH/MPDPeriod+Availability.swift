import PlayheadModel

/// What of the periods of a live MPD there was while it was in use, where segments are numbered.
extension MPDPeriod {
  /// The longest window of which segments are listed.
  static let longestWindow = MediaTime.seconds(300)
  /// The longest segment of which nothing is cut off, in seconds.
  private static let longestSegment: Int64 = 60

  /// The date of `MPD@availabilityStartTime`, in nanoseconds since 1970; `nil` without it.
  static func availabilityStart(of mpd: XMLElement) -> Int64? {
    mpd["availabilityStartTime"].flatMap { ProgramDate($0)?.nanoseconds }
  }

  /// Those of `periods` that had segments in a window while the MPD was `published`, and how many
  /// seconds of the presentation are left out before them.
  static func available(
    _ periods: [MPDPeriod], of mpd: XMLElement, while published: ClosedRange<Int64>,
    _ attributes: MPDAttributes
  ) -> (periods: [MPDPeriod], passed: Int64)? {
    guard let start = availabilityStart(of: mpd), start <= published.upperBound else { return nil }
    let window = mpd["timeShiftBufferDepth"].flatMap { MediaTime(schemaDuration: $0) }
    let depth = min(window ?? longestWindow, longestWindow)
    // By the clock of the presentation, in nanoseconds: more than media times can be.
    let first = max(0, published.lowerBound - start - depth.nanoseconds)
    let last = published.upperBound - start
    let second: Int64 = 1_000_000_000
    // The first segment begins before the window does.
    let passed = max(0, first / second - longestSegment)
    var kept: [MPDPeriod] = []
    for period in periods {
      let begin = period.start.nanoseconds
      let own = max(0, passed - begin / second)
      guard last > begin, last - begin - own * second <= MediaTime.bound.nanoseconds else {
        continue
      }
      let earliest = max(0, first - begin - own * second)
      let moved = MPDPeriod(
        element: period.element, number: period.number,
        start: MediaTime(nanoseconds: begin + (own - passed) * second),
        end: period.end.map { MediaTime(nanoseconds: $0.nanoseconds - passed * second) },
        passed: own,
        available: MediaTime(
          nanoseconds: earliest)...MediaTime(
            nanoseconds: max(earliest, last - begin - own * second)))
      if moved.hasSegments(attributes) { kept.append(moved) }
    }
    return (kept, passed)
  }

  /// Whether each of its representations has a segment.
  private func hasSegments(_ attributes: MPDAttributes) -> Bool {
    if let end, end <= start { return false }
    return element.all("AdaptationSet").allSatisfy { set in
      set.all("Representation").allSatisfy { representation in
        guard let addressing = SegmentAddressing([representation, set, element]),
          addressing.isByNumber,
          let duration = addressing.whole("duration", in: 1...(1 << 60), attributes)
        else { return true }
        return !numbers(of: duration, addressing.timescale(attributes)).isEmpty
      }
    }
  }

  /// Which segments of `duration` ticks there are, counted from the beginning of the period; each
  /// is there `offset` before its end.
  func numbers(
    of duration: Int64, _ timescale: Int64, offset: MediaTime = .zero
  ) -> Range<Int64> {
    func count(_ time: MediaTime) -> Int64 {
      let ticks =
        Int128(time.nanoseconds) * Int128(timescale)
        + Int128(passed) * 1_000_000_000 * Int128(timescale)
      return Int64(clamping: ticks / (1_000_000_000 * Int128(duration)))
    }
    guard let available else { return 0..<0 }
    let first = count(available.lowerBound)
    var last = count(available.upperBound + offset)
    if let end {
      let ticks = Int128(end.nanoseconds - start.nanoseconds) + Int128(passed) * 1_000_000_000
      let length = 1_000_000_000 * Int128(duration)
      last = min(last, Int64(clamping: (ticks * Int128(timescale) + length - 1) / length))
    }
    return first..<max(first, last)
  }
}

extension SegmentAddressing {
  /// Whether a template gives its segments one length, so that they are known by their numbers.
  var isByNumber: Bool {
    kind == .template && child("SegmentTimeline") == nil && element(with: "duration") != nil
  }
}
