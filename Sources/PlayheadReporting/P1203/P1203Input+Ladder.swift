import PlayheadFiles
import PlayheadLadder
import PlayheadModel

extension P1203Input {
  /// Each segment of a ladder that was shown before `end`, with its own bit rate, of video and of
  /// audio apart.
  ///
  /// A segment's rate is its bytes by its length. Codecs, sizes and frame rates are those that the
  /// manifest declares.
  static func segments(
    of report: AdaptationReport, until end: MediaTime
  ) throws(P1203Error) -> (video: [P1203Segment], audio: [P1203Segment]) {
    let lanes = report.ladder.lanes
    guard let video = lanes.firstIndex(where: { $0.kind != .audio }) else { throw .noVideo }
    // Of a level that declares no codecs, nothing is known, which is told as such.
    if lanes[video].kind == .muxed,
      lanes[video].levels.contains(where: { $0.codecs.contains(where: \.isAudioCodec) })
    {
      throw .audioNotApart
    }
    let shown = try segments(ofLane: video, in: report, until: end)
    guard !shown.isEmpty, let audio = lanes.firstIndex(where: { $0.kind == .audio }) else {
      return (shown, [])
    }
    return (shown, try segments(ofLane: audio, in: report, until: end))
  }

  /// What was shown of a lane, in order of media time: of segments loaded twice, the latter.
  private static func segments(
    ofLane number: Int, in report: AdaptationReport, until end: MediaTime
  ) throws(P1203Error) -> [P1203Segment] {
    let lane = report.ladder.lanes[number]
    var latest: [MediaTime: ShownSegment] = [:]
    for shown in report.played.shownSegments(lane: number) where shown.segment.damage == nil {
      latest[shown.range.start] = shown
    }
    var segments: [P1203Segment] = []
    for (start, shown) in latest.sorted(by: { $0.key < $1.key }) {
      let segment = shown.segment
      let range = TimeRange(start: start, end: min(shown.range.end, end))
      guard range.start < range.end else { continue }
      let level = lane.levels[segment.level]
      guard let rate = BitRate(bytes: segment.bytes, over: segment.shown.duration) else {
        throw .unknownOfLevel(.rate, level: segment.level)
      }
      segments.append(
        P1203Segment(
          codec: try codec(of: lane, segment.level, in: report.ladder), range: range,
          rate: rate,
          picture: lane.kind == .audio ? nil : try picture(of: level, numbered: segment.level)))
    }
    return segments
  }

  /// The name of what a level is encoded with; of HLS audio apart, what the variants declare.
  private static func codec(
    of lane: LadderLane, _ level: Int, in ladder: Ladder
  ) throws(P1203Error) -> String {
    let own = lane.levels[level].codecs
    let declared = own.isEmpty ? ladder.lanes.flatMap { $0.levels.flatMap(\.codecs) } : own
    let names = declared.compactMap { P1203Codec.name(declared: $0) }
    if let name = names.first(where: { $0.isAudio == (lane.kind == .audio) }) { return name.name }
    guard let first = declared.first else { throw .unknownOfLevel(.codec, level: level) }
    throw .codecOfLevel(first, level: level)
  }

  private static func picture(
    of level: Level, numbered number: Int
  ) throws(P1203Error) -> P1203Segment.Picture {
    guard let size = level.resolution else { throw .unknownOfLevel(.size, level: number) }
    guard let rate = level.frameRateThousandths.flatMap({ Ratio($0, of: 1000) }) else {
      throw .unknownOfLevel(.frameRate, level: number)
    }
    return P1203Segment.Picture(width: size.width, height: size.height, frameRate: rate)
  }
}
