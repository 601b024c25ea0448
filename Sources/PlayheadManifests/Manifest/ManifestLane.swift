package import PlayheadLadder
package import PlayheadModel

/// What a player loads on its own, as a manifest declares it.
package struct ManifestLane: Hashable, Sendable {
  /// What the lane carries; muxed also if the manifest does not say.
  package let kind: LadderLane.Kind
  /// The language of the audio, as BCP 47 writes it; `nil` if it is not declared.
  package let language: String?
  /// The name of the rendition, or the `id` of the adaptation set; `nil` without one.
  package let name: String?
  /// The levels in ascending order of their bit rate, then in that of the manifest; at least one.
  package var levels: [ManifestLevel]

  /// The declared end of the level that ends last.
  var end: MediaTime { levels.compactMap { $0.segments.last?.declared.end }.max() ?? .zero }
}

/// A variant or rendition of HLS, or a representation of DASH, as the manifest declares it.
package struct ManifestLevel: Hashable, Sendable {
  /// Its name in reports: a resolution, a representation's `id`, a rendition's or playlist's name.
  package let name: String
  /// The declared bit rate, `BANDWIDTH` or `@bandwidth`; `nil` if it is not declared.
  package let bitRate: BitRate?
  /// The declared mean bit rate, `AVERAGE-BANDWIDTH`; `nil` if it is not declared.
  package let averageBitRate: BitRate?
  /// The size of the picture; `nil` if it is not declared.
  package let resolution: Resolution?
  /// The declared frames per second, in thousandths; `nil` if they are not declared.
  package let frameRateThousandths: Int64?
  /// The declared codecs, as RFC 6381 writes them; empty if they are not declared.
  package let codecs: [String]
  /// The media playlist; `nil` in DASH.
  package let playlist: ManifestReference?
  /// What players fetch to learn where the segments are, in order: the segment index (`sidx`, or
  /// cues of WebM), and what it is looked for in where the MPD does not place it; empty if the
  /// manifest lists the segments.
  package let indexes: [ManifestReference]
  /// The initialization sections that segments refer to by number.
  package var initializations: [ManifestReference]
  /// How initialization sections are encrypted, by their numbers; nothing of those that are not.
  package internal(set) var initializationCiphers: [Int: ManifestCipher] = [:]
  /// The keys and licences that segments refer to by number.
  package internal(set) var keys: [ManifestKey] = []
  /// The segments in order; at least one.
  package var segments: [ManifestSegment]
  /// The number of the level of the audio lane that plays with this one; `nil` for any.
  package let audioLevel: Int?
  /// The place of the variant, rendition or representation in its manifest, from zero.
  package let manifestIndex: Int
  /// The longest that a segment may be, `EXT-X-TARGETDURATION`; `nil` outside of HLS.
  package let targetDuration: MediaTime?
  /// The digits behind the point of the `EXTINF` that has the fewest; `nil` outside of HLS.
  package internal(set) var durationDecimals: Int?
  /// What else its media playlist says; `nil` outside of HLS.
  package internal(set) var listing: PlaylistListing?
  /// What it is in each period that has its lane; empty outside of DASH.
  package internal(set) var periods: [LevelPeriod] = []
  /// How many of ``indexes``, the last of them, are asked for because the index before them refers
  /// to further ones.
  package internal(set) var nestedIndexCount = 0
  /// The same level on other servers, with the same segments, in order: for failures.
  package internal(set) var copies: [ManifestLevel] = []
  /// What of it cannot be had without which no player knows its segments; `nil` if nothing is.
  package internal(set) var lack: ManifestLack?
  /// Where the segments end that the last period lists one by one; `nil` if it lists none.
  var listedEnd: MediaTime?

  /// Whether an MPD gives its segments one nominal length, by `@duration`, rather than list them.
  package var hasNominalTimes: Bool {
    playlist == nil && indexes.isEmpty && listedEnd == nil && segments.count > 1
  }

  /// Whether its segments are those of another level, as nobody knows its own.
  package var hasUnknownSegments: Bool { lack.map { !$0.knowsSegments } ?? false }

  /// The level with the segments numbered `range` only.
  package func with(_ range: Range<Int>) -> ManifestLevel {
    var level = self
    level.segments = Array(segments[range])
    return level
  }
}

extension Array where Element: Equatable {
  /// Where `element` is, appended if it was not there.
  mutating func place(adding element: Element) -> Int {
    if let place = firstIndex(of: element) { return place }
    append(element)
    return count - 1
  }
}
