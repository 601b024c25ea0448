import PlayheadModel

extension FileInspector {
  /// Where indexes, headers and samples lie.
  var layout: [FileFinding] {
    [indexAfterMedia, fragments, noDuration, interleaving, padding, largeIndex, stuffing, pictures]
      .compactMap(\.self)
  }

  private var indexAfterMedia: FileFinding? {
    guard let first = index.containerIndexes?.first, first.placement != .beforeMedia else {
      return nil
    }
    // Nothing of a movie starts without its moov, be it sought or read up to.
    let isReadFirst = figures.opening.readsEndFirst || first.name == "moov"
    let remedy: Remedy? =
      if index.container == "avi" {
        // It has no place before the media.
        moving(to: "mp4")
      } else {
        copying()
      }
    return FileFinding(
      .indexAfterMedia, .index(first, isReadFirst: isReadFirst),
      severity: isReadFirst ? nil : .note, in: first.range, remedy: remedy)
  }

  private var fragments: FileFinding? {
    guard let fragmentation = index.fragmentation else { return nil }
    let end = index.samples.map { $0.offset + Int64($0.size) }.max() ?? 0
    guard fragmentation.listedEnd ?? 0 < end else { return nil }
    return FileFinding(
      .fragmentsWithoutIndex, .fragments(fragmentation),
      in: index.containerIndexes?.first?.range,
      remedy: Remedy(
        selection + [
          "-c", "copy", "-movflags", "+frag_keyframe+empty_moov+default_base_moof+global_sidx",
        ]))
  }

  private var noDuration: FileFinding? {
    // Other containers have no place for it.
    let isStated =
      index.container.contains("matroska") || index.container == "flv"
      || index.container.contains("mov") && index.fragmentation == nil
    guard isStated, index.announcedDuration == nil else { return nil }
    return FileFinding(.missingDuration, .noDuration, remedy: copying())
  }

  private var interleaving: FileFinding? {
    let limit =
      index.fragmentation == nil ? InspectionLimit.interleavingGap : InspectionLimit.fragmentGap
    guard let gap = figures.interleavingGap, gap.time > limit else { return nil }
    return FileFinding(
      .poorInterleaving, .gap(gap), at: gap.mediaTime,
      in: place(ofSampleAt: gap.offset),
      remedy: copying(isMovie ? [] : ["-max_interleave_delta", "0"]))
  }

  private var padding: FileFinding? {
    guard let padding = figures.padding, padding.count > InspectionLimit.header else { return nil }
    return FileFinding(.largeHeader, .padding(padding), in: padding, remedy: copying())
  }

  private var largeIndex: FileFinding? {
    guard let table = index.containerIndexes?.first,
      index.openingReads.contains(where: { $0.upperBound >= table.range.upperBound }),
      let rate = figures.meanRate,
      // Fragments have theirs in parts already.
      index.fragmentation == nil
    else { return nil }
    // A picture in it has a finding of its own.
    let pictures = index.samples.filter {
      !index.tracks[Int($0.track)].isPlayable && $0.offset >= table.range.lowerBound
        && $0.offset < table.range.upperBound
    }
    let size = table.range.count - pictures.reduce(0) { $0 + Int64($1.size) }
    guard size > InspectionLimit.header else { return nil }
    func exceeds(_ length: MediaTime) -> Bool {
      Int128(size) * 8 * 1_000_000_000
        > Int128(rate.bitsPerSecond) * Int128(length.nanoseconds)
    }
    guard exceeds(InspectionLimit.indexLength) else { return nil }
    let hasVideo = presentation.tracks.contains { index.tracks[$0].kind == .video }
    return FileFinding(
      .largeIndex, .largeIndex(table, meanRate: rate),
      severity: exceeds(InspectionLimit.longIndexLength) ? .warning : nil, in: table.range,
      remedy: isMovie
        ? Remedy(
          selection + ["-c", "copy", "-movflags"]
            + [
              (hasVideo ? "+frag_keyframe" : "") + "+empty_moov+default_base_moof+global_sidx",
              "-frag_duration", "\(MediaIndex.fragmentLength.nanoseconds / 1000)",
            ]) : nil)
  }

  private var stuffing: FileFinding? {
    let ranges = index.stuffing
    let bytes = ranges.reduce(0) { $0 + $1.count }
    guard let first = ranges.first, bytes > InspectionLimit.header,
      bytes * 100 > index.bytes * InspectionLimit.stuffingPercentage
    else { return nil }
    return FileFinding(.stuffing, .stuffing(bytes), in: first, remedy: copying())
  }

  private var pictures: FileFinding? {
    let size = figures.pictures.reduce(0) { $0 + $1.bytes }
    guard let frame = figures.firstFrame, size > InspectionLimit.header,
      frame.downloadedBytes >= size
    else { return nil }
    return FileFinding(
      .attachedPicture, .pictures(figures.pictures),
      remedy: leavingOut(figures.pictures.map(\.track)))
  }
}
