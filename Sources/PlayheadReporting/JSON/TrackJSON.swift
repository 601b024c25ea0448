import PlayheadAnalysis
import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// Tracks of files, and of levels of ladders as far as they are known, in JSON.
enum TrackJSON {
  /// A track of a file.
  static func value(_ track: Track, _ media: MediaDescription) -> JSONValue {
    let decoded = media.decoding?.report(on: track.id)
    let head = head(
      number: track.id, kind: track.kind, isPlayed: media.presentation.tracks.contains(track.id),
      codec: track.codec, codecString: track.codecText, language: track.language,
      rate: track.bitRate, size: (track.dimensions?.width, track.dimensions?.height),
      frameRate: track.frameRate)
    let facts = JSONValue.list([
      "profile": .text(track.profile),
      "sampleRate": .whole(track.sampleRate),
      "channels": .whole(track.channels),
      "samples": .whole(track.sampleCount),
      "syncSamples": .whole(track.syncSampleCount),
      "keyframeInterval": MediaFactJSON.keyframeInterval(
        media.keyframeIntervals.first { $0.track == track.id }),
      "reorderDepth": .whole(media.reorderDepth(of: track)),
      "missingSamples": .whole(
        track.announced.map { max(0, $0.count - track.sampleCount) }),
      "missingSeconds": .seconds(media.missingTime(of: track)),
      "framesDecoded": .whole(decoded?.reason == nil ? decoded?.frames : nil),
      "undecodable": decoded.flatMap { report in
        report.reason == nil
          ? .array(
            report.undecodable.map { SessionJSON.range(media.presentation.fromOrigin($0)) }) : nil
      } ?? .null,
      "notDecoded": .text(decoded?.reason?.rawValue),
    ])
    // What is rare is only there where it applies.
    let rotation = track.rotation.map { [JSONValue.Member(key: rotationKey, value: .whole($0))] }
    return .object(head + facts + (rotation ?? []))
  }

  /// The name of the fact that pictures are turned, of tracks whose pictures are.
  private static let rotationKey = "rotationDegrees"
  /// The members that reports of earlier versions lack.
  static let laterKeys: Set = [rotationKey, "codecString"]

  /// The tracks of `level` that were read, or those that the manifest declares.
  static func values(of level: Level, in lane: LadderLane) -> [JSONValue] {
    let tracks = level.tracks.isEmpty ? level.declaredTracks(in: lane.kind) : level.tracks
    return tracks.enumerated().map { number, track in
      let rate = track.frameRateThousandths.flatMap { thousandths -> Rational? in
        guard let numerator = Int32(exactly: thousandths) else { return nil }
        let divisor = greatestCommonDivisor(numerator, 1000)
        return Rational(numerator / divisor, 1000 / divisor)
      }
      return .object(
        head(
          number: number, kind: track.kind, isPlayed: true,
          codec: track.codec.flatMap(CodecName.init(declared:))?.name, codecString: track.codec,
          language: track.kind == .audio ? lane.language : nil,
          rate: tracks.count == 1 ? level.measuredRate : nil,
          size: (track.dimensions?.width, track.dimensions?.height), frameRate: rate))
    }
  }

  private static func greatestCommonDivisor(_ one: Int32, _ other: Int32) -> Int32 {
    other == 0 ? max(1, one) : greatestCommonDivisor(other, one % other)
  }

  private static func head(
    number: Int, kind: Track.Kind, isPlayed: Bool, codec: String?, codecString: String?,
    language: String?, rate: BitRate?, size: (width: Int?, height: Int?), frameRate: Rational?
  ) -> [JSONValue.Member] {
    JSONValue.list([
      "number": .whole(number),
      "kind": .string(kind.rawValue),
      "isPlayed": .bool(isPlayed),
      "codec": .text(codec),
      "codecString": .text(codecString),
      "language": .text(language),
      "bitRateBitsPerSecond": .rate(rate),
      "width": .whole(size.width),
      "height": .whole(size.height),
      "frameRate": .text(frameRate.map { "\($0.numerator)/\($0.denominator)" }),
    ])
  }
}

extension Level {
  /// The size of its segments over their length; `nil` without one.
  fileprivate var measuredRate: BitRate? {
    BitRate(
      bytes: segments.reduce(0) { $0 + $1.resource.bytes },
      over: segments.reduce(.zero) { $0 + $1.declared.duration })
  }

  /// The tracks that its manifest declares for a lane of `kind`.
  fileprivate func declaredTracks(in kind: LadderLane.Kind) -> [MeasuredTrack] {
    let size = resolution.map { Track.Dimensions(width: $0.width, height: $0.height) }
    let video = codecs.filter { !$0.isAudioCodec }.map(Optional.some)
    let audio = codecs.filter(\.isAudioCodec).map(Optional.some)
    let isShown = kind != .audio && (!video.isEmpty || kind == .video || size != nil)
    let isHeard = kind != .video && (!audio.isEmpty || kind == .audio)
    let shown = isShown ? (video.isEmpty ? [nil] : video) : []
    let heard = isHeard ? (audio.isEmpty ? [nil] : audio) : []
    return shown.map {
      MeasuredTrack(
        kind: .video, codec: $0, dimensions: size, frameRateThousandths: frameRateThousandths)
    } + heard.map { MeasuredTrack(kind: .audio, codec: $0) }
  }
}
