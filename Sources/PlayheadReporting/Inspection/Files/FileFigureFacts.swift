import PlayheadAnalysis
import PlayheadModel

/// The figures of a file, by name.
struct FileFigureFacts {
  let file: InspectedFile
  let durations: TextStyle.Durations

  /// The name of the rates.
  static let rates = "rates"

  private var figures: MediaFigures { file.inspection.figures }
  private var media: MediaDescription { file.media }
  private var tracks: [Track] { media.index.tracks }

  private func text(_ time: MediaTime) -> String { durations.text(time, places: 3) }
  private func name(_ track: Int) -> String { "\(tracks[track].kind.words) \(track)" }

  var facts: [(name: String, facts: [String])] {
    [
      (Self.rates, rates), ("first frame", firstFrame), ("index", layout),
      ("interleaving", interleaving), ("key frames", keyframes), ("seek", seek),
      ("reordering", figures.reordering.map(reordering)),
      ("tracks", figures.extents.map(extent)), ("edit lists", editLists),
      ("timestamps", timestamps), ("not shown", unshown), ("decoding", decoding),
    ]
  }

  private var rates: [String] {
    [figures.meanRate.map { "mean \($0.rounded.text)" }].compactMap(\.self)
      + figures.peaks.map { peak in
        "over \(durations.text(peak.window)) up to \(peak.rate.rounded.text) at "
          + text(peak.start)
      }
  }

  private var firstFrame: [String] {
    figures.firstFrame.map {
      [
        "\(byteText($0.downloadedBytes)) in \(counted($0.requestCount, "request")) before it can show"
      ]
    } ?? []
  }

  private var layout: [String] {
    MediaFacts(media: media, durations: durations).opening + [fragments].compactMap(\.self)
  }

  private var fragments: String? {
    guard media.index.container.contains("mov") else { return nil }
    guard let fragmentation = media.index.fragmentation else { return "not fragmented" }
    return fragmentation.listedEnd.map { "fragmented, a sidx lists up to byte \($0)" }
      ?? "fragmented, no sidx"
  }

  private var interleaving: [String] {
    guard let gap = figures.interleavingGap else {
      return figures.extents.count > 1 && figures.restarts.isEmpty ? ["no track comes late"] : []
    }
    return [
      "\(name(gap.track)) at most \(text(gap.time)) and \(byteText(gap.bytes)) behind "
        + "\(name(gap.trackAhead)), at \(text(gap.mediaTime)), byte \(gap.offset)"
    ]
  }

  private var keyframes: [String] {
    guard let group = figures.longestGroup else { return [] }
    let every = MediaFacts(media: media, durations: durations).keyframes(tracks[group.track])
    return [every].compactMap(\.self)
      + ["longest group \(text(group.duration)) from \(text(max(.zero, group.start)))"]
  }

  private var seek: [String] {
    figures.seekCost.map { cost in
      [
        "from the key frame to the target \(byteText(cost.meanBytes)) on average",
        "at most \(byteText(cost.worstBytes)), to \(text(cost.worstTarget))",
      ]
    } ?? []
  }

  private func reordering(_ reordering: Reordering) -> String {
    reordering.frames == 0
      ? "\(name(reordering.track)) none"
      : "\(name(reordering.track)) up to \(counted(reordering.frames, "frame")), "
        + text(reordering.delay)
  }

  private func extent(_ extent: TrackExtent) -> String {
    "\(name(extent.track)) from \(text(extent.range.start)) to \(text(extent.range.end))"
  }

  private var editLists: [String] {
    let lists = tracks.compactMap { track in track.editList.map { (track, $0) } }
    guard media.index.container.contains("mov") else { return [] }
    return lists.isEmpty
      ? ["none"]
      : lists.map { track, list in
        let waits = list.edits.filter { $0.mediaTime == nil }.map(\.duration)
        let start = list.edits.compactMap(\.mediaTime).first
        let parts = [
          waits.isEmpty ? nil : "waits \(text(waits.reduce(.zero, +)))",
          start.map { "from \(text($0))" },
          list.count > 1 ? counted(list.count, "edit") : nil,
        ]
        return "\(name(track.id)) \(parts.compactMap(\.self).joined(separator: ", "))"
      }
  }

  private var timestamps: [String] {
    let restarts = figures.restarts.reduce(0) { $0 + $1.count }
    let facts = [
      restarts > 0 ? "restart \(SummaryText.times(restarts))" : nil,
      figures.jumps.isEmpty ? nil : "\(counted(figures.jumps.count, "hole"))",
    ].compactMap(\.self)
    return facts.isEmpty ? ["continuous"] : facts
  }

  private var unshown: [String] {
    figures.hidden.map { hidden in
      "\(name(hidden.track)) hides \(text(hidden.duration)), \(byteText(hidden.bytes))"
    } + [unplayed].compactMap(\.self)
      + figures.pictures.map { "\(name($0.track)) \(byteText($0.bytes))" }
  }

  private var unplayed: String? {
    guard !figures.unplayed.isEmpty else { return nil }
    return "\(counted(figures.unplayed.count, "track")) not played, "
      + byteText(figures.unplayed.reduce(0) { $0 + $1.bytes })
  }

  private var decoding: [String] {
    guard media.decoding != nil else { return ["not decoded"] }
    let stretches = figures.damage.tracks.flatMap { $0.undecodable ?? [] }.count
    let mode = file.decoding == .keyframes ? "key frames decoded" : "all frames decoded"
    let damage =
      switch stretches {
      case 0: "none damaged"
      case 1: "1 damaged stretch"
      default: "\(stretches) damaged stretches"
      }
    let undecoded = figures.damage.undecodedTracks?.map { "track \($0.number) not decoded" } ?? []
    let isNone = media.decoding?.tracks.allSatisfy { $0.reason != nil } ?? false
    return isNone ? undecoded : ["\(mode), \(damage)"] + undecoded
  }
}
