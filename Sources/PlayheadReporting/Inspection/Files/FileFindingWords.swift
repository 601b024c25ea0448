import PlayheadAnalysis
import PlayheadModel

/// A finding about a file in words.
struct FileFindingWords {
  let finding: FileFinding
  let media: MediaDescription
  var durations = TextStyle.Durations.clock

  private func text(_ time: MediaTime) -> String { durations.text(time, places: 3) }

  private func name(_ track: Int) -> String {
    "\(media.index.tracks[track].kind.words) (track \(track))"
  }

  /// What was found, a clause without a full stop.
  var message: String {
    switch finding.fault.evidence {
    case .damage(let damage): damage.findings.joined(separator: "; ")
    case .undecodableTrack(let track):
      "no frame of \(name(track.id)) decodes, "
        + (track.codec == "none" ? "whose codec is unknown" : "whose codec is \(track.codec)")
    case .undecodableMedia(let tracks): undecodable(tracks)
    case .notDecoded(let tracks): tracks.map(\.sentence).joined(separator: "; ")
    case .restarts(let restarts):
      restarts.map { $0.sentence(origin: media.presentation.origin) }.joined(separator: "; ")
    case .jumps(let jumps): self.jumps(jumps)
    case .wrongTimestamps(let wrong): wrongTimestamps(wrong)
    case .backwardSteps(let track, let count):
      "\(name(track)) decodes to frames in another order than their timestamps say: "
        + "\(counted(count, "frame")) \(count == 1 ? "goes" : "go") back in time"
    case .misstatements(let times): times.map(misstatement).joined(separator: "; ")
    case .index(let index, let isReadFirst):
      "the index (\(index.name), \(byteText(index.range.count))) lies at byte "
        + "\(groupedText(index.range.lowerBound)), "
        + (index.placement == .afterMedia ? "behind the media" : "among the media")
        + "; a player fetches it before "
        + (isReadFirst ? "it can start" : "its first seek")
    case .fragments(let fragmentation):
      fragmentation.listedEnd.map { "the sidx lists fragments only up to byte \($0)" }
        ?? "no sidx lists the fragments"
    case .noDuration: "the container does not state a duration"
    case .gap(let gap):
      "\(name(gap.track)) lies \(text(gap.time)) behind \(name(gap.trackAhead)): "
        + "the sample shown at \(text(gap.mediaTime)) comes after "
        + "\(byteText(gap.bytes)) that are due later"
    case .padding(let range): "\(byteText(range.count)) before the media are no part of an index"
    case .largeIndex(let index, let rate):
      "the index (\(index.name), \(byteText(index.range.count))) is as large as "
        + "\(text(Self.length(of: index, at: rate))) of the media; "
        + "a player loads it before it can start"
    case .stuffing(let bytes):
      "\(byteText(bytes)) among the media, \(Self.percent(bytes, of: media.index.bytes)) of the "
        + "file, are padding: neither samples nor the framing that they need"
    case .pictures(let pictures):
      "\(counted(pictures.count, "attached picture")) of "
        + "\(byteText(pictures.reduce(0) { $0 + $1.bytes })) before the first frame"
    case .hidden(let hidden):
      hidden.map { "\(text($0.duration)) of \(name($0.track)), \(byteText($0.bytes))" }
        .wordList(or: false) + ", are decoded and never shown"
    case .unplayed(let tracks): unplayed(tracks)
    case .extents(let first, let last): extents(first, last)
    case .peak(let peak, let mean):
      "\(peak.rate.rounded.text) over \(durations.text(peak.window)) from \(text(peak.start)) on, "
        + "\(Self.percent(peak.rate.bitsPerSecond, of: mean.bitsPerSecond)) of the mean of "
        + mean.rounded.text
    case .group(let group, let cost): "\(stretch(group)); \(worst(cost))"
    case .irregularGroup(let group, let cost, let mean):
      "\(stretch(group)), against a mean of \(text(mean)); \(worst(cost))"
    case .reordering(let reordering):
      "\(name(reordering.track)) has up to \(counted(reordering.frames, "frame")) in a row that "
        + "are shown before one decoded earlier, \(text(reordering.delay)) of them"
    case .frameRate(let track):
      "\(name(track.id)) has "
        + "\(track.frameRate.map(Self.framesText) ?? "many") frames a second"
    }
  }

  private func undecodable(_ tracks: [MediaDamage.Track]) -> String {
    let tracks = tracks.map { track in
      var track = track
      (track.missingSamples, track.isLastSampleCut) = (0, false)
      return track
    }
    return MediaDamage(tracks: tracks).findings.joined(separator: "; ")
  }

  private func jumps(_ jumps: [TimestampJump]) -> String {
    guard let first = jumps.first else { return "" }
    let more = jumps.count > 1 ? ", the first of \(jumps.count) holes" : ""
    if first.isStill {
      return "\(name(first.track)) shows one frame from \(text(first.range.start)) to "
        + "\(text(first.range.end)), and outlasts the sound by about as much" + more
    }
    return "\(name(first.track)) shows nothing from \(text(first.range.start)) to "
      + text(first.range.end) + more
  }

