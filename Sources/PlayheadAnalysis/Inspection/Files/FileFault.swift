package import PlayheadModel

/// What was found in a file.
package struct FileFault: Hashable, Sendable {
  /// What was found.
  package let evidence: Evidence
  /// When it is shown, in media time counted from the origin; `nil` if it has no time.
  package let mediaTime: MediaTime?
  /// Where it lies in the file; `nil` if it has no place.
  package let bytes: ByteRange?
  /// What mends it; `nil` if nothing does but to make the file anew.
  package let remedy: Remedy?

  /// What a finding rests on.
  package enum Evidence: Hashable, Sendable {
    /// What is missing.
    case damage(MediaDamage)
    /// A track that does not decode.
    case undecodableTrack(Track)
    /// What does not decode of each track that has such.
    case undecodableMedia([MediaDamage.Track])
    /// The tracks that were not decoded, one at least.
    case notDecoded([MediaDamage.UndecodedTrack])
    /// Where timestamps begin again.
    case restarts([TimestampRestarts])
    /// Where timestamps jump, at one place at least.
    case jumps([TimestampJump])
    /// Timestamps far from those around them, one at least.
    case wrongTimestamps([WrongTimestamp])
    /// How often a track's frames step back in time, as decoded.
    case backwardSteps(track: Int, count: Int)
    /// Headers that state other times than the samples have, one at least.
    case misstatements([MisstatedTimes])
    /// An index behind the media, and whether players that open the file fetch it first.
    case index(ContainerIndex, isReadFirst: Bool)
    /// How far the fragments are listed.
    case fragments(Fragmentation)
    /// A duration that is missing.
    case noDuration
    /// A late track.
    case gap(TrackGap)
    /// Bytes that nobody needs.
    case padding(ByteRange)
    /// An index that is long for its media, and the mean rate of that.
    case largeIndex(ContainerIndex, meanRate: BitRate)
    /// How many bytes among the media are neither media nor framing nor an index.
    case stuffing(Int64)
    /// Pictures and what they hold.
    case pictures([UnshownMedia])
    /// Media that is hidden.
    case hidden([UnshownMedia])
    /// Tracks that are not played.
    case unplayed([UnshownMedia])
    /// The tracks that begin, or end, first and last.
    case extents(TrackExtent, TrackExtent)
    /// A peak, and the mean that it is far above of.
    case peak(PeakRate, mean: BitRate)
    /// A stretch without a key frame, and what a seek into it costs.
    case group(LongestGroup, SeekCost)
    /// A stretch that is long for what others are.
    case irregularGroup(LongestGroup, SeekCost, mean: MediaTime)
    /// Reordering.
    case reordering(Reordering)
    /// A track of many frames.
    case frameRate(Track)
  }
}

/// Something about a file that a reviewer would object to.
package typealias FileFinding = Finding<FileFault>

extension FileFinding {
  init(
    _ rule: InspectionRule, _ evidence: FileFault.Evidence, severity: Severity? = nil,
    at mediaTime: MediaTime? = nil, in bytes: ByteRange? = nil, remedy: Remedy?
  ) {
    self.init(
      rule, severity,
      FileFault(evidence: evidence, mediaTime: mediaTime, bytes: bytes, remedy: remedy))
  }
}
