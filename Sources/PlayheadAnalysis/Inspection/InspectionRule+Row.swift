import PlayheadLadder
import PlayheadModel

/// What an inspection is of.
package enum InspectedMedia: String, CaseIterable, Hashable, Sendable {
  /// A media file.
  case file
  /// HLS, MPEG-DASH or another ladder.
  case ladder
}

extension InspectionRule {
  /// What is said of all findings of one rule.
  package struct Row: Sendable {
    /// What is wrong, in a few words.
    package let title: String
    /// The severity of most findings.
    package let severity: Severity
    /// What is inspected for it.
    package let media: [InspectedMedia]
    /// Whether a note is a warning once viewers wait for what it is about.
    let isWorseIfCostly: Bool
    /// The limit, a clause; `nil` where each finding states it.
    package let limit: String?
    /// Where the limit comes from; `nil` if it needs no source.
    package let source: String?

    fileprivate init(
      _ title: String, _ severity: Severity, of media: InspectedMedia...,
      isWorseIfCostly: Bool = false, limit: String? = nil, source: String? = nil
    ) {
      self.title = title
      self.severity = severity
      self.media = media
      self.isWorseIfCostly = isWorseIfCostly
      self.limit = limit
      self.source = source
    }
  }

  private static let apple = "Apple's HLS Authoring Specification"

  /// The limit of gaps, which each player has another of.
  private static var gapLimit: String {
    let players = InspectionLimit.gapTolerances.map { "\($0.player.product) \($0.tolerance.text)" }
    return "gaps that players pass over, at most \(players.joined(separator: ", "))"
  }

