import PlayheadLadder

/// What an inspection of a ladder looks for, in the order in which it reports.
public enum LadderInspectionRule: String, CaseIterable, Hashable, Sendable {
  /// Segments that are missing, cannot be read or are marked as gaps.
  case missingSegments = "missing-segments"
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
  /// Levels that are cut at different times.
  case unalignedLevels = "unaligned-levels"
  /// A declared peak bit rate that is not the measured one.
  case declaredPeak = "declared-peak"
  /// A declared average bit rate that is not the measured one.
  case declaredAverage = "declared-average"
  /// A peak far above the average.
  case bitRatePeak = "bit-rate-peak"
  /// Segments that take long to load.
  case longSegments = "long-segments"
  /// Nothing to adapt to.
  case singleLevel = "single-level"
  /// A first variant that the reference link is not for.
  case firstVariant = "first-variant"
  /// Levels that hardly differ.
  case levelsClose = "levels-close"
  /// Levels with nothing between them.
  case levelsFarApart = "levels-far-apart"
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
}
