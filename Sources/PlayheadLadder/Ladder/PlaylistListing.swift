package import PlayheadModel

/// What a media playlist of HLS says of itself.
package struct PlaylistListing: Hashable, Sendable, Codable {
  /// `EXT-X-PLAYLIST-TYPE`; `nil` without it.
  package var type: String?
  /// Whether it has `EXT-X-ENDLIST`.
  package var isEnded: Bool
  /// Whether it has `EXT-X-INDEPENDENT-SEGMENTS`.
  package var hasIndependentSegments: Bool
  /// The stretches of media of one encoding and clock, in order.
  package var stretches: [Stretch]

  /// Segments without a discontinuity between them.
  package struct Stretch: Hashable, Sendable, Codable {
    /// The discontinuity sequence number of its segments.
    package var sequence: Int64
    /// The declared start of its first segment.
    package var start: MediaTime

    /// The segments from `start` on, which have the number `sequence`.
    package init(sequence: Int64, start: MediaTime) {
      self.sequence = sequence
      self.start = start
    }
  }

  /// A playlist that has ended and says nothing more, unless it is given.
  package init(
    type: String? = nil, isEnded: Bool = true, hasIndependentSegments: Bool = false,
    stretches: [Stretch] = []
  ) {
    self.type = type
    self.isEnded = isEnded
    self.hasIndependentSegments = hasIndependentSegments
    self.stretches = stretches
  }
}

/// What a multivariant playlist of HLS lists besides the variants that are played.
package struct MultivariantListing: Hashable, Sendable, Codable {
  /// The number of playlists of I-frames.
  package var iFramePlaylists: Int
  /// The number of variants that are listed again, with the same playlist and the same renditions.
  package var duplicateVariants: Int
  /// The names of the renditions of audio and subtitles without a language, in order.
  package var renditionsWithoutLanguage: [String]
  /// Whether it has `EXT-X-INDEPENDENT-SEGMENTS`.
  package var hasIndependentSegments: Bool
  /// The attributes of each `EXT-X-STREAM-INF`, in order.
  package var variants: [[TagAttribute]]

  /// An attribute of a tag as it is written.
  package struct TagAttribute: Hashable, Sendable, Codable {
    /// Its name: `BANDWIDTH`.
    package var name: String
    /// Its value, with quotes where it has them.
    package var value: String

    /// The attribute `name=value`.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A list of nothing else, unless it is given.
  package init(
    iFramePlaylists: Int = 0, duplicateVariants: Int = 0,
    renditionsWithoutLanguage: [String] = [], hasIndependentSegments: Bool = false,
    variants: [[TagAttribute]] = []
  ) {
    self.iFramePlaylists = iFramePlaylists
    self.duplicateVariants = duplicateVariants
    self.renditionsWithoutLanguage = renditionsWithoutLanguage
    self.hasIndependentSegments = hasIndependentSegments
    self.variants = variants
  }
}
