import PlayheadModel

extension FileInspector {
  /// How the media is encoded.
  var encoding: [FileFinding] {
    [peak].compactMap(\.self) + [group].compactMap(\.self) + reordering + frameRates
  }

  private var peak: FileFinding? {
    // A mean over a time in which one frame stays says nothing.
    guard !figures.jumps.contains(where: \.isStill), let mean = figures.meanRate,
      let peak = figures.peaks.first(where: { $0.window == InspectionLimit.peakWindow }),
      peak.rate.bitsPerSecond * 100 > mean.bitsPerSecond * InspectionLimit.peakPercentage
    else { return nil }
    let track = index.seekTrack(of: presentation) ?? 0
    return FileFinding(
      .bitRatePeak, .peak(peak, mean: mean), at: peak.start,
      in: place(of: track, at: peak.start), remedy: smoothing)
  }

  private var group: FileFinding? {
    guard let group = figures.longestGroup, let cost = figures.seekCost else { return nil }
    // One picture is no group that lacks a key frame.
    let stills = figures.jumps.filter { $0.isStill && $0.track == group.track }
    guard
      !stills.contains(where: {
        $0.range.start >= group.start && $0.range.end <= group.start + group.duration
      })
    else { return nil }
    let place = place(ofSampleAt: group.offset)
    let start = max(.zero, group.start)
    if group.duration > InspectionLimit.keyframeInterval {
      let isLong = group.duration > InspectionLimit.longKeyframeInterval
      return FileFinding(
        .keyframesFarApart, .group(group, cost), severity: isLong ? .warning : nil, at: start,
        in: place,
        remedy: withKeyframes)
    }
    guard let interval = figures.keyframeIntervals.first(where: { $0.track == group.track }),
      group.duration > InspectionLimit.regularKeyframeInterval,
      group.duration.nanoseconds / InspectionLimit.keyframeIrregularity
        > interval.mean.nanoseconds
    else { return nil }
    return FileFinding(
      .keyframesIrregular, .irregularGroup(group, cost, mean: interval.mean), at: start,
      in: place, remedy: withKeyframes)
  }

  private var reordering: [FileFinding] {
    figures.reordering.filter { $0.frames > InspectionLimit.reorderedFrames }.map { reordering in
      FileFinding(
        .deepReordering, .reordering(reordering),
        remedy: encoding([reordering.track], ["-bf", "3"]))
    }
  }

  private var frameRates: [FileFinding] {
    presentation.tracks.compactMap { number in
      let track = index.tracks[number]
      guard let rate = track.frameRate, rate.denominator > 0,
        Int64(rate.numerator) > InspectionLimit.frameRate * Int64(rate.denominator)
      else { return nil }
      return FileFinding(
        .highFrameRate, .frameRate(track),
        remedy: encoding([number], ["-vf", "fps=\(InspectionLimit.frameRate)"]))
    }
  }
}
