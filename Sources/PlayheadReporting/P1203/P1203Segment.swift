import PlayheadFiles
import PlayheadModel

/// A stretch of one track or level as it was shown: one segment in the input of ITU-T P.1203.
struct P1203Segment {
  /// What video needs beside the rest.
  struct Picture {
    var width: Int
    var height: Int
    var frameRate: Ratio
  }

  let codec: String
  let range: TimeRange
  let rate: BitRate
  /// The size and rate of pictures; `nil` of audio.
  let picture: Picture?

  /// The part of `extent` that was shown when media was played up to `end`; `nil` if none was.
  init?(_ extent: TrackExtent, of track: Track, until end: MediaTime) throws(P1203Error) {
    guard let codec = P1203Codec.name(track) else { throw .codec(track.codec, track: track.id) }
    guard extent.range.start < end else { return nil }
    guard let rate = extent.rate else { throw .unknown("rate", track: track.id) }
    self.codec = codec
    self.rate = rate
    range = TimeRange(start: extent.range.start, end: min(extent.range.end, end))
    guard track.kind == .video else {
      picture = nil
      return
    }
    guard let size = track.dimensions else { throw .unknown("size", track: track.id) }
    guard
      let frameRate = track.frameRate.flatMap({
        Ratio(Int64($0.numerator), of: Int64($0.denominator))
      })
    else { throw .unknown("frame rate", track: track.id) }
    picture = Picture(width: Int(size.width), height: Int(size.height), frameRate: frameRate)
  }

  /// A segment of the values given.
  init(codec: String, range: TimeRange, rate: BitRate, picture: Picture?) {
    self.codec = codec
    self.range = range
    self.rate = rate
    self.picture = picture
  }

  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "codec", value: .string(codec)),
      .init(key: "start", value: .seconds(range.start)),
      .init(key: "duration", value: .seconds(range.duration)),
      .init(key: "bitrate", value: .kilobits(rate)),
    ]
    if let picture {
      members += [
        .init(key: "resolution", value: .string("\(picture.width)x\(picture.height)")),
        .init(key: "fps", value: .ratio(picture.frameRate)),
      ]
    }
    return .object(members)
  }
}

extension JSONValue {
  /// Kilobits per second as an exact decimal.
  fileprivate static func kilobits(_ rate: BitRate) -> JSONValue {
    .decimal(decimalText(rate.bitsPerSecond, places: 3, trimmed: true))
  }
}
