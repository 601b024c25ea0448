import PlayheadKit
import PlayheadLadder

extension LadderOracle {
  /// What is in of audio that comes ahead of all video.
  private func audio(_ number: Int) -> LadderSegment? {
    guard let job = lanes[number].job, job.isSegmentIn, job.requests.isEmpty else { return nil }
    return lanes[number].lane.levels[job.level].segments[job.segment]
  }

  private var hasMoreVideo: Bool {
    lanes[0].position < duration && lanes[0].segment(of: lanes[0].lastLevel ?? 0) != nil
  }

  private func hasVideo(at time: Int64) -> Bool {
    lanes[0].holds(time, tolerance: loading.gapTolerance.nanoseconds)
  }

  /// Whether the segment of a lane that is in has to wait for video to be loaded.
  func isAheadOfVideo(_ number: Int) -> Bool {
    guard loading.holdsAudioAhead, loading.appends == .segments, number > 0,
      let audio = audio(number), hasUse(audio), hasMoreVideo
    else { return false }
    let (start, end) = (audio.shown.start.nanoseconds, audio.shown.end.nanoseconds)
    let time = start + (end - start) / 20
    return lanes[0].latestEnd < time && !hasVideo(at: time)
  }

  /// Audio that waited goes on if no more video comes, or the latest, after some that ended at
  /// `previous`, is past its start or elsewhere.
  mutating func release(after previous: Int64) {
    for number in 1..<lanes.count {
      guard let start = audio(number)?.shown.start.nanoseconds else { continue }
      let end = lanes[0].latestEnd
      if !hasMoreVideo || end > start || end < previous || hasVideo(at: start) {
        _ = takeIn(number, surplus)
      }
    }
  }
}
