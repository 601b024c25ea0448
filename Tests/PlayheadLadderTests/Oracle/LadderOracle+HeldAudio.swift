import PlayheadKit
import PlayheadLadder

extension LadderOracle {
  /// The end of a segment of video.
  func end(_ place: (level: Int, segment: Int)) -> Int64 {
    lanes[0].lane.levels[place.level].segments[place.segment].shown.end.nanoseconds
  }

  /// What is in of audio that comes ahead of all video.
  private func audio(_ number: Int) -> LadderSegment? {
    guard let job = lanes[number].job, job.isSegmentIn, job.requests.isEmpty else { return nil }
    return lanes[number].lane.levels[job.level].segments[job.segment]
  }

  private func hasVideo(at time: Int64) -> Bool {
    lanes[0].holds(time, tolerance: loading.gapTolerance.nanoseconds)
  }

  /// Whether the segment of a lane that is in has to wait for video to be loaded.
  func isAheadOfVideo(_ number: Int) -> Bool {
    guard loading.holdsAudioAhead, loading.appends == .segments, number > 0,
      let audio = audio(number), audio.damage == nil
    else { return false }
    let (start, end) = (audio.shown.start.nanoseconds, audio.shown.end.nanoseconds)
    let time = start + (end - start) / 20
    return (lanes[0].latest.map(self.end) ?? 0) < time && !hasVideo(at: time)
  }

  /// Audio that waited goes on if the latest video, after some that ended at `previous`, is past its start
  /// or elsewhere.
  mutating func release(after previous: Int64) {
    guard let latest = lanes[0].latest else { return }
    for number in 1..<lanes.count {
      guard let start = audio(number)?.shown.start.nanoseconds else { continue }
      let isPast = end(latest) > start || end(latest) < previous
      if isPast || hasVideo(at: start) { finish(number) }
    }
  }
}
