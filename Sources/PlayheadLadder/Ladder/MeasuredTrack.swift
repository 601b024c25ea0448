package import PlayheadModel

/// What a track of a level's media is, as its initialization section and its samples say.
package struct MeasuredTrack: Hashable, Sendable, Codable {
  /// What it carries.
  package var kind: Track.Kind
  /// The codec, as RFC 6381 writes it; `nil` where that is not known.
  package var codec: String?
  /// The size of the pictures; `nil` without any.
  package var dimensions: Track.Dimensions?
  /// Pictures per second on average, in thousandths; `nil` without any.
  package var frameRateThousandths: Int64?
  /// Pictures per second where they follow each other most closely, in thousandths; `nil` without
  /// any.
  package var peakFrameRateThousandths: Int64?
  /// The longest time from one sync sample to the next within what was read; `nil` without two.
  package var longestSyncInterval: MediaTime?
  /// How many of its segments are packed audio without the timestamp that it has to begin with;
  /// `nil` of anything else.
  package var untimedSegments: Int?
  /// The numbers of the level's segments that lack it and show other tracks.
  package var missingSegments: [Int]?

  /// A track of `kind`.
  package init(
    kind: Track.Kind, codec: String? = nil, dimensions: Track.Dimensions? = nil,
    frameRateThousandths: Int64? = nil, peakFrameRateThousandths: Int64? = nil,
    longestSyncInterval: MediaTime? = nil
  ) {
    self.kind = kind
    self.codec = codec
    self.dimensions = dimensions
    self.frameRateThousandths = frameRateThousandths
    self.peakFrameRateThousandths = peakFrameRateThousandths
    self.longestSyncInterval = longestSyncInterval
  }
}
