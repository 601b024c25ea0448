package import PlayheadLadder
package import PlayheadModel

/// What an HLS or MPEG-DASH manifest says of its presentation, without a look at the media.
package struct Manifest: Hashable, Sendable {
  /// HLS or DASH.
  package let format: Ladder.Format
  /// The documents that were read, in the order in which they were loaded.
  package let documents: [ManifestDocument]
  /// The lanes, video or everything first, then audio apart.
  package var lanes: [ManifestLane]
  /// What the manifest has that is ignored or looks wrong, a clause each.
  package var notes: [String]
  /// The declared length: of the MPD's periods, or of the lane that ends first.
  package let duration: MediaTime
  /// What a multivariant playlist lists besides; `nil` without one.
  package internal(set) var listing: MultivariantListing?
  /// How long the MPD says that it is, and how long the segments that it lists are; `nil` where
  /// either is not known.
  package internal(set) var declaredLength: Ladder.DeclaredLength?
  /// What an MPD says of how its segments come to be known; `nil` of another manifest.
  package internal(set) var updates: MPDUpdates?
  /// When media time zero is available by a live MPD, were it a segment's end, in nanoseconds since
  /// 1970; `nil` where it does not say (`MPD@availabilityStartTime`).
  package internal(set) var availabilityStart: Int64?
  /// Where it has playback start; `nil` if it does not say.
  package internal(set) var start: LadderStart?
  /// The keys that a multivariant playlist names by itself.
  package internal(set) var sessionKeys: [ManifestKey] = []
  /// Why the player that it was read for does not play it; `nil` if it does.
  package internal(set) var refusal: LadderRefusal?
}

/// A document that was read: a playlist, an MPD, a segment index.
package struct ManifestDocument: Hashable, Sendable {
  /// The document, whose range is set if it is a part of a file.
  package let reference: ManifestReference
  /// Its size in bytes.
  package let bytes: Int64
  /// The levels that it belongs to; empty if it belongs to the presentation.
  package internal(set) var levels: [Place] = []

  /// The place of a level in a manifest.
  package struct Place: Hashable, Sendable {
    /// The number of the lane.
    package let lane: Int
    /// The number of the level in the lane.
    package let level: Int
  }
}
