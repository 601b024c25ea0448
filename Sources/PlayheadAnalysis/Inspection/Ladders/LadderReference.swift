public import PlayheadLadder
public import PlayheadModel

extension LadderPlayer {
  /// The player that plays a ladder of `format` unless another is named: hls.js of HLS, dash.js of
  /// DASH, and the basic one of what no player reads.
  public static func usual(for format: Ladder.Format) -> LadderPlayer {
    switch format {
    case .hls: hlsJS
    case .dash: dashJS
    case .sizes, .files: basic
    }
  }
}

extension Ladder {
  /// The link that findings are priced on unless another is named: that of a file whose bytes are
  /// those of the middle level, of an even number the upper one, with its audio.
  public var referenceProfile: BandwidthProfile {
    let middle = lanes[0].levels[lanes[0].levels.count / 2]
    let audio = lanes.dropFirst().map { lane in
      lane.levels[min(middle.audioLevel ?? .max, lane.levels.count - 1)]
    }
    let bytes = ([middle] + audio).flatMap(\.segments).reduce(Int128(0)) {
      $0 + Int128($1.resource.bytes)
    }
    return InspectionReference.defaultProfile(
      bytes: Int64(clamping: bytes), duration: duration)
  }
}
