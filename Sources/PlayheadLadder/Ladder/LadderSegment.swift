package import PlayheadModel

/// A segment of a level.
package struct LadderSegment: Hashable, Sendable, Codable {
  /// What is fetched.
  package var resource: LadderResource
  /// The number of the level's initialization section that it needs; `nil` if it needs none.
  package let initialization: Int?
  /// The media time that the manifest gives it.
  package var declared: TimeRange
  /// The media time that its samples cover, on the presentation's clock; `nil` if they were not
  /// read.
  package var measured: TimeRange?
  /// How long the longest of its tracks is; `nil` if its samples were not read.
  ///
  /// Pictures that are shown out of order begin later than sound, and end later, so that what
  /// ``measured`` covers, which all tracks have, is less than any has.
  package let trackLength: MediaTime?
  /// How long it is where its period shows only a part of it, as far as the manifest says; `nil` if
  /// all of it lies in the period.
  package let uncutLength: MediaTime?
  /// The number of the tag that names its initialization section, as one may be named by several;
  /// in DASH, of the period.
  package let initializationTag: Int
  /// The number of the level's key that it takes; `nil` if it is not encrypted, or with none that
  /// is fetched.
  package var key: Int?
  /// Whether the first video sample is a sync sample; `nil` if the samples were not read or there
  /// is no video.
  package let startsWithSync: Bool?
  /// Whether the manifest marks it as missing, so that it is never fetched: `EXT-X-GAP`.
  package let isGap: Bool
  /// Whether timestamps or encoding change before it: `EXT-X-DISCONTINUITY`, a new DASH period.
  package let isDiscontinuity: Bool
  /// Why it cannot be played, or not all of it; `nil` if it can.
  package var damage: String?
  /// Whether that is because it ends early: a parser waits for the rest of it, and ``measured`` is
  /// what is there.
  package var isTruncated: Bool
  /// How far it can be played before all of it is in, in order; empty if its samples were not read
  /// for that.
  package var parts: [Part]

  /// Its place among the parts of a segment that is published in parts; zero of a whole segment,
  /// too.
  package var partNumber = 0

  /// The beginning of a segment.
  package struct Part: Hashable, Sendable, BitwiseCopyable, Codable {
    /// How many of the segment's bytes it takes.
    package var bytes: Int64
    /// The media time up to which all tracks have been read then.
    package var end: MediaTime

    /// The beginning up to `end`, which takes `bytes`.
    package init(bytes: Int64, end: MediaTime) {
      self.bytes = bytes
      self.end = end
    }
  }

  /// A segment that covers `declared`, or `measured` as its samples say.
  package init(
    _ resource: LadderResource, initialization: Int? = nil, declared: TimeRange,
    measured: TimeRange? = nil, startsWithSync: Bool? = nil, isGap: Bool = false,
    isDiscontinuity: Bool = false, damage: String? = nil, isTruncated: Bool = false,
    parts: [Part] = [], trackLength: MediaTime? = nil, uncutLength: MediaTime? = nil,
    initializationTag: Int = 0, key: Int? = nil
  ) {
    self.resource = resource
    self.initialization = initialization
    self.declared = declared
    self.measured = measured
    self.startsWithSync = startsWithSync
    self.isGap = isGap
    self.isDiscontinuity = isDiscontinuity
    self.damage = damage
    self.isTruncated = isTruncated
    self.parts = parts
    self.trackLength = trackLength
    self.uncutLength = uncutLength
    self.initializationTag = initializationTag
    self.key = key
  }

  /// The media time that it shows: as its samples say, or the manifest if they were not read.
  package var shown: TimeRange { measured ?? declared }

  /// Where it would end if it were whole.
  var end: MediaTime { isTruncated ? max(shown.end, declared.end) : shown.end }

  /// The length that the manifest gives it.
  package var duration: MediaTime { declared.duration }

  /// The length that its bytes are for: all of it, whatever its period shows of it.
  package var ownLength: MediaTime { uncutLength.map { trackLength ?? $0 } ?? duration }
}
