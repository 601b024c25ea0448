import PlayheadModel

extension FileInspector {
  /// What is missing, or does not decode.
  var damage: [FileFinding] {
    let damage = figures.damage
    let missing = damage.withoutDecoding
    var findings: [FileFinding] = []
    if missing.isDamaged {
      let end = ByteRange(index.bytes, index.bytes)
      findings.append(
        FileFinding(
          .truncated, .damage(missing), at: missing.start,
          in: missing.interruption.map { ByteRange($0.offset, $0.offset) } ?? end,
          remedy: cuttingOff))
    }
    var damaged: [MediaDamage.Track] = []
    for track in damage.tracks {
      guard let stretches = undecodable(of: track), let first = stretches.first else { continue }
      if decoding?.report(on: track.number)?.frames == 0 {
        findings.append(
          FileFinding(
            .undecodableTrack, .undecodableTrack(index.tracks[track.number]),
            at: first.start, in: place(of: track.number, at: first.start),
            remedy: leavingOut([track.number])))
      } else {
        var track = track
        track.undecodable = stretches
        damaged.append(track)
      }
    }
    if let first = damaged.min(by: { start(of: $0) < start(of: $1) }) {
      findings.append(
        FileFinding(
          .undecodableMedia, .undecodableMedia(damaged), at: start(of: first),
          in: place(of: first.number, at: start(of: first)),
          remedy: encoding(damaged.map(\.number), effect: .conceals)))
    }
    if let undecoded = damage.undecodedTracks {
      findings.append(FileFinding(.notDecoded, .notDecoded(undecoded), remedy: nil))
    }
    return findings
  }

  private func start(of track: MediaDamage.Track) -> MediaTime {
    track.undecodable?.first?.start ?? .zero
  }

  /// The media time of the sample in which a file that is cut off ends, of `track`; `nil` if it
  /// does not end before the track's samples do.
  private func cut(_ track: MediaDamage.Track) -> MediaTime? {
    guard
      track.isLastSampleCut || track.missingSamples > 0 || figures.damage.announcedBytes != nil
    else { return nil }
    let last = index.samples.last { Int($0.track) == track.number }
    return last?.presentationTime.map { $0 - presentation.origin }
  }

  /// The undecodable stretches of `track` but for those in which a file that is cut off ends.
  private func undecodable(of track: MediaDamage.Track) -> [TimeRange]? {
    let cut = cut(track)
    return track.undecodable?.filter { stretch in cut.map { stretch.end <= $0 } ?? true }
  }

  /// Leaves out what a file that is cut off ends in the middle of.
  private var cuttingOff: Remedy {
    let broken = figures.damage.tracks.compactMap { track -> MediaTime? in
      guard let cut = cut(track),
        let start = track.undecodable?.first(where: { $0.end > cut })?.start
      else { return nil }
      // FFmpeg cuts by the times at which samples are decoded.
      let first = index.samples.first { sample in
        Int(sample.track) == track.number
          && sample.presentationTime.map { $0 - presentation.origin >= start } ?? false
      }
      return first?.decodeTime.map { $0 - presentation.origin } ?? start
    }
    return copying(
      broken.min().map { ["-t", $0.secondsText] } ?? [],
      from: ["-fflags", "+discardcorrupt"])
  }

  /// Timestamps that begin again or jump.
  var timestamps: [FileFinding] {
    [restarts, jumps, wrong, disorder, misstated].compactMap(\.self)
  }

  private var restarts: FileFinding? {
    let places = figures.restarts.compactMap(\.places.first)
    guard let first = places.min(by: { $0.offset < $1.offset }) else { return nil }
    return FileFinding(
      .timestampsRestart, .restarts(figures.restarts),
      at: max(.zero, first.from - presentation.origin), in: place(ofSampleAt: first.offset),
      remedy: renumbering)
  }

  private var jumps: FileFinding? {
    guard let first = figures.jumps.first else { return nil }
    return FileFinding(
      .timestampsJump, .jumps(figures.jumps), at: first.range.start,
      in: place(ofSampleAt: first.offset), remedy: renumbering)
  }

  private var wrong: FileFinding? {
    guard let first = index.wrongTimestamps.min(by: { $0.taken < $1.taken }) else { return nil }
    return FileFinding(
      .timestampsJump, .wrongTimestamps(index.wrongTimestamps),
      at: max(.zero, first.taken - presentation.origin), in: place(ofSampleAt: first.offset),
      remedy: renumbering)
  }

  private var disorder: FileFinding? {
    let reports = decoding?.tracks.filter { report in
      // What begins again steps back, too.
      let restarts = figures.restarts.first { $0.track == report.track }?.count ?? 0
      return presentation.tracks.contains(report.track) && report.backwardSteps > restarts
        && report.backwardSteps * 100 > report.frames * InspectionLimit.backwardPercentage
    }
    guard let report = reports?.first else { return nil }
    return FileFinding(
      .framesOutOfOrder,
      .backwardSteps(track: report.track, count: report.backwardSteps),
      remedy: encoding([report.track], ["-vf", "setpts=N/FRAME_RATE/TB"]))
  }

  private var misstated: FileFinding? {
    guard !figures.misstatements.isEmpty, !figures.damage.isDamaged else { return nil }
    return FileFinding(
      .misstatedTimes, .misstatements(figures.misstatements), remedy: copying())
  }
}
