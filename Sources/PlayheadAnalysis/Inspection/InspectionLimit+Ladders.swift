package import PlayheadLadder
package import PlayheadModel

/// The limits beyond which a ladder has a finding; those of the peak and of ends that are apart are
/// as of files.
extension InspectionLimit {
  /// The most that a measured rate may be off the declared one, in percent of the declared one:
  /// Apple has both within 10 % for video on demand.
  package static let ratePercentage: Int64 = 10
  /// The most that a segment's length may be off the declared one: beyond it, players that schedule
  /// by the playlist see a hole where there is none (hls.js's `maxBufferHole`).
  package static let durationError: MediaTime = .milliseconds(100)
  /// The most that levels may be cut apart, by the same hole.
  package static let misalignment: MediaTime = .milliseconds(100)
  /// The longest segment, to the nearest second: Apple's recommendation was 10 s until it became 6
  /// s.
  package static let segmentDuration: MediaTime = .seconds(10)
  /// The length of segments that Apple recommends.
  package static let recommendedDuration: MediaTime = .seconds(6)
  /// The most that a declared frame rate may be outside of the measured ones, in percent of these:
  /// 24 for 23.976 is right to players.
  package static let frameRatePercentage: Int64 = 5
  /// The longest time from one sync sample to the next, by Apple.
  package static let syncInterval: MediaTime = .seconds(2)
  /// The least that a segment is shifted by: more than DASH lets its edges be off.
  package static let shift: MediaTime = .seconds(1)
  /// The least and the most that a level's bit rate may be of the one below, in percent.
  ///
  /// Apple's Technical Note 2224 asks for 150 to 200 %; the steps of Apple's own example ladders
  /// are 130 to 250 %, so these leave room around both.
  package static let levelPercentages: ClosedRange<Int64> = 120...300
  /// How many levels the first variant may be away from the highest that the link carries.
  package static let firstVariantDistance = 1

  /// The players whose tolerance of gaps is known from their source, the least tolerant first.
  package static let gapTolerances: [(player: LadderPlayer, tolerance: MediaTime)] =
    // `maxBufferHole`, `gaps.threshold` and `gapDetectionThreshold`.
    [
      (.hlsJS, .milliseconds(100)), (.dashJS, .milliseconds(300)), (.shaka, .milliseconds(500)),
    ]
    .sorted { $0.1 < $1.1 }

  /// The drift of dates from the lengths of segments, which rounded lengths do not reach.
  package static let dateDrift = MediaTime.milliseconds(500)
}
