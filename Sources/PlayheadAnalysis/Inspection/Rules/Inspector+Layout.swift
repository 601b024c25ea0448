import PlayheadModel

extension Inspector {
  /// Where indexes, headers and samples lie.
  var layout: [Finding] {
    [indexAfterMedia, fragments, noDuration, interleaving, padding, pictures].compactMap(\.self)
  }

  private var indexAfterMedia: Finding? {
    guard let first = index.containerIndexes?.first, first.placement != .beforeMedia else {
      return nil
    }
    let isReadFirst = figures.opening.readsEndFirst
    let remedy: Remedy? =
      if index.container == "avi" {
        // It has no place before the media.
        Remedy(
          selection + ["-c", "copy"] + Self.fastStart, from: ["-fflags", "+genpts"],
          container: "mp4")
      } else {
        copying()
      }
    return Finding(
      .indexAfterMedia, isReadFirst ? .warning : .note,
      .index(first, isReadFirst: isReadFirst), in: first.range, remedy: remedy)
  }

  private var fragments: Finding? {
    guard let fragmentation = index.fragmentation else { return nil }
    let end = index.samples.map { $0.offset + Int64($0.size) }.max() ?? 0
    guard fragmentation.listedEnd ?? 0 < end else { return nil }
    return Finding(
      .fragmentsWithoutIndex, .warning, .fragments(fragmentation),
      in: index.containerIndexes?.first?.range,
      remedy: Remedy(
        selection + [
          "-c", "copy", "-movflags", "+frag_keyframe+empty_moov+default_base_moof+global_sidx",
        ]))
  }

  private var noDuration: Finding? {
    // Other containers have no place for it.
    let isStated =
      index.container.contains("matroska") || index.container == "flv"
      || index.container.contains("mov") && index.fragmentation == nil
    guard isStated, index.announcedDuration == nil else { return nil }
    return Finding(.missingDuration, .warning, .noDuration, remedy: copying())
  }

  private var interleaving: Finding? {
    let limit =
      index.fragmentation == nil ? InspectionLimit.interleavingGap : InspectionLimit.fragmentGap
    guard let gap = figures.interleavingGap, gap.time > limit else { return nil }
    return Finding(
      .poorInterleaving, .warning, .gap(gap), at: gap.mediaTime,
      in: place(ofSampleAt: gap.offset),
      remedy: copying(isMovie ? [] : ["-max_interleave_delta", "0"]))
  }

  private var padding: Finding? {
    guard let padding = figures.padding, padding.count > InspectionLimit.header else { return nil }
    return Finding(.largeHeader, .note, .padding(padding), in: padding, remedy: copying())
  }

  private var pictures: Finding? {
    let size = figures.pictures.reduce(0) { $0 + $1.bytes }
    guard let frame = figures.firstFrame, size > InspectionLimit.header,
      frame.downloadedBytes >= size
    else { return nil }
    return Finding(
      .attachedPicture, .note, .pictures(figures.pictures),
      remedy: leavingOut(figures.pictures.map(\.track)))
  }
}
