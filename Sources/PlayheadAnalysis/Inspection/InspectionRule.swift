/// What an inspection looks for, in the order in which it reports.
package enum InspectionRule: String, CaseIterable, Hashable, Sendable {
  // MARK: What is missing or does not decode

  /// Samples, bytes or time that the container announces are not in the file.
  case truncated
  /// A track of which nothing can be decoded.
  case undecodableTrack = "undecodable-track"
  /// Stretches without an intact decoded frame.
  case undecodableMedia = "undecodable-media"
  /// Tracks that were not decoded, so that nobody knows whether their frames are intact.
  case notDecoded = "not-decoded"
  /// Segments that are missing, cannot be read or are marked as gaps.
  case missingSegments = "missing-segments"
  /// Segments that end before their last box does.
  case truncatedSegments = "truncated-segments"

  // MARK: Times

  /// Timestamps that begin again.
  case timestampsRestart = "timestamps-restart"
  /// Timestamps that jump ahead.
  case timestampsJump = "timestamps-jump"
  /// Frames that are decoded in another order than their timestamps say.
  case framesOutOfOrder = "frames-out-of-order"
  /// Headers that state other times than the samples have.
  case misstatedTimes = "misstated-times"
  /// Segments whose samples have other times than the manifest gives them.
  case shiftedSegments = "shifted-segments"
  /// Nothing is shown between two segments.
  case segmentGaps = "segment-gaps"
  /// Segments that show the same time as those before them.
  case segmentOverlaps = "segment-overlaps"
  /// Segments of video that do not begin with a sync sample.
  case noSyncSample = "no-sync-sample"
  /// Segments of other lengths than declared.
  case segmentDurations = "segment-durations"
  /// Segments that are longer than the target duration allows.
  case targetDuration = "target-duration"
  /// Sync samples that are far apart.
  case syncInterval = "sync-interval"
  /// Levels that are cut at different times.
  case unalignedLevels = "unaligned-levels"
  /// Playlists whose discontinuities do not correspond.
  case unmatchedDiscontinuities = "unmatched-discontinuities"
  /// Playlists with different target durations.
  case targetDurationsDiffer = "target-durations-differ"
  /// Playlists of different types, or of which some have ended.
  case playlistTypesDiffer = "playlist-types-differ"
  /// A track is missing from some segments of a level.
  case missingTrack = "missing-track"
  /// Packed audio whose segments do not say when they are shown.
  case untimedAudio = "untimed-audio"
  /// A presentation that is declared longer or shorter than its segments are.
  case presentationLength = "presentation-length"

  // MARK: The layout of files

  /// An index that players have to fetch from behind the media.
  case indexAfterMedia = "index-after-media"
  /// Fragments that no `sidx` lists.
  case fragmentsWithoutIndex = "fragments-without-index"
  /// A container that does not say how long its media is.
  case missingDuration = "missing-duration"
  /// A track that is stored far behind another.
  case poorInterleaving = "poor-interleaving"
  /// Bytes before the media that no player needs.
  case largeHeader = "large-header"
  /// An index that takes long to load before the media.
  case largeIndex = "large-index"
  /// Bytes among the media that no player needs.
  case stuffing
  /// A picture that is loaded before the media.
  case attachedPicture = "attached-picture"
  /// Media that is decoded and never shown.
  case hiddenMedia = "hidden-media"
  /// Tracks that are downloaded and not played.
  case unusedTracks = "unused-tracks"
  /// Tracks that do not begin together.
  case tracksStartApart = "tracks-start-apart"
  /// Tracks that do not end together.
  case tracksEndApart = "tracks-end-apart"

  // MARK: What is declared

  /// A declared peak bit rate that is not the measured one.
  case declaredPeak = "declared-peak"
  /// A declared average bit rate that is not the measured one.
  case declaredAverage = "declared-average"
  /// Declared codecs that are not those of the media.
  case declaredCodecs = "declared-codecs"
  /// A declared size of the picture that is not the one of the media.
  case declaredResolution = "declared-resolution"
  /// A declared frame rate that is not the measured one.
  case declaredFrameRate = "declared-frame-rate"

  // MARK: Encoding

  /// A rate far above the mean.
  case bitRatePeak = "bit-rate-peak"
  /// A long stretch without a key frame.
  case keyframesFarApart = "keyframes-far-apart"
  /// Key frames of which some follow much later than others.
  case keyframesIrregular = "keyframes-irregular"
  /// Many frames that are decoded before their turn.
  case deepReordering = "deep-reordering"
  /// More frames a second than players have to show.
  case highFrameRate = "high-frame-rate"
  /// Segments that take long to load.
  case longSegments = "long-segments"

  // MARK: Encryption

  /// A key for every segment.
  case keyRotation = "key-rotation"
  /// A licence without which nothing is played.
  case criticalLicence = "critical-licence"

  // MARK: Recordings of live events

  /// Segments of a recording that came later than they were due.
  case lateSegments = "late-segments"
  /// A manifest of a recording that did not list what there was.
  case staleManifest = "stale-playlist"
  /// Segments of a recording that are listed at uneven times.
  case publishJitter = "publish-jitter"
  /// Levels of a recording that are published at different times.
  case levelDrift = "level-drift"
  /// Dates of a recording that run away from the lengths of segments.
  case dateDrift = "date-drift"
  /// A hold-back that is less than three target durations.
  case shortHoldBack = "short-hold-back"
  /// Parts that cannot be decoded alone.
  case dependentParts = "dependent-parts"

  // MARK: The levels of a ladder

  /// Nothing to adapt to.
  case singleLevel = "single-level"
  /// A first variant that the reference link is not for.
  case firstVariant = "first-variant"
  /// Levels that hardly differ.
  case levelsClose = "levels-close"
  /// Levels with nothing between them.
  case levelsFarApart = "levels-far-apart"
  /// Variants that are listed twice.
  case duplicateVariants = "duplicate-variants"
  /// Audio and video that do not end together.
  case lanesEndApart = "lanes-end-apart"
  /// Levels without codecs.
  case missingCodecs = "missing-codecs"
  /// Levels without the size of the picture.
  case missingResolution = "missing-resolution"
  /// Levels without a frame rate.
  case missingFrameRate = "missing-frame-rate"
  /// Variants without an average bit rate.
  case missingAverage = "missing-average-bandwidth"
  /// Renditions without a language.
  case missingLanguage = "missing-language"
  /// No playlists of I-frames.
  case missingIFramePlaylists = "missing-i-frame-playlists"
  /// Playlists that do not say that segments can be decoded by themselves.
  case missingIndependentSegments = "missing-independent-segments"
}
