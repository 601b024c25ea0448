public import PlayheadModel

extension Ladder {
  /// The same ladder, each segment of which is published in parts of up to `length`, as Low-Latency
  /// HLS has them.
  ///
  /// They are cut at samples where these were read, else by time, with as many bytes as their
  /// share.
  ///
  /// - Precondition: `length` is positive.
  public func inParts(of length: MediaTime) -> Ladder { inParts(of: length) { _, _ in [] } }

  /// The same, in which segments with several fragments are cut only at their ends, which
  /// `fragmentEnds` tells as offsets in a segment of a level; each part has one at least.
  package func inParts(
    of length: MediaTime, fragmentEnds: (LadderSegment, Level) -> [Int64]
  ) -> Ladder {
    precondition(length > .zero, "parts of no length")
    let lanes = lanes.map { lane in
      lane.with(lane.levels.map { $0.inParts(of: length, fragmentEnds) })
    }
    var ladder = with(lanes)
    ladder.recording = recording?.cut(as: lanes)
    return ladder
  }
}

extension Ladder {
  /// How long the chunks are in which the segments of a recorded MPD come, by how much sooner than
  /// its end each can be asked for; `nil` if they come as a whole.
  package var chunkLength: MediaTime? {
    guard recording != nil, let updates, updates.comesInChunks == true, !updates.listsSegments,
      let offset = updates.availabilityOffset
    else { return nil }
    return max(longestSegment - offset, .milliseconds(100))
  }

  /// The same ladder, in which `count` parts of a segment are published as one.
  ///
  /// - Precondition: `count` is positive.
  package func joiningParts(_ count: Int) -> Ladder {
    precondition(count > 0, "no parts to join")
    let lanes = lanes.map { lane in lane.with(lane.levels.map { $0.joiningParts(count) }) }
    var ladder = with(lanes)
    ladder.recording = recording?.joined(from: self.lanes, to: lanes)
    return ladder
  }
}

extension Level {
  fileprivate func joiningParts(_ count: Int) -> Level {
    guard partTarget != nil else { return self }
    var level = self
    level.segments = []
    for part in segments {
      let place = level.segments.count - 1
      guard part.partNumber % count != 0, place >= 0 else {
        var first = part
        first.partNumber = part.partNumber / count
        level.segments.append(first)
        continue
      }
      let (own, more) = (level.segments[place].resource, part.resource)
      let range = own.range.flatMap { own in
        more.range.map { ByteRange(own.lowerBound, $0.upperBound) }
      }
      level.segments[place].resource = LadderResource(
        own.name, bytes: own.bytes + more.bytes, range: range)
      level.segments[place].declared = TimeRange(
        start: level.segments[place].declared.start, end: part.declared.end)
      level.segments[place].measured = level.segments[place].measured.map {
        TimeRange(start: $0.start, end: part.measured?.end ?? $0.end)
      }
    }
    level.partTarget = level.segments.map(\.duration).max()
    return level
  }

  fileprivate func inParts(
    of length: MediaTime, _ fragmentEnds: (LadderSegment, Level) -> [Int64]
  ) -> Level {
    var level = self
    level.targetDuration = liveTargetDuration
    level.segments = segments.flatMap { $0.parts(of: length, fragmentEnds($0, self)) }
    level.partTarget = level.segments.map(\.duration).max()
    return level
  }
}

extension LadderSegment {
  /// Its parts of up to `length`, of which one sample at least is in each.
  fileprivate func parts(of length: MediaTime, _ fragmentEnds: [Int64]) -> [LadderSegment] {
    guard !isGap, damage == nil, duration > length else { return [self] }
    let cuts =
      parts.isEmpty
      ? evenCuts(of: length)
      : sampleCuts(of: length, fragmentEnds.isEmpty ? parts : fragments(upTo: fragmentEnds))
    var pieces: [LadderSegment] = []
    var (bytes, start) = (Int64(0), shown.start)
    for cut in cuts + [Part(bytes: resource.bytes, end: shown.end)] {
      pieces.append(
        piece(
          pieces.count, from: (start, bytes), to: (cut.end, cut.bytes), isLast: cut.end == shown.end
        ))
      (bytes, start) = (cut.bytes, cut.end)
    }
    return pieces
  }

  /// Where it is cut: behind the last sample of which a part of `length` has room.
  private func sampleCuts(of length: MediaTime, _ samples: [Part]) -> [Part] {
    var cuts: [Part] = []
    var start = shown.start
    for (place, part) in samples.enumerated() {
      let next = place + 1 < samples.count ? samples[place + 1].end : shown.end
      guard next - start > length, part.end > start, part.end < shown.end,
        part.bytes > cuts.last?.bytes ?? 0
      else { continue }
      cuts.append(part)
      start = part.end
    }
    return cuts
  }

  /// How far it can be played at each of these offsets.
  private func fragments(upTo ends: [Int64]) -> [Part] {
    ends.filter { $0 < resource.bytes }.compactMap { end in
      let samples = parts.prefix { $0.bytes <= end }
      return samples.map(\.end).max().map { Part(bytes: end, end: $0) }
    }
  }

  private func evenCuts(of length: MediaTime) -> [Part] {
    var cuts: [Part] = []
    var end = shown.start + length
    while end < shown.end {
      let share =
        Int128(resource.bytes) * Int128((end - shown.start).nanoseconds)
        / Int128(shown.duration.nanoseconds)
      cuts.append(Part(bytes: Int64(share), end: end))
      end = end + length
    }
    return cuts
  }

  /// The part numbered `number` between two places of what is shown.
  private func piece(
    _ number: Int, from start: (time: MediaTime, bytes: Int64),
    to end: (time: MediaTime, bytes: Int64),
    isLast: Bool
  ) -> LadderSegment {
    // What the manifest says of times differs from those of samples by the same throughout.
    func declaredTime(_ time: MediaTime) -> MediaTime {
      min(max(declared.start, declared.start + (time - shown.start)), declared.end)
    }
    // Each is a range of the segment's resource, as `EXT-X-PART:BYTERANGE` has it.
    let first = resource.range?.lowerBound ?? 0
    let range = ByteRange(first + start.bytes, first + end.bytes)
    var piece = LadderSegment(
      LadderResource(resource.name, bytes: end.bytes - start.bytes, range: range),
      initialization: initialization,
      declared: TimeRange(
        start: number == 0 ? declared.start : declaredTime(start.time),
        end: isLast ? declared.end : declaredTime(end.time)),
      measured: measured.map { _ in TimeRange(start: start.time, end: end.time) },
      startsWithSync: number == 0 ? startsWithSync : nil,
      isDiscontinuity: isDiscontinuity && number == 0, initializationTag: initializationTag,
      key: key)
    piece.partNumber = number
    return piece
  }
}

extension Level {
  /// Its segments, each in one piece.
  package var wholeSegments: [TimeRange] {
    var whole: [TimeRange] = []
    for segment in segments {
      if segment.partNumber > 0, let last = whole.popLast() {
        whole.append(TimeRange(start: last.start, end: segment.declared.end))
      } else {
        whole.append(segment.declared)
      }
    }
    return whole
  }

  /// Whether no further part of the same segment follows segment `number`.
  func isLastPart(_ number: Int) -> Bool {
    number + 1 >= segments.count || segments[number + 1].partNumber == 0
  }
}
