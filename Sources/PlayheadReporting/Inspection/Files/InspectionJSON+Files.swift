import PlayheadAnalysis
import PlayheadFiles
import PlayheadModel

extension InspectionJSON {
  /// How `file` was read.
  static func reading(_ file: InspectedFile) -> [JSONValue.Member] {
    JSONValue.list([
      "tracks": file.tracks.map { .array($0.map { .whole($0) }) } ?? .null,
      "decode": .string(file.decoding.rawValue),
    ])
  }

  /// What was found in `file`.
  static func found(_ file: InspectedFile) -> [JSONValue.Member] {
    JSONValue.list([
      "figures": figures(file.inspection.figures, file.media.index),
      "findings": .array(file.inspection.findings.map { finding($0, file.media) }),
    ])
  }

  private static func figures(_ figures: MediaFigures, _ index: MediaIndex) -> JSONValue {
    .members([
      "meanBitsPerSecond": .rate(figures.meanRate),
      "peaks": .array(
        figures.peaks.map { peak in
          .members([
            "windowSeconds": .seconds(peak.window),
            "rateBitsPerSecond": .rate(peak.rate),
            "mediaSeconds": .seconds(peak.start),
          ])
        }),
      "firstFrame": figures.firstFrame.map { frame in
        .members([
          "downloadedBytes": .integer(frame.downloadedBytes),
          "requestCount": .whole(frame.requestCount),
        ])
      } ?? .null,
      "fragmentation": index.fragmentation.map { fragmentation in
        .members(["listedEndBytes": .whole(fragmentation.listedEnd)])
      } ?? .null,
      "interleavingGap": gap(figures.interleavingGap),
      "longestGroup": group(figures.longestGroup),
      "seek": seek(figures.seekCost),
      "reordering": .array(figures.reordering.map(reordering)),
      "extents": .array(figures.extents.map(extent)),
      "editLists": .array(index.tracks.compactMap(editList)),
      "jumps": .array(figures.jumps.map(jump)),
      "misstatements": .array(figures.misstatements.map(misstatement)),
      "hidden": .array(figures.hidden.map(unshown)),
      "unplayed": .array(figures.unplayed.map(unshown)),
      "attachedPictures": .array(figures.pictures.map(unshown)),
    ])
  }

  private static func gap(_ gap: TrackGap?) -> JSONValue {
    guard let gap else { return .null }
    return .members([
      "track": .whole(gap.track),
      "trackAhead": .whole(gap.trackAhead),
      "gapSeconds": .seconds(gap.time),
      "gapBytes": .integer(gap.bytes),
      "mediaSeconds": .seconds(gap.mediaTime),
      "offsetBytes": .integer(gap.offset),
    ])
  }

  private static func group(_ group: LongestGroup?) -> JSONValue {
    guard let group else { return .null }
    return .members([
      "track": .whole(group.track),
      "durationSeconds": .seconds(group.duration),
      "mediaSeconds": .seconds(group.start),
      "offsetBytes": .integer(group.offset),
    ])
  }

  private static func seek(_ cost: SeekCost?) -> JSONValue {
    guard let cost else { return .null }
    return .members([
      "track": .whole(cost.track),
      "meanBytes": .integer(cost.meanBytes),
      "worstBytes": .integer(cost.worstBytes),
      "worstSeconds": .seconds(cost.worstTarget),
      "worstOffsetBytes": .integer(cost.worstStart),
    ])
  }

  private static func reordering(_ reordering: Reordering) -> JSONValue {
    .members([
      "track": .whole(reordering.track),
      "frames": .whole(reordering.frames),
      "delaySeconds": .seconds(reordering.delay),
    ])
  }

  private static func extent(_ extent: TrackExtent) -> JSONValue {
    .members([
      "track": .whole(extent.track),
      "startSeconds": .seconds(extent.range.start),
      "endSeconds": .seconds(extent.range.end),
      "bytes": .integer(extent.bytes),
    ])
  }

  private static func editList(_ track: Track) -> JSONValue? {
    track.editList.map { list in
      .members([
        "track": .whole(track.id),
        "count": .whole(list.count),
        "edits": .array(
          list.edits.map { edit in
            .members([
              "durationSeconds": .seconds(edit.duration),
              "mediaSeconds": .seconds(edit.mediaTime),
            ])
          }),
      ])
    }
  }

  private static func jump(_ jump: TimestampJump) -> JSONValue {
    .members([
      "track": .whole(jump.track),
      "startSeconds": .seconds(jump.range.start),
      "endSeconds": .seconds(jump.range.end),
      "offsetBytes": .integer(jump.offset),
    ])
  }

  private static func misstatement(_ times: MisstatedTimes) -> JSONValue {
    let (name, track): (String, Int?) =
      switch times.header {
      case .container: ("container", nil)
      case .track(let number): ("track", number)
      case .segmentIndex: ("segmentIndex", nil)
      }
    return .members([
      "header": .string(name),
      "track": .whole(track),
      "statedStartSeconds": .seconds(times.header == .segmentIndex ? times.stated.start : nil),
      "statedDurationSeconds": .seconds(times.stated.duration),
      "heldStartSeconds": .seconds(times.held.start),
      "heldDurationSeconds": .seconds(times.held.duration),
    ])
  }

  private static func unshown(_ media: UnshownMedia) -> JSONValue {
    .members([
      "track": .whole(media.track),
      "samples": .whole(media.samples),
      "bytes": .integer(media.bytes),
      "durationSeconds": .seconds(media.duration),
      "offsetBytes": .integer(media.offset),
    ])
  }

  private static func finding(_ finding: FileFinding, _ media: MediaDescription) -> JSONValue {
    let words = FileFindingWords(finding: finding, media: media)
    let fault = finding.fault
    return .object(
      head(finding, words.sentence)
        + JSONValue.list([
          "mediaSeconds": .seconds(fault.mediaTime),
          "offsetBytes": .whole(fault.bytes?.lowerBound),
          "endOffsetBytes": .whole(fault.bytes?.upperBound),
          "cost": finding.price.cost.map(cost) ?? .null,
          "unpriced": .text(words.reasonWithoutPrice),
          "remedy": fault.remedy.map { remedy in
            .members([
              "effect": .string(remedy.effect.name),
              "command": .text(words.command),
            ])
          } ?? .null,
        ]))
  }

  private static func cost(_ cost: InspectionCost) -> JSONValue {
    .members([
      "totalSeconds": .seconds(cost.waits),
      "startupSeconds": .seconds(cost.startup),
      "stalledSeconds": .seconds(cost.stalled),
      "seekSeconds": .seconds(cost.seek),
      "missingSeconds": .seconds(cost.missing),
    ])
  }
}

extension Remedy.Effect {
  /// The name in JSON.
  var name: String {
    switch self {
    case .rewrites: "rewrites"
    case .removes: "removes"
    case .encodes: "encodes"
    case .conceals: "conceals"
    }
  }
}
