public import PlayheadLadder
public import PlayheadModel

extension LadderPlayer {
  /// The player that findings about a ladder of `format` are priced on unless another is named: hls.js,
  /// or dash.js for what hls.js cannot play.
  public static func reference(for format: Ladder.Format) -> LadderPlayer {
    format == .dash ? dashJS : hlsJS
  }
}

extension Ladder {
  /// The link that findings are priced on unless another is named: that of a file whose bytes are those
  /// of the middle level, of an even number the upper one, with its audio.
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
