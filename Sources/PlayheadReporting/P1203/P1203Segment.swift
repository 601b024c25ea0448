import PlayheadFiles
import PlayheadModel

/// A track as far as it was shown: one segment in the input of ITU-T P.1203.
struct P1203Segment {
  let track: Track
  let codec: String
  let range: TimeRange
  let rate: BitRate
  let frameRate: Ratio?

  /// The part of `extent` that was shown when media was played up to `end`; `nil` if none was.
  init?(_ extent: TrackExtent, of track: Track, until end: MediaTime) throws(P1203Error) {
    guard let codec = P1203Codec.name(track) else { throw .codec(track.codec, track: track.id) }
    frameRate = track.frameRate.flatMap { Ratio(Int64($0.numerator), of: Int64($0.denominator)) }
    guard extent.range.start < end else { return nil }
    guard let rate = extent.rate else { throw .unknown("rate", track: track.id) }
    self.track = track
    self.codec = codec
    self.rate = rate
    range = TimeRange(start: extent.range.start, end: min(extent.range.end, end))
  }

  var json: JSONValue {
    get throws(P1203Error) {
      let common: [JSONValue.Member] = [
        .init(key: "codec", value: .string(codec)),
        .init(key: "start", value: .seconds(range.start)),
        .init(key: "duration", value: .seconds(range.duration)),
        .init(key: "bitrate", value: .kilobits(rate)),
      ]
      guard track.kind == .video else { return .object(common) }
      guard let size = track.dimensions else { throw .unknown("size", track: track.id) }
      guard let frameRate else { throw .unknown("frame rate", track: track.id) }
      return .object(
        common + [
          .init(key: "resolution", value: .string("\(size.width)x\(size.height)")),
          .init(key: "fps", value: .ratio(frameRate)),
        ])
    }
  }
}

extension JSONValue {
  /// Kilobits per second as an exact decimal.
  fileprivate static func kilobits(_ rate: BitRate) -> JSONValue {
    .decimal(decimalText(rate.bitsPerSecond, places: 3, trimmed: true))
  }
}
