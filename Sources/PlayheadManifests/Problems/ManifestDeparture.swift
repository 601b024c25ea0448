/// A departure from RFC 8216bis or ISO/IEC 23009-1 that players do not all treat alike.
///
/// What each player does, and where its source says so, is ``treatments``.
package enum ManifestDeparture: String, CaseIterable, Hashable, Sendable {
  /// Blank lines before `#EXTM3U` of a multivariant playlist.
  case blankLineBeforeVariants = "blank-line-before-variants"
  /// Blank lines before `#EXTM3U` of a media playlist.
  case blankLineBeforeMedia = "blank-line-before-media"
  /// An attribute twice in a tag.
  case duplicateAttribute = "duplicate-attribute"
  /// Text without its quotes, as of `CODECS`.
  case unquotedText = "unquoted-text"
  /// A variant without `BANDWIDTH`.
  case missingBandwidth = "missing-bandwidth"
  /// A `BANDWIDTH` such as 1500000.0.
  case fractionalBandwidth = "fractional-bandwidth"
  /// A `BANDWIDTH` in quotes.
  case quotedBandwidth = "quoted-bandwidth"
  /// A `RESOLUTION` such as 320X180.
  case unreadableResolution = "unreadable-resolution"
  /// An `EXT-X-STREAM-INF` without a URI behind it.
  case variantWithoutURI = "variant-without-uri"
  /// A URI without an `EXT-X-STREAM-INF` before it.
  case strayVariantURI = "stray-variant-uri"
  /// A tag of media playlists in a multivariant playlist.
  case segmentTagAmongVariants = "segment-tag-among-variants"
  /// A tag of multivariant playlists in a media playlist.
  case variantTagAmongSegments = "variant-tag-among-segments"
  /// A media playlist without an `EXT-X-TARGETDURATION` that begins with a digit.
  case missingTargetDuration = "missing-target-duration"
  /// An `EXT-X-TARGETDURATION` such as 9.9.
  case fractionalTargetDuration = "fractional-target-duration"
  /// A second `EXT-X-TARGETDURATION`.
  case duplicateTargetDuration = "duplicate-target-duration"
  /// An `EXT-X-PLAYLIST-TYPE` of nothing.
  case emptyPlaylistType = "empty-playlist-type"
  /// Another `EXT-X-PLAYLIST-TYPE` than VOD and EVENT.
  case unknownPlaylistType = "unknown-playlist-type"
  /// An `EXT-X-MEDIA-SEQUENCE` that is no whole number.
  case unreadableMediaSequence = "unreadable-media-sequence"
  /// A playlist of type VOD without `EXT-X-ENDLIST`.
  case missingEndList = "missing-endlist"
  /// Blanks before the number of a tag.
  case blanksAroundNumbers = "blanks-around-numbers"
  /// A segment without `EXTINF`.
  case segmentWithoutDuration = "segment-without-duration"
  /// An `EXTINF` that does not begin with a digit.
  case unreadableDuration = "unreadable-duration"
  /// A byte range without an offset behind a segment of another resource.
  case byteRangeWithoutOffset = "byte-range-without-offset"
  /// An `EXT-X-KEY` without `METHOD`.
  case keyWithoutMethod = "key-without-method"
  /// A representation without `@bandwidth`.
  case representationWithoutBandwidth = "representation-without-bandwidth"
  /// A whole number of an MPD written as a decimal, such as 6.0.
  case decimalInMPD = "decimal-in-mpd"
  /// An `S` of a timeline without a length.
  case emptySegment = "empty-segment"
  /// A `SegmentTimeline` without segments.
  case emptyTimeline = "empty-timeline"

  /// What a player makes of a departure.
  package enum Handling: String, CaseIterable, Hashable, Sendable {
    /// It takes it for what it means.
    case takes
    /// It goes on as if the attribute or the tag were not there.
    case ignores
    /// It leaves out the variant, the representation or the segment.
    case drops
    /// It makes something else of it.
    case misreads
    /// It does not play the document.
    case refuses

    /// The verb, for notes.
    package var words: String {
      switch self {
      case .takes: "takes it for what it means"
      case .ignores: "ignores it"
      case .drops: "leaves it out"
      case .misreads: "makes something else of it"
      case .refuses: "refuses it"
      }
    }
  }

  /// What a player does about a departure.
  package struct Treatment: Hashable, Sendable {
    /// The player, without its version.
    package let player: String
    /// What it makes of it.
    package let handling: Handling
    /// Where its source says so: a file, and a line of the version that is modelled if it is known.
    package let source: String

    init(_ player: String, _ handling: Handling, _ source: String) {
      self.player = player
      self.handling = handling
      self.source = source
    }
  }

  /// What `player`, without its version, does; `nil` if its source was not looked at for that.
  package func treatment(by player: String) -> Treatment? {
    treatments.first { $0.player == player }
  }

  /// What is made of it for players of which nothing is known: it is what most of them do.
  package var usual: Handling {
    switch self {
    case .blankLineBeforeVariants, .blankLineBeforeMedia, .duplicateAttribute, .unquotedText,
      .fractionalBandwidth, .quotedBandwidth, .fractionalTargetDuration, .duplicateTargetDuration,
      .missingEndList, .blanksAroundNumbers, .byteRangeWithoutOffset, .decimalInMPD:
      .takes
    case .missingBandwidth, .unreadableResolution, .segmentTagAmongVariants,
      .variantTagAmongSegments, .missingTargetDuration, .emptyPlaylistType, .unknownPlaylistType,
      .unreadableMediaSequence, .keyWithoutMethod, .representationWithoutBandwidth:
      .ignores
    case .variantWithoutURI, .strayVariantURI, .segmentWithoutDuration, .unreadableDuration,
      .emptySegment, .emptyTimeline:
      .drops
    }
  }
}
