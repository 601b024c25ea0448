import PlayheadLadder
import PlayheadModel
import PlayheadReporting

/// The control: the bar, what is above and under it, and the lamps.
extension WatchScreen {
  func drawBar(in grid: inout Grid) {
    let area = layout.bar
    guard area.columns > 0, area.row < grid.rows else { return }
    var colors = ProgressBar.Colors.standard
    colors.thumb = thumbColor
    let bar = ProgressBar(
      width: area.columns, style: style.usesUnicode ? .blocks : .ascii,
      colors: style.usesColor ? colors : nil, ambiguousWidth: style.ambiguousWidth)
    grid.put(
      styled: bar.text(
        progress: Ratio(watching.shownTime, of: watching.duration) ?? Ratio(millionths: 0),
        loaded: tick.loadedTimeRanges, of: watching.duration),
      at: area.column, area.row, before: area.end)
  }

  private var thumbColor: ProgressBar.Color? {
    if watching.heldThumb != nil { return .magenta }
    return switch stateInk {
    case .green?: .green
    case .red?: .red
    case .yellow?: .yellow
    default: nil
    }
  }

  /// The row above the bar: stalls by number, loop points, and the time under a held thumb.
  func drawMarks(in grid: inout Grid) {
    let row = layout.bar.row - 1
    guard row > layout.status else { return }
    for stall in watching.session.session.stalls where stall.start <= watching.now {
      let column = layout.column(of: stall.mediaTime, in: watching.duration)
      grid.put("\(stall.number)", at: column, row, Look(.red), before: end)
    }
    for (time, sign) in [(watching.loop.start, "["), (watching.loop.end, "]")] {
      guard let time else { continue }
      let column = layout.column(of: time, in: watching.duration)
      grid.put(sign, at: column, row, Look(.yellow, isBold: true))
    }
    if let held = watching.heldThumb {
      let text = " \(held.clockText(places: 1)) "
      let width = grid.width(of: text)
      let middle = layout.column(of: held, in: watching.duration) - width / 2
      grid.put(text, at: min(max(margin, middle), max(margin, end - width)), row, .reversed)
    }
  }

  /// The row under the bar: the levels of a ladder, or the scale.
  func drawUnderBar(in grid: inout Grid) {
    let row = layout.bar.row + 1
    guard row < layout.keys else { return }
    if let levels = watching.session.levels {
      var buffer = TextBuffer()
      LevelBar(levels, width: layout.bar.columns, style: style).write(tick, to: &buffer)
      grid.put(styled: buffer.text, at: margin, row, before: end)
      return
    }
    let duration = watching.duration
    let quarters: Int64 = layout.bar.columns >= 50 ? 4 : 1
    for number in 0...quarters {
      let time = MediaTime(nanoseconds: duration.nanoseconds / quarters * number)
      let text = time.clockText(places: duration < .seconds(60) ? 1 : 0)
      let width = grid.width(of: text)
      let column = layout.column(of: time, in: duration) - width / 2
      grid.put(text, at: min(max(margin, column), end - width), row, .dim)
    }
  }

  /// The flags of the buffer as lamps, and the figures of this instant.
  func drawLamps(in grid: inout Grid) {
    guard let row = layout.lamps else { return }
    let isShort = end - margin < 76
    let lamps: [(Bool, String, Ink)] = [
      (tick.isPlaybackBufferEmpty, "empty", .red),
      (tick.isPlaybackBufferFull, "full", .yellow),
      (tick.isPlaybackLikelyToKeepUp, isShort ? "keeps up" : "likely to keep up", .green),
    ]
    var column = margin
    for (isLit, name, ink) in lamps {
      let sign = style.usesUnicode ? (isLit ? "●" : "○") : isLit ? "(*)" : "( )"
      column = grid.put(sign, at: column, row, isLit ? Look(ink, isBold: true) : .dim, before: end)
      column = grid.put(
        " \(name)", at: column, row, isLit ? .bold : .dim, before: end)
      column += isShort ? 1 : 3
    }
    // The last ones are left out first.
    for fact in figures where column + grid.width(of: fact) <= end {
      column = grid.put(fact, at: column, row, before: end) + (isShort ? 1 : 3)
    }
  }

  private var figures: [String] {
    let session = watching.session
    let level = session.levels?.level(at: tick.mediaTime, by: watching.now)
    let isShort = end - margin < 76
    return [
      (isShort ? "" : "buffer ") + "\(tick.bufferLevel.clockText(places: 1)) s",
      level.map { number in
        let rate = session.levelRates.indices.contains(number) ? session.levelRates[number] : .zero
        return "level \(LevelBar.sign(of: number)), \(rate.text)"
      },
      "link \(session.scenario.link.rate(at: watching.now).text)",
      "\(byteText(tick.bytesDownloaded)) downloaded",
      tick.bytesWasted > 0 ? "\(byteText(tick.bytesWasted)) wasted" : nil,
    ].compactMap(\.self)
  }
}
