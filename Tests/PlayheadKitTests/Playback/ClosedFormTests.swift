import Expectations
import PlayheadKit
import Testing

/// With an unlimited buffer and one request, a player that starts at S has every sample in time if
/// S is at least the arrival of the last byte the sample needs less its presentation time.
@Suite struct `The least wait without a stall` {
  @Test(arguments: Seeds.blocks(4_000_000..<4_000_500, of: 25, few: 100))
  func `is the latest arrival before its presentation time`(block: Range<UInt64>) throws {
    for seed in block {
      guard let download = try OneDownload(seed: seed), download.least > .zero else { continue }
      let enough = try download.play(at: download.least)
      expect(enough.start, equals: download.least, "seed \(seed)")
      expect(enough.stalls, equals: 0, "seed \(seed)")
      let tooSoon = try download.play(at: download.least - .resolution)
      // Nothing at all may be in yet at that time; if something is, it runs out.
      expect(
        tooSoon.stalls > 0 || tooSoon.start == download.least, "seed \(seed)")
    }
  }
}

/// Random media that one request fetches as a whole over a random link that brings all of it.
private struct OneDownload {
  let duration: MediaTime
  /// When the media is loaded how far.
  let arrivals: [(time: WallTime, end: MediaTime)]
  /// The least wait, straight from the samples.
  let least: WallTime

  init?(seed: UInt64) throws {
    let random = try RandomSession(seed: seed)
    let presentation = try random.presentation
    guard let first = presentation.wantedRanges.first, presentation.duration > .zero else {
      return nil
    }
    duration = presentation.duration
    let link = OracleLink(profile: random.profile)
    let since = link.latency(at: 0)
    func arrival(_ position: Int64) -> WallTime? {
      link.arrival(of: max(0, position - first.lowerBound), from: since)
        .map { WallTime(nanoseconds: $0) }
    }
    var arrivals: [(WallTime, MediaTime)] = []
    for step in presentation.rendition.loading.steps {
      guard let time = arrival(step.position.bytes) else { return nil }
      arrivals.append((time, step.end))
    }
    self.arrivals = arrivals
    var least = WallTime.zero
    let ends = wantedEnds(random.media.index, presentation.tracks)
    for sample in random.media.index.samples
    where presentation.tracks.contains(Int(sample.track)) && sample.isShown {
      guard let time = sample.presentationTime,
        let arrival = arrival(ends[Int(sample.needs)])
      else {
        return nil
      }
      // What would be shown at the very end, for no time, is not waited for.
      let mediaTime = time - presentation.origin
      if mediaTime < duration { least = max(least, arrival - .playing(mediaTime)) }
    }
    self.least = least
  }

  /// Plays from `wait` on, or from when the first of it is in, and counts the stalls.
  func play(at wait: WallTime) throws -> (start: WallTime?, stalls: Int) {
    var player = PlaybackModel(
      duration: duration,
      policy: try BufferingPolicy(
        startupThreshold: .zero, resumeThreshold: .zero, highWatermark: nil))
    var start: WallTime?
    func note(_ transitions: Transitions, _ time: WallTime) {
      if transitions.contains(.started) { start = time }
    }
    var next = 0
    while next < arrivals.count, arrivals[next].time <= wait {
      note(player.mediaLoaded(upTo: arrivals[next].end, at: arrivals[next].time), .zero)
      next += 1
    }
    note(player.play(at: wait), wait)
    while player.timeControlStatus != .ended {
      let arrival = next < arrivals.count ? arrivals[next].time : nil
      if let deadline = player.nextDeadline, arrival.map({ deadline < $0 }) ?? true {
        note(player.timeAdvanced(to: deadline), deadline)
      } else if let arrival {
        note(player.mediaLoaded(upTo: arrivals[next].end, at: arrival), arrival)
        next += 1
      } else {
        break
      }
    }
    return (start, player.stallCount)
  }
}
