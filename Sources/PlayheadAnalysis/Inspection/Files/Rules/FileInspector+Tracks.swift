import PlayheadModel

extension FileInspector {
  /// What is played of the file, and when.
  var tracks: [FileFinding] {
    [hidden, unused, startsApart, endsApart].compactMap(\.self)
  }

  private var hidden: FileFinding? {
    let hidden = figures.hidden.filter { $0.duration > InspectionLimit.hiddenMedia }
    guard let first = hidden.map(\.offset).min() else { return nil }
    return FileFinding(
      .hiddenMedia, .hidden(hidden), at: .zero, in: place(ofSampleAt: first),
      remedy: encoding(presentation.tracks))
  }

  private var unused: FileFinding? {
    let size = figures.unplayed.reduce(0) { $0 + $1.bytes }
    guard size * 100 > index.bytes * InspectionLimit.unusedPercentage else { return nil }
    return FileFinding(
      .unusedTracks, .unplayed(figures.unplayed),
      in: figures.unplayed.first.map { place(ofSampleAt: $0.offset) },
      remedy: leavingOut(figures.unplayed.map(\.track)))
  }

  private var startsApart: FileFinding? {
    let extents = figures.extents.sorted { $0.range.start < $1.range.start }
    guard let first = extents.first, let last = extents.last,
      last.range.start - first.range.start > InspectionLimit.startDistance
    else { return nil }
    return FileFinding(
      .tracksStartApart, .extents(first, last), at: last.range.start,
      in: place(of: last.track, at: last.range.start), remedy: filling(last.track))
  }

  private var endsApart: FileFinding? {
    let extents = figures.extents.sorted { $0.range.end < $1.range.end }
    guard let first = extents.first, let last = extents.last,
      last.range.end - first.range.end > InspectionLimit.endDistance,
      // They end together but for the time that a picture stays.
      !figures.jumps.contains(where: \.isStill),
      // The end of what is cut off is not where it was meant to be.
      !figures.damage.isDamaged || figures.damage.missingTime == .zero
    else { return nil }
    return FileFinding(
      .tracksEndApart, .extents(first, last), at: first.range.end,
      remedy: lengthening(first.track, by: last.range.end - first.range.end))
  }
}
