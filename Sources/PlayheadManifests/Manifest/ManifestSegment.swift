package import PlayheadModel

/// A segment as a manifest declares it.
package struct ManifestSegment: Hashable, Sendable {
  /// What is fetched.
  package var reference: ManifestReference
  /// The number of the level's initialization section that it needs; `nil` if it needs none.
  package let initialization: Int?
  /// The number of the tag that names that section, as several may name it; in DASH, of the period.
  package internal(set) var initializationTag = 0
  /// The media time that the manifest gives it, which its samples may not keep to.
  package internal(set) var declared: TimeRange
  /// Whether it is marked as missing, so that it is never fetched: `EXT-X-GAP`.
  package let isGap: Bool
  /// Whether timestamps or encoding change before it: `EXT-X-DISCONTINUITY`, a new DASH period.
  package let isDiscontinuity: Bool
  /// How the timestamps of its samples become media times.
  package internal(set) var timing: SegmentTiming
  /// The bit rate that the playlist estimates, `EXT-X-BITRATE`; `nil` without an estimate.
  package let declaredBitRate: BitRate?
  /// How long it is where its period shows only a part of it, as far as the manifest says; `nil` if
  /// all of it lies in the period.
  package internal(set) var uncutLength: MediaTime?
  /// How the segment is encrypted, `EXT-X-KEY`; `nil` if it is not, or outside of HLS.
  package internal(set) var encryption: SegmentEncryption?
  /// The number of the level's key that it takes; `nil` if it takes none.
  package internal(set) var key: Int?
  /// How all of its bytes are encrypted, by AES-128; `nil` if they are not, or otherwise.
  package internal(set) var cipher: ManifestCipher?
  /// The number of bytes that the manifest gives it; `nil` if it gives none.
  package var bytes: Int64? { reference.range?.count }
}

/// How the timestamps in a segment become media times.
package enum SegmentTiming: Hashable, Sendable {
  /// In HLS, the first timestamp of all segments with this discontinuity sequence number is shown
  /// at `start`, and the others as much later as they are.
  case discontinuity(sequence: Int64, start: MediaTime)
  /// In DASH, the timestamp of `presentationTimeOffset` ÷ `timescale` seconds is shown at the start
  /// of the period, and what lies outside of the period is not shown.
  case period(TimeRange, presentationTimeOffset: Int64, timescale: Int64)
}

/// How a segment is encrypted.
package enum SegmentEncryption: Hashable, Sendable {
  /// All of its bytes, so that its container cannot be read: AES-128.
  case whole
  /// The payload of its samples: SAMPLE-AES and Common Encryption.
  case samples
}
