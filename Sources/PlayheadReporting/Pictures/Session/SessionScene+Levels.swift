import PlayheadLadder
import PlayheadModel
import PlayheadPictures

extension SessionScene {
  /// The levels of each lane: what was loaded at which, as blocks as high as their bit rate, and
  /// why.
  var levelPanels: [Panel] {
    session.lanes.enumerated().filter { $1.levels.count > 1 || session.lanes.count == 1 }
      .map(levelPanel)
  }

  private func levelPanel(_ number: Int, _ lane: PicturedSession.Lane) -> Panel {
    let rates = lane.levels.map { $0.bitRate.bitsPerSecond }
    let axis = Axis(.rate, above: rates.max() ?? 0)
    var blocks: [Int: [(Block, LoadedSegment)]] = [:]
    for (segment, asked) in zip(lane.segments, lane.asked) where segment.bytes > 0 {
      let start = asked ?? segment.begun
      let block = Block(
        x: start.axisPlace..<max(start.axisPlace + 1, segment.wallTime.axisPlace),
        y: 0..<max(1, rates[segment.level]))
      blocks[segment.level, default: []].append((block, segment))
    }
    let isSmall = lane.segments.count <= Self.maximumTitles
    let marks = blocks.sorted { $0.key < $1.key }.flatMap { level, blocks -> [Mark] in
      let name = "level \(LevelBar.sign(of: level))"
      let tone = Tone.level(level, of: rates.count)
      guard isSmall else {
        return [Mark(name, tone, .blocks(blocks.map(\.0)), title: "\(lane.prefix)\(name)")]
      }
      return blocks.map { block, segment in
        Mark(name, tone, .blocks([block]), title: title(of: segment, lane))
      }
    }
    let playing = playedSteps(lane, rates)
    return Panel(
      number == 0 ? "levels" : "levels\(number)",
      title: lane.prefix.isEmpty ? "Levels" : "\(lane.prefix.trimmed.capitalizedFirst) levels",
      summary:
        "Segments over the wall time in which they were loaded, as high as their level's bit rate: "
        + levelShares(lane),
      axis: axis,
      marks: marks + (playing.isEmpty ? [] : [Mark("playing", .playhead, .steps(playing))])
        + decisionMarks(lane, rates))
  }

  /// More marks than this have no titles of their own.
  static let maximumTitles = 400

  private func title(of segment: LoadedSegment, _ lane: PicturedSession.Lane) -> String {
    "\(lane.prefix)segment \(segment.segment) at level \(LevelBar.sign(of: segment.level)), "
      + "\(lane.levels[segment.level].bitRate.text), \(byteText(segment.bytes)), loaded at "
      + "\(text(segment.wallTime)), shows \(text(segment.shown.start)) to "
      + "\(text(segment.shown.end))"
  }

  private func levelShares(_ lane: PicturedSession.Lane) -> String {
    let counts = Dictionary(grouping: lane.segments, by: \.level).mapValues(\.count)
    let parts = counts.sorted { $0.key < $1.key }.map {
      "\(counted($0.value, "segment")) at level \(LevelBar.sign(of: $0.key))"
    }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }

  /// The rate of the level at the playhead of each row that plays.
  private func playedSteps(_ lane: PicturedSession.Lane, _ rates: [Int64]) -> [Point] {
    var loaded: [(start: MediaTime, end: MediaTime, level: Int)] = []
    let segments = lane.segments.sorted { $0.begun < $1.begun }
    var next = 0
    var points: [Point] = []
    for tick in ticks {
      while next < segments.count, segments[next].begun <= tick.wallTime {
        let segment = segments[next]
        let place = loaded.partitionPoint { $0.start >= segment.shown.start }
        let entry = (segment.shown.start, segment.shown.end, segment.level)
        if place < loaded.count, loaded[place].start == segment.shown.start {
          loaded[place] = entry
        } else {
          loaded.insert(entry, at: place)
        }
        next += 1
      }
      let place = loaded.partitionPoint { $0.start > tick.mediaTime }
      guard place > 0, tick.phase != .ended else { continue }
      points.append(Point(tick.wallTime.axisPlace, rates[loaded[place - 1].level]))
    }
    return Folding.steps(points, limit: 4000)
  }

  /// Where the level changed, with the reason.
  private func decisionMarks(_ lane: PicturedSession.Lane, _ rates: [Int64]) -> [Mark] {
    let changes = lane.decisions.filter { decision in
      decision.isAbandonment || decision.previousLevel.map { $0 != decision.decision.level } ?? true
    }
    return changes.prefix(Self.maximumTitles).map { decision in
      let level = decision.decision.level
      let (name, sign, tone): (String, Mark.Sign, Tone) =
        if decision.isAbandonment {
          ("abandoned", .cross, .dropped)
        } else if let previous = decision.previousLevel {
          previous < level ? ("up", .up, .good) : ("down", .down, .bad)
        } else {
          ("begins", .start, .playhead)
        }
      let reason = DecisionText.reason(decision.decision)
      return Mark(
        name, tone, .sign(Point(decision.wallTime.axisPlace, rates[level]), sign),
        title: "\(text(decision.wallTime)): \(lane.prefix)level \(LevelBar.sign(of: level)), "
          + "\(lane.levels[level].bitRate.text), from segment \(decision.segment) on: \(reason)")
    }
  }
}
