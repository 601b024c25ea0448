import PlayheadAnalysis
import PlayheadModel

/// The figures of an inspection, a row for each.
struct FigureLines {
  let report: InspectionReport
  let style: TextStyle

  private static let nameWidth = 14

  private var figures: MediaFigures { report.inspection.figures }
  private var media: MediaDescription { report.setting.media }
  private var tracks: [Track] { media.index.tracks }
  private var separator: String { style.usesUnicode ? " · " : ", " }

  private func text(_ time: MediaTime) -> String { style.durations.text(time, places: 3) }
  private func name(_ track: Int) -> String { "\(tracks[track].kind.words) \(track)" }

  var lines: [String] {
    facts.flatMap { name, facts in
      row(name, facts) + (name == "rates" ? sparkline : [])
    }
  }

  /// The figures, by name; those that there are.
  var rows: [(name: String, text: String)] {
    facts.filter { !$0.facts.isEmpty }.map { ($0.name, $0.facts.joined(separator: " · ")) }
  }

  private var facts: [(name: String, facts: [String])] {
    [
      ("rates", rates), ("first frame", firstFrame), ("index", layout),
      ("interleaving", interleaving), ("key frames", keyframes), ("seek", seek),
      ("reordering", figures.reordering.map(reordering)),
      ("tracks", figures.extents.map(extent)), ("edit lists", editLists),
      ("timestamps", timestamps), ("not shown", unshown), ("decoding", decoding),
    ]
  }

  private func row(_ name: String, _ facts: [String]) -> [String] {
    facts.isEmpty
      ? []
      : WrappedRow(name: name, nameWidth: Self.nameWidth, style: style).lines(
        facts, separator: separator)
  }

  private var rates: [String] {
    [figures.meanRate.map { "mean \($0.rounded.text)" }].compactMap(\.self)
      + figures.peaks.map { peak in
        "over \(style.durations.text(peak.window)) up to \(peak.rate.rounded.text) at "
          + text(peak.start)
      }
  }

  /// The rate over the duration, in blocks as high as their share of the highest.
  private var sparkline: [String] {
    let isNarrow = style.width - Self.nameWidth < 16
    let margin = isNarrow ? 0 : Self.nameWidth
    let rates = figures.course.rates(columns: max(1, min(64, style.width - margin)))
    guard let top = rates.max(), top > .zero else { return [] }
    let glyphs = ColumnChart.glyphs(style)
    let steps = Int128(glyphs.count - 1)
    let cells = rates.map { rate in
      let height =
        (Int128(rate.bitsPerSecond) * steps + Int128(top.bitsPerSecond) - 1)
        / Int128(top.bitsPerSecond)
      return glyphs[Int(height)]
    }
    return [(spaces(margin) + String(cells)).withoutTrailingSpaces]
  }

  private var firstFrame: [String] {
    figures.firstFrame.map {
      [
        "\(byteText($0.downloadedBytes)) in \(counted($0.requestCount, "request")) before it can show"
      ]
    } ?? []
  }

  private var layout: [String] {
    MediaFacts(media: media, durations: style.durations).opening + [fragments].compactMap(\.self)
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
    let every = MediaFacts(media: media, durations: style.durations).keyframes(tracks[group.track])
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
    let mode = report.setting.decoding == .keyframes ? "key frames decoded" : "all frames decoded"
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
