package import PlayheadModel

/// One encoding of a lane: an HLS variant or rendition, a DASH representation.
package struct Level: Hashable, Sendable, Codable {
  /// Its name in reports: a resolution, a representation's `id`, a playlist's name.
  package var name: String
  /// The declared bit rate: `BANDWIDTH`, `@bandwidth`; of several periods the highest.
  package var bitRate: BitRate
  /// The declared mean bit rate: `AVERAGE-BANDWIDTH`; `nil` if it is not declared.
  package var averageBitRate: BitRate?
  /// The size of the picture; `nil` if it is not declared.
  package var resolution: Resolution?
  /// The declared frames per second, in thousandths; `nil` if they are not declared.
  package var frameRateThousandths: Int64?
  /// The declared codecs, as RFC 6381 writes them; empty if they are not declared.
  package var codecs: [String]
  /// The media playlist, which is fetched before anything else of the level; `nil` in DASH.
  package var playlist: LadderResource?
  /// What is fetched to learn where the segments are, in order, before any segment: the segment
  /// index, and what it is looked for in; empty where a manifest lists the segments.
  package var indexes: [LadderResource]
  /// The initialization sections that segments refer to by number.
  package var initializations: [LadderResource]
  /// The keys and licences that segments refer to by number.
  package var keys: [LevelKey]
  /// The segments in order.
  package var segments: [LadderSegment]
  /// The number of the level that plays with this one in the lane of audio; `nil` for any.
  package var audioLevel: Int?
  /// The place of the variant or representation in its manifest, from zero.
  package var manifestIndex: Int
  /// The longest that a segment may be, in whole seconds to which its declared length is rounded:
  /// `EXT-X-TARGETDURATION`; `nil` outside of HLS.
  package var targetDuration: MediaTime?
  /// How long its parts are at most, if its segments are published in parts, each of which is one
  /// of ``segments``; `nil` if they are whole.
  package var partTarget: MediaTime?
  /// What else its media playlist says; `nil` outside of HLS.
  package var listing: PlaylistListing?
  /// What its media is, a value for each kind of track that differs; empty if it was not read.
  package var tracks: [MeasuredTrack]
  /// What it is in each period that has its lane, in order; empty outside of DASH.
  package var periods: [LevelPeriod] = []
  /// How many of ``indexes``, the last of them, are asked for because the index before them refers
  /// to further ones.
  package var nestedIndexCount = 0
  /// The same level as other servers have it, in the order in which players turn to them after
  /// failures: redundant variants and other pathways of HLS, other `BaseURL`s of DASH.
  package var copies: [Level] = []

  /// A level of `segments`.
  ///
  /// - Precondition: segments refer to existing initialization sections.
  package init(
    name: String, bitRate: BitRate, averageBitRate: BitRate? = nil, resolution: Resolution? = nil,
    frameRateThousandths: Int64? = nil, codecs: [String] = [], playlist: LadderResource? = nil,
    indexes: [LadderResource] = [], initializations: [LadderResource] = [],
    keys: [LevelKey] = [], segments: [LadderSegment], audioLevel: Int? = nil,
    manifestIndex: Int = 0,
    targetDuration: MediaTime? = nil, listing: PlaylistListing? = nil,
    tracks: [MeasuredTrack] = []
  ) {
    precondition(
      segments.allSatisfy { $0.initialization.map { $0 < initializations.count } ?? true },
      "a segment without its initialization section")
    precondition(
      segments.allSatisfy { $0.key.map { $0 < keys.count } ?? true }, "a segment without its key")
    self.name = name
    self.bitRate = bitRate
    self.averageBitRate = averageBitRate
    self.resolution = resolution
    self.frameRateThousandths = frameRateThousandths
    self.codecs = codecs
    self.playlist = playlist
    self.indexes = indexes
    self.initializations = initializations
    self.keys = keys
    self.segments = segments
    self.audioLevel = audioLevel
    self.manifestIndex = manifestIndex
    self.targetDuration = targetDuration
    self.listing = listing
    self.tracks = tracks
  }

  /// The mean bit rate where it is declared, else the declared bit rate.
  package var meanOrPeak: BitRate { averageBitRate ?? bitRate }
}

extension Level {
  /// Whether nobody knows its segments, as its playlist or its index cannot be had.
  package var hasUnknownSegments: Bool {
    (playlist?.failure != nil || indexes.contains { $0.failure != nil })
      && segments.allSatisfy { $0.damage != nil && $0.resource.bytes == 0 }
  }
}

/// The width and height of a picture, in pixels.
package struct Resolution: Hashable, Sendable, Codable {
  /// The pixels of a row.
  package let width: Int
  /// The rows.
  package let height: Int

  /// `width` × `height` pixels.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
