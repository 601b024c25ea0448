public import PlayheadModel

extension Ladder {
  /// The same ladder, each segment of which is published in parts of up to `length`, as Low-Latency
  /// HLS has them.
  ///
  /// They are cut at samples where these were read, else by time, with as many bytes as their
  /// share.
  ///
  /// - Precondition: `length` is positive.
  public func inParts(of length: MediaTime) -> Ladder {
    precondition(length > .zero, "parts of no length")
    let lanes = lanes.map { lane in
      LadderLane(
        lane.kind, levels: lane.levels.map { $0.inParts(of: length) }, language: lane.language)
    }
    return Ladder(
      format: format, manifests: manifests, lanes: lanes, listing: listing, updates: updates)
  }
}

extension Level {
  fileprivate func inParts(of length: MediaTime) -> Level {
    var level = self
    level.targetDuration = liveTargetDuration
    level.segments = segments.flatMap { $0.parts(of: length) }
    level.partTarget = level.segments.map(\.duration).max()
    return level
  }
}

extension LadderSegment {
  /// Its parts of up to `length`, of which one sample at least is in each.
  fileprivate func parts(of length: MediaTime) -> [LadderSegment] {
    guard !isGap, damage == nil, duration > length else { return [self] }
    let cuts = parts.isEmpty ? evenCuts(of: length) : sampleCuts(of: length)
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
  private func sampleCuts(of length: MediaTime) -> [Part] {
    var cuts: [Part] = []
    var start = shown.start
    for (place, part) in parts.enumerated() {
      let next = place + 1 < parts.count ? parts[place + 1].end : shown.end
      guard next - start > length, part.end > start, part.end < shown.end,
        part.bytes > cuts.last?.bytes ?? 0
      else { continue }
      cuts.append(part)
      start = part.end
    }
    return cuts
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
    let range = resource.range.map { range in
      ByteRange(range.lowerBound + start.bytes, range.lowerBound + end.bytes)
    }
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
