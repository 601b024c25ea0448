import PlayheadAnalysis
import PlayheadLadder
import PlayheadModel
import PlayheadPictures

/// The segments of a ladder over time, by what each level declares and has.
struct InspectedLadderScene {
  let ladder: LadderDescription

  var scene: Scene {
    Scene(
      title: "Segments of \(ladder.name.printable)",
      axis: Axis(.time, to: ladder.ladder.duration.axisPlace),
      panels: ladder.ladder.lanes.map { panel($0, ladder.ladder) })
  }

  /// The bit rate of each segment, with what its level declares.
  private func panel(_ lane: LadderLane, _ ladder: Ladder) -> Panel {
    var marks: [Mark] = []
    let declared = declared(of: lane, in: ladder)
    for (number, level) in lane.levels.enumerated() {
      let tone = ComparisonScene.tone(number)
      var points: [Point] = []
      for segment in level.segments {
        let range = segment.declared
        guard let rate = BitRate(bytes: segment.resource.bytes, over: range.end - range.start)
        else { continue }
        points.append(Point(range.start.axisPlace, rate.bitsPerSecond))
        points.append(Point(range.end.axisPlace, rate.bitsPerSecond))
      }
      let name = "level \(LevelBar.sign(of: number))"
      marks.append(
        Mark(name, tone, .steps(Folding.steps(points, limit: 4000)), title: name))
      if let declared, level.bitRate > .zero {
        marks.append(
          Mark(
            declared, .threshold, .level(level.bitRate.bitsPerSecond),
            title: "\(name): \(declared) \(level.bitRate.text)"))
      }
    }
    let most = declared == nil ? 0 : lane.levels.map(\.bitRate.bitsPerSecond).max() ?? 0
    let highest =
      marks.flatMap { mark -> [Int64] in
        if case .steps(let points) = mark.shape { points.map(\.y) } else { [] }
      }.max() ?? 0
    let prefix = lane.prefix(ladder)
    return Panel(
      prefix.isEmpty ? "video" : "audio",
      title: "Bit rate of segments" + (prefix.isEmpty ? "" : ", audio"),
      summary:
        "The bit rate of each segment of \(counted(lane.levels.count, "level")) over media time"
        + (declared == nil ? "" : ", with the declared ones"),
      axis: Axis(.rate, above: max(most, highest)),
      height: .tall, marks: marks)
  }

  /// What the declared rates of a lane's levels are; `nil` if they declare none.
  ///
  /// Variants of HLS declare what they take with their sound, whose renditions declare nothing.
  private func declared(of lane: LadderLane, in ladder: Ladder) -> String? {
    guard ladder.format == .hls, ladder.lanes.count > 1 else { return "declared" }
    return lane.kind == .audio ? nil : "declared with sound"
  }
}