  /// The row of the rule in the table of all.
  package var row: Row {
    switch self {
    case .truncated: Row("Media is missing", .error, of: .file)
    case .undecodableTrack: Row("A track does not decode", .error, of: .file)
    case .undecodableMedia: Row("Frames are damaged", .error, of: .file)
    case .notDecoded: Row("A track is not decoded", .note, of: .file)
    case .missingSegments:
      Row("Segments are missing", .error, of: .ladder, limit: "all segments are there")
    case .truncatedSegments:
      Row(
        "Segments are truncated", .error, of: .ladder,
        limit: "segments end where their last box does")
    case .timestampsRestart: Row("Timestamps restart", .warning, of: .file)
    case .timestampsJump: Row("Timestamps jump", .warning, of: .file)
    case .framesOutOfOrder: Row("Frames are shown in the wrong order", .warning, of: .file)
    case .misstatedTimes: Row("A header states wrong times", .warning, of: .file)
    case .shiftedSegments:
      Row(
        "Segments lie elsewhere than declared", .warning, of: .ladder,
        limit: "the length of the segment", source: "ISO/IEC 23009-1, 7.2.1")
    case .segmentGaps:
      Row(
        "Segments leave gaps", .warning, of: .ladder, limit: Self.gapLimit,
        source: "the players' source")
    case .segmentOverlaps:
      Row(
        "Segments overlap", .note, of: .ladder, limit: InspectionLimit.durationError.text,
        source: "maxBufferHole of hls.js")
    case .noSyncSample:
      Row(
        "Segments do not begin with a key frame", .warning, of: .ladder,
        limit: "all segments of video begin with one", source: Self.apple)
    case .segmentDurations:
      Row(
        "Segments are not as long as declared", .warning, of: .ladder,
        limit: "\(InspectionLimit.durationError.text); half a segment in DASH",
        source: "maxBufferHole of hls.js; ISO/IEC 23009-1, 7.2.1")
    case .targetDuration:
      Row(
        "Segments are longer than the target duration", .warning, of: .ladder,
        limit: "the target duration, to the nearest second", source: "RFC 8216bis, 4.4.3.1")
    case .syncInterval:
      Row(
        "Key frames are far apart", .note, of: .ladder, limit: InspectionLimit.syncInterval.text,
        source: Self.apple)
    case .unalignedLevels:
      Row(
        "Levels are not aligned", .warning, of: .ladder, limit: InspectionLimit.misalignment.text,
        source: "maxBufferHole of hls.js")
    case .unmatchedDiscontinuities:
      Row(
        "Discontinuities do not correspond", .warning, of: .ladder,
        limit: "as many in all playlists, with the same sequence numbers, at the same media",
        source: "RFC 8216bis, 6.2.4")
    case .targetDurationsDiffer:
      Row(
        "Target durations differ", .note, of: .ladder,
        limit: "one target duration for all media playlists", source: "RFC 8216bis, 6.2.4")
    case .playlistTypesDiffer:
      Row(
        "Playlist types differ", .warning, of: .ladder, limit: "one type for all media playlists",
        source: "RFC 8216bis, 6.2.4")
    case .missingTrack:
      Row(
        "A track is missing from some segments", .warning, of: .ladder,
        limit: "the same tracks in all segments of a level", source: "RFC 8216bis, 4.4.4.3")
    case .untimedAudio:
      Row(
        "Packed audio has no timestamps", .warning, of: .ladder,
        limit: "an ID3 tag with the timestamp before each segment", source: "RFC 8216, 3.4")
    case .presentationLength:
      Row(
        "The presentation is not as long as declared", .warning, of: .ladder,
        limit: InspectionLimit.endDistance.text, source: "ISO/IEC 23009-1, 5.3.1")
    case .indexAfterMedia: Row("The index lies after the media", .warning, of: .file)
    case .fragmentsWithoutIndex: Row("No index lists the fragments", .warning, of: .file)
    case .missingDuration: Row("The duration is missing", .warning, of: .file)
    case .poorInterleaving: Row("Tracks are interleaved poorly", .warning, of: .file)
    case .largeHeader: Row("Unused bytes before the media", .note, of: .file)
    case .largeIndex: Row("The index takes long to load", .note, of: .file)
    case .stuffing: Row("The file is padded", .warning, of: .file)
    case .attachedPicture: Row("A large picture is loaded before the media", .note, of: .file)
    case .hiddenMedia: Row("Media is decoded and never shown", .warning, of: .file)
    case .unusedTracks: Row("Tracks are downloaded and not played", .warning, of: .file)
    case .tracksStartApart: Row("Tracks begin apart", .warning, of: .file)
    case .tracksEndApart: Row("Tracks end apart", .note, of: .file)
    case .declaredPeak:
      Row(
        "The declared peak bit rate is wrong", .warning, of: .ladder,
        limit: "\(InspectionLimit.ratePercentage) % of the declared rate; in DASH from the average "
          + "to the peak",
        source: "Apple's HLS Authoring Specification; ISO/IEC 23009-1")
    case .declaredAverage:
      Row(
        "The declared average bit rate is wrong", .warning, of: .ladder,
        limit: "\(InspectionLimit.ratePercentage) % of the declared rate", source: Self.apple)
    case .declaredCodecs:
      Row(
        "The declared codecs are wrong", .warning, of: .ladder,
        limit: "the codecs, profiles and levels of the media",
        source: "RFC 8216bis, 4.4.6.2; ISO/IEC 23009-1, 5.3.7")
    case .declaredResolution:
      Row(
        "The declared resolution is wrong", .warning, of: .ladder,
        limit: "the height of the pictures", source: "RFC 8216bis, 4.4.6.2; ISO/IEC 23009-1, 5.3.7")
    case .declaredFrameRate:
      Row(
        "The declared frame rate is wrong", .warning, of: .ladder,
        limit: "\(InspectionLimit.frameRatePercentage) % from the measured rates",
        source: "RFC 8216bis, 4.4.6.2; ISO/IEC 23009-1, 5.3.7")
    case .bitRatePeak:
      Row(
        "The bit rate peaks far above its mean", .note, of: .file, .ladder, isWorseIfCostly: true,
        limit: "\(InspectionLimit.peakPercentage) % of the average", source: Self.apple)
    case .keyframesFarApart: Row("Key frames are far apart", .note, of: .file)
    case .keyframesIrregular: Row("Key frames are irregular", .note, of: .file)
    case .deepReordering: Row("Many frames are reordered", .note, of: .file)
    case .highFrameRate: Row("The frame rate is very high", .note, of: .file)
    case .longSegments:
      Row(
        "Segments are long", .note, of: .ladder, isWorseIfCostly: true,
        limit: InspectionLimit.segmentDuration.text,
        source: "Apple's former recommendation, now 6 s")
    case .keyRotation:
      Row(
        "Every segment has a key of its own", .note, of: .ladder, isWorseIfCostly: true,
        limit: "a key for several segments")
    case .criticalLicence:
      Row(
        "Nothing plays before the licence is there", .note, of: .ladder, isWorseIfCostly: true,
        limit: "a first segment in the clear")
    case .lateSegments:
      Row(
        "Segments come late", .warning, of: .ladder, limit: "each segment as soon as the usual one",
        source: "RFC 8216bis, 6.2.2")
    case .staleManifest:
      Row(
        "The manifest is stale", .warning, of: .ladder,
        limit: "each segment listed as it can be had", source: "RFC 8216bis, 6.2.2")
    case .publishJitter:
      Row(
        "Segments are published unevenly", .note, of: .ladder, limit: "half a target duration",
        source: "RFC 8216bis, 6.2.2")
    case .levelDrift:
      Row(
        "Levels are not in step", .warning, of: .ladder, limit: "a target duration",
        source: "RFC 8216bis, 6.2.4")
    case .dateDrift:
      Row(
        "Dates run away from the media", .warning, of: .ladder,
        limit: InspectionLimit.dateDrift.text, source: "RFC 8216bis, 4.4.4.6")
    case .shortHoldBack:
      Row(
        "The hold-back is short", .warning, of: .ladder, limit: "three target durations",
        source: "RFC 8216bis, 4.4.3.8")
    case .dependentParts:
      Row(
        "Parts cannot be decoded alone", .note, of: .ladder,
        limit: "a part that can be decoded alone within each segment",
        source: "RFC 8216bis, 4.4.4.9")
    case .singleLevel:
      Row(
        "There is one level only", .note, of: .ladder, isWorseIfCostly: true, limit: "two levels",
        source: Self.apple)
    case .firstVariant:
      Row(
        "The first variant is far from the link's rate", .note, of: .ladder, isWorseIfCostly: true,
        limit: "one level from the highest that the link carries", source: "the reference link")
    case .levelsClose:
      Row(
        "Levels are close to each other", .note, of: .ladder,
        limit: "\(InspectionLimit.levelPercentages.lowerBound) % of the level below",
        source: "around the 150 to 200 % of Apple's Technical Note 2224")
    case .levelsFarApart:
      Row(
        "Levels are far apart", .note, of: .ladder,
        limit: "\(InspectionLimit.levelPercentages.upperBound) % of the level below",
        source: "around the 150 to 200 % of Apple's Technical Note 2224")
    case .duplicateVariants:
      Row("Variants are listed twice", .note, of: .ladder, limit: "each variant once")
    case .lanesEndApart:
      Row(
        "Audio and video end apart", .note, of: .ladder, limit: InspectionLimit.endDistance.text,
        source: "as of tracks in files")
    case .missingCodecs:
      Row(
        "Codecs are not declared", .note, of: .ladder,
        limit: "CODECS, in DASH @codecs, of every level",
        source: "Apple's HLS Authoring Specification; DASH-IF Interoperability Points")
    case .missingResolution:
      Row(
        "The resolution is not declared", .note, of: .ladder,
        limit: "RESOLUTION of every variant with video", source: Self.apple)
    case .missingFrameRate:
      Row(
        "The frame rate is not declared", .note, of: .ladder,
        limit: "FRAME-RATE of every variant with video", source: Self.apple)
    case .missingAverage:
      Row(
        "The average bit rate is not declared", .note, of: .ladder, isWorseIfCostly: true,
        limit: "AVERAGE-BANDWIDTH of every variant", source: Self.apple)
    case .missingLanguage:
      Row(
        "Renditions have no language", .note, of: .ladder,
        limit: "LANGUAGE of every EXT-X-MEDIA but those of video", source: Self.apple)
    case .missingIFramePlaylists:
      Row(
        "There are no I-frame playlists", .note, of: .ladder,
        limit: "EXT-X-I-FRAME-STREAM-INF where there is video", source: Self.apple)
    case .missingIndependentSegments:
      Row(
        "Segments are not declared independent", .note, of: .ladder,
        limit: "EXT-X-INDEPENDENT-SEGMENTS in the multivariant playlist or in all of video",
        source: Self.apple)
    }
  }
}
