import PlayheadModel

/// What changes put right.
extension FileCauseSearch {
  /// What `change` puts right.
  mutating func facts(
    of change: ScenarioChange, until: WallTime, _ stall: PlayedWaits.Stall?
  ) -> WaitCause.Facts? {
    let presentation = scenario.presentation
    switch change {
    case .indexAtFront:
      return presentation.indexBehindMedia.map {
        .index(bytes: $0.bytes, media: $0.media, requests: base.openingRequests)
      }
    case .interleaved:
      return presentation.interleavingGap(at: stall?.mediaTime ?? .zero).map {
        .interleave(track: $0.track, kind: $0.kind, bytes: $0.bytes)
      }
    case .requestPattern: return .requests(base.requestTimes.count { $0 < until })
    case .highWatermark(let level):
      let byBytes = scenario.policy.countsBytes && scenario.policy.highWatermark == nil
      let field: PolicyField = byBytes ? .highWatermarkBytes : .highWatermark
      return .field(
        field, value: scenario.policy.parameters.value(of: field),
        better: byBytes ? nil : level?.nanoseconds)
    case .threshold(let field, let level):
      let parameters = scenario.policy.parameters
      return .field(
        field, value: parameters.value(of: field) ?? parameters.value(of: .resumeBuffer),
        better: level.nanoseconds)
    case .meanRate(let track): return peak(ofTrack: track, stall)
    case .keyframe(let time):
      guard let number = base.seeks.firstIndex(where: { $0.to == time }) else { return nil }
      return .seek(
        number: number + 1, decodesFrom: base.decodingStarts[number], target: time)
    case .seek(let number, _):
      return .seek(number: number, decodesFrom: nil, target: base.seeks[number - 1].to)
    case .noSlowStart: return slowStartFacts
    case .latency: return latencyFacts(until: until)
    case .dipFilled(let start, let end, let mean): return dipFacts(from: start, to: end, mean: mean)
    case .meanLinkRate(let rate):
      return .bandwidth(mean: scenario.link.profile.meanRate, needed: rate)
    case .link, .policy, .bitRate: return nil
    }
  }

  /// The peak of a track around `stall`, or from the start of the media on.
  private mutating func peak(ofTrack track: Int?, _ stall: PlayedWaits.Stall?) -> WaitCause.Facts? {
    guard let course = courses().first(where: { $0.track == track }) else { return nil }
    let run = stall?.run ?? 0
    let start = base.stalls.last {
      $0.run == run && $0.mediaTime < stall?.mediaTime ?? .zero
    }?.mediaTime
    let begin = start ?? (run == 0 ? .zero : base.beginnings[run])
    let peak =
      TrackPeak(
        of: course, at: stall?.mediaTime ?? .zero, from: begin, to: base.reached[run])
      ?? TrackPeak(of: course, at: stall?.mediaTime ?? .zero, from: .zero, to: base.duration)
    return peak.map {
      .peak(track: course.track, kind: course.kind, range: $0.range, rate: $0.rate, mean: $0.mean)
    }
  }
}
