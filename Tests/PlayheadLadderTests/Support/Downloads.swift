import PlayheadLadder
import PlayheadModel

extension Download {
  /// A segment of `bytes` that ends at `end` milliseconds, after `latency` and `transfer`
  /// milliseconds.
  static func segment(
    _ bytes: Int64, level: Int = 0, number: Int = 0, end: Int64 = 10_000, latency: Int64 = 0,
    transfer: Int64, length: Int64 = 4000, lane: LadderLane.Kind = .video
  ) -> Download {
    Download(
      .segment, lane: lane, level: level, segment: number, bytes: bytes,
      mediaDuration: .milliseconds(length), sent: .milliseconds(end - transfer - latency),
      firstByte: .milliseconds(end - transfer), end: .milliseconds(end))
  }
}

extension AdaptationRule {
  /// Tells the rule of a download in `lane`.
  mutating func loaded(_ download: Download, _ lane: LadderLane) {
    downloaded(download, Observation(of: lane, wallTime: download.end))
  }
}

/// A generator of random numbers of its own: the high bits of a multiplicative congruence.
struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 2 &+ 1 }

  mutating func next(_ range: ClosedRange<Int64>) -> Int64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Int64((state >> 33) % UInt64(range.upperBound - range.lowerBound + 1))
  }
}
