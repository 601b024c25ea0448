import PlayheadModel

/// The number and the times of a segment of a `SegmentTemplate` or `SegmentList`.
struct NumberedSegment: Hashable {
  /// `$Number$`.
  let number: Int64
  /// `$Time$`.
  let time: Int64
  /// The start in ticks behind the start of the period.
  let start: Int64
  /// The length in ticks.
  let duration: Int64
}

/// Works out the segments that `@duration` or a `SegmentTimeline` describes.
struct NumberedSegmentReading {
  let addressing: SegmentAddressing
  let attributes: MPDAttributes
  let period: MPDPeriod
  let timescale: Int64
  let presentationTimeOffset: Int64
  /// The number of entries of a list; `nil` for a template.
  let listCount: Int64?
  /// How long before its end a segment of a live MPD is there.
  var offset = MediaTime.zero
  /// The representation, for errors.
  let owner: XMLElement

  /// The segments in order; `nil` after noting why there are none.
  func read() -> [NumberedSegment]? {
    let first = addressing.whole("startNumber", in: 0...(1 << 60), attributes) ?? 1
    if let timeline = addressing.child("SegmentTimeline") {
      return read(timeline, firstNumber: first)
    }
    guard addressing.element(with: "duration") != nil else {
      return single(number: first)
    }
    guard let duration = addressing.whole("duration", in: 1...(1 << 60), attributes) else {
      return nil
    }
    if period.available != nil { return available(duration: duration, firstNumber: first) }
    guard let count = count(duration: duration, firstNumber: first) else { return nil }
    guard count <= ManifestLimits.segments, count <= (1 << 62) / duration else {
      return tooMany(addressing.innermost)
    }
    return (0..<count).map { k in
      NumberedSegment(
        number: first + k, time: k * duration, start: k * duration, duration: duration)
    }
  }

  /// The segments that there were while a live MPD was in use.
  private func available(duration: Int64, firstNumber: Int64) -> [NumberedSegment]? {
    let numbers = period.numbers(of: duration, timescale, offset: offset)
    guard numbers.count <= ManifestLimits.segments, numbers.upperBound <= (1 << 62) / duration
    else { return tooMany(addressing.innermost) }
    let passed = Int128(period.passed) * Int128(timescale)
    return numbers.map { k in
      NumberedSegment(
        number: firstNumber + k, time: k * duration,
        start: Int64(clamping: Int128(k) * Int128(duration) - passed), duration: duration)
    }
  }

  /// The one segment of a period without a segment length.
  private func single(number: Int64) -> [NumberedSegment]? {
    guard listCount ?? 1 == 1 else {
      refuse("@duration or SegmentTimeline is missing")
      return nil
    }
    guard let end = period.end else { return withoutEnd() }
    // Rounded up, because it is cut at the end of the period.
    let ticks = Int128((end - period.start).nanoseconds) * Int128(timescale)
    let length = Int64(clamping: (ticks + 999_999_999) / 1_000_000_000)
    return [NumberedSegment(number: number, time: 0, start: 0, duration: length)]
  }

  private func count(duration: Int64, firstNumber: Int64) -> Int64? {
    if let listCount { return listCount }
    if let last = addressing.whole("endNumber", in: 0...(1 << 60), attributes) {
      return max(0, last - firstNumber + 1)
    }
    guard let end = period.end else {
      _ = withoutEnd()
      return nil
    }
    return Int64(clamping: Self.count(from: 0, to: end - period.start, duration, timescale))
  }

  /// The segments of `duration` ticks from `start` ticks until `end` is reached.
  static func count(
    from start: Int128, to end: MediaTime, _ duration: Int64, _ timescale: Int64
  ) -> Int128 {
    let rest = Int128(end.nanoseconds) * Int128(timescale) - start * 1_000_000_000
    let length = Int128(duration) * 1_000_000_000
    return rest <= 0 ? 0 : (rest + length - 1) / length
  }

  private func withoutEnd() -> [NumberedSegment]? {
    problems.add(
      ManifestProblem(
        line: period.element.line, "the end of the period is unknown",
        hint: "write MPD@mediaPresentationDuration"))
    return nil
  }

  private func tooMany(_ element: XMLElement) -> [NumberedSegment]? {
    problems.add(
      ManifestProblem(
        line: element.line, "\(element.name): more than \(ManifestLimits.segments) segments"))
    return nil
  }

  private func refuse(_ problem: String) {
    problems.add(
      ManifestProblem(
        line: addressing.innermost.line, "\(addressing.innermost.name): \(problem)"))
  }

  private var problems: ManifestProblems { attributes.problems }

  // MARK: SegmentTimeline

  private func read(_ timeline: XMLElement, firstNumber: Int64) -> [NumberedSegment]? {
    let entries = timeline.all("S")
    guard entries.count <= ManifestLimits.segments else { return tooMany(timeline) }
    var segments: [NumberedSegment] = []
    var time: Int64 = 0
    for (place, entry) in entries.enumerated() {
      if entry["t"] != nil {
        guard let start = attributes.whole(entry, "t", in: 0...(1 << 62)) else { return nil }
        guard segments.last.map({ $0.time < start }) ?? true else {
          attributes.refuse(entry, "t", "the segment begins before the one in front of it")
          return nil
        }
        time = start
      }
      guard entry["d"].map({ $0 != "0" }) ?? false else {
        problems.forgive(
          ManifestProblem(
            line: entry.line, entry["d"] == nil ? "S@d: missing" : "S@d: the length is 0",
            hint: "write the length in ticks"),
          "left out", .emptySegment)
        guard problems.options.forgives else { return nil }
        continue
      }
      guard let duration = attributes.whole(entry, "d", in: 1...(1 << 60)),
        let count = self.count(
          entry, time: time, duration: duration,
          next: place + 1 < entries.count ? entries[place + 1] : nil)
      else { return nil }
      guard count <= Int64(ManifestLimits.segments - segments.count),
        count <= ((1 << 62) - time) / duration + 1
      else { return tooMany(entry) }
      for _ in 0..<count {
        let number = firstNumber + Int64(segments.count)
        segments.append(
          NumberedSegment(
            number: number, time: time, start: time - presentationTimeOffset, duration: duration))
        time += duration
      }
    }
    guard !segments.isEmpty else {
      problems.forgive(
        ManifestProblem(
          line: timeline.line, "SegmentTimeline: it lists no segment",
          hint: "list the segments, or leave out the representation"),
        "representation left out", entries.isEmpty ? .emptyTimeline : nil)
      return nil
    }
    return segments
  }

  /// How many segments `entry` stands for.
  private func count(
    _ entry: XMLElement, time: Int64, duration: Int64, next: XMLElement?
  ) -> Int64? {
    guard entry["r"] != nil else { return 1 }
    guard let repeats = attributes.whole(entry, "r", in: -(1 << 60)...(1 << 60)) else { return nil }
    if repeats >= 0 { return repeats + 1 }
    if let next {
      guard let start = attributes.whole(next, "t", in: 0...(1 << 62)) else {
        attributes.refuse(entry, "r", "below 0 needs the t of the next S, or to be in the last one")
        return nil
      }
      guard start > time else {
        attributes.refuse(next, "t", "the segment begins before the one in front of it")
        return nil
      }
      return (start - time - 1) / duration + 1
    }
    guard let end = period.end else {
      _ = withoutEnd()
      return nil
    }
    return Int64(
      clamping: Self.count(
        from: Int128(time) - Int128(presentationTimeOffset), to: end - period.start, duration,
        timescale))
  }
}