  private func wrongTimestamps(_ wrong: [WrongTimestamp]) -> String {
    guard let first = wrong.first else { return "" }
    let origin = media.presentation.origin
    let more = wrong.count > 1 ? ", the first of \(wrong.count) such timestamps" : ""
    return "\(name(first.track)) has a sample at \(text(first.stated - origin)) between two around "
      + "\(text(first.taken - origin)), where it is taken to belong" + more
  }

  private func misstatement(_ times: MisstatedTimes) -> String {
    func range(_ range: TimeRange) -> String { "\(text(range.start)) to \(text(range.end))" }
    let held = text(times.held.duration)
    return switch times.header {
    case .container:
      "the header states a duration of \(text(times.stated.duration)); the media lasts \(held)"
        + (times.held.start > InspectionLimit.misstatedTime
          ? " and begins at \(text(times.held.start))" : "")
    case .track(let track):
      "the header of \(name(track)) (mdhd) states a duration of "
        + "\(text(times.stated.duration)); its samples last \(held)"
    case .segmentIndex:
      "the segment index (sidx) lists times from \(range(times.stated)); the fragments have "
        + range(times.held)
    }
  }

  private func unplayed(_ tracks: [UnshownMedia]) -> String {
    let bytes = tracks.reduce(0) { $0 + $1.bytes }
    let which =
      tracks.count == 1
      ? "\(name(tracks[0].track)) is" : "\(counted(tracks.count, "track")) are"
    return "\(which) not played: \(byteText(bytes)), "
      + "\(Self.percent(bytes, of: media.index.bytes)) of the file"
  }

  private func extents(_ first: TrackExtent, _ last: TrackExtent) -> String {
    finding.rule == .tracksStartApart
      ? "\(name(last.track)) begins \(text(last.range.start - first.range.start)) after "
        + name(first.track)
      : "\(name(first.track)) ends \(text(last.range.end - first.range.end)) before "
        + name(last.track)
  }

  private func stretch(_ group: LongestGroup) -> String {
    "no key frame for \(text(group.duration)) from \(text(max(.zero, group.start))) on"
  }

  private func worst(_ cost: SeekCost) -> String {
    "a seek to \(text(cost.worstTarget)) downloads \(byteText(cost.worstBytes))"
  }

  private static func length(of index: ContainerIndex, at rate: BitRate) -> MediaTime {
    let length = Int128(index.range.count) * 8_000_000_000 / Int128(max(1, rate.bitsPerSecond))
    return MediaTime(nanoseconds: Int64(clamping: length))
  }

  private static func percent(_ part: Int64, of whole: Int64) -> String {
    Ratio(part, of: whole).map { $0.percentText(places: 0) } ?? "all"
  }

  private static func framesText(_ rate: Rational) -> String {
    decimalText(
      (Int64(rate.numerator) * 100 + Int64(rate.denominator) / 2)
        / max(1, Int64(rate.denominator)), places: 2, trimmed: true)
  }

  /// The message as a sentence of its own.
  var sentence: String { message.capitalizedFirst + "." }

  /// What to do about it, a clause before a command or, without one, by itself.
  var advice: String {
    if finding.rule == .notDecoded { return "nothing is to be mended" }
    return switch finding.fault.remedy?.effect {
    case .rewrites: "mend it without loss"
    case .removes: "leave out what nobody needs"
    case .encodes: "encode it again, from the source if there is one"
    case .conceals: "nothing restores it; to hide it, encode it again"
    case nil: "make the file anew from its source"
    }
  }

  /// The command that mends it; `nil` if nothing does.
  var command: String? {
    finding.fault.remedy.map { MendingCommand(remedy: $0, media: media).text }
  }
}

// MARK: Price

extension FileFindingWords {
  /// What it costs, a clause without a subject.
  var price: String {
    if finding.rule == .notDecoded { return "changes nothing of what is predicted" }
    guard let cost = finding.price.cost else {
      return reasonWithoutPrice.map { "has no price: \($0)" } ?? ""
    }
    let missing =
      cost.missing > .zero
      ? "\(durations.text(cost.missing, places: 3)) of pictures or sound, on any link" : nil
    guard cost.waits > .zero else {
      return "costs " + (missing ?? "no time on the reference link")
    }
    let waits = PriceWords(cost, durations: durations)
    return waits.text + (missing.map { ", and \($0)" } ?? "")
  }

  /// Why it has no price, a clause; `nil` if it has one.
  var reasonWithoutPrice: String? {
    guard finding.price.cost == nil else { return nil }
    return finding.rule.withoutCost
      ?? (finding.price == .endless
        ? "on the reference link it does not play to its end"
        : "the mended file cannot be predicted")
  }
}
