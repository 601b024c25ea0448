import PlayheadAnalysis
import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// What is played, in JSON: lanes of levels with their tracks.
///
/// A file is one lane with one level.
enum MediaJSON {
  /// What is played, whose identity is known unless it is `nil`.
  static func value(_ subject: SessionSubject, _ identity: MediaIdentity? = nil) -> JSONValue {
    switch subject {
    case .file(let media, _): value(media)
    case .ladder(let ladder): value(ladder.media, identity)
    }
  }

  // MARK: Files

  /// A file.
  static func value(_ media: MediaDescription) -> JSONValue {
    let head = head(
      media.name, format: "file", bytes: media.index.bytes, digest: media.indexDigest,
      duration: media.presentation.duration)
    let lanes = JSONValue.array([lane(media)])
    return .object(head + facts(of: media) + [.init(key: "lanes", value: lanes)])
  }

  /// A file as version 2 of the schema had it.
  static func version2(_ media: MediaDescription) -> JSONValue {
    let head = head(
      media.name, bytes: media.index.bytes, digest: media.indexDigest,
      duration: media.presentation.duration)
    let tracks = JSONValue.array(media.index.tracks.map { TrackJSON.value($0, media) })
    return .object(head + facts(of: media) + [.init(key: "tracks", value: tracks)])
  }

  private static func facts(of media: MediaDescription) -> [JSONValue.Member] {
    JSONValue.list([
      "sha256": .text(media.contentDigest),
      "container": .string(media.index.container),
      "bitRateBitsPerSecond": .rate(media.averageRate),
      "playedBitRateBitsPerSecond": .rate(media.playedRate),
      "peakBitRateOver1SecondBitsPerSecond": .rate(media.peakRates.over1Second),
      "peakBitRateOver10SecondsBitsPerSecond": .rate(media.peakRates.over10Seconds),
      "isFastStart": .flag(media.isFastStart),
      "indexes": media.index.containerIndexes.map { .array($0.map(MediaFactJSON.index)) } ?? .null,
      "opening": MediaFactJSON.opening(media.opening),
      "timestampRestarts": .array(
        media.timestampRestarts.map {
          MediaFactJSON.restarts($0, origin: media.presentation.origin)
        }),
    ])
  }

  /// All of a file, which is loaded as it lies there.
  private static func lane(_ media: MediaDescription) -> JSONValue {
    let played = media.index.tracks.filter { media.presentation.tracks.contains($0.id) }
    let kinds = Set(played.map(\.kind))
    let kind: LadderLane.Kind =
      kinds == [.video] ? .video : kinds == [.audio] ? .audio : .muxed
    let size = played.lazy.compactMap(\.dimensions).first
    return .members([
      "kind": .string(kind.rawValue),
      "isAligned": .bool(true),
      "levels": .array([
        level(
          number: 0, name: nil, rate: media.averageRate, size: (size?.width, size?.height),
          codecs: played.compactMap(\.codecText), bytes: media.index.bytes,
          tracks: media.index.tracks.map { TrackJSON.value($0, media) })
      ]),
    ])
  }

  // MARK: Ladders

  /// A ladder.
  static func value(
    _ media: LadderDescription, _ known: MediaIdentity? = nil
  ) -> JSONValue {
    let ladder = media.ladder
    let identity = known ?? MediaIdentity(of: ladder, at: media.name)
    let head = head(
      media.name, format: ladder.format.rawValue, bytes: identity.bytes,
      digest: identity.indexDigest, duration: ladder.duration)
    return .object(
      head
        + JSONValue.list([
          "manifests": .array(ladder.manifests.map(resource)),
          "notes": .array(media.notes.map { .string($0) }),
          "lanes": .array(ladder.lanes.map(lane)),
        ]))
  }

  private static func lane(_ lane: LadderLane) -> JSONValue {
    .members([
      "kind": .string(lane.kind.rawValue),
      "isAligned": .bool(lane.isAligned),
      "levels": .array(lane.levels.enumerated().map { level($1, number: $0, of: lane) }),
    ])
  }

  private static func level(_ level: Level, number: Int, of lane: LadderLane) -> JSONValue {
    let size = level.resolution
    return self.level(
      number: number, name: level.name, rate: level.bitRate, mean: level.averageBitRate,
      size: (size?.width, size?.height), codecs: level.codecs, audioLevel: level.audioLevel,
      playlist: level.playlist, segments: level.segments.count,
      bytes: level.segments.reduce(0) { $0 + $1.resource.bytes },
      tracks: TrackJSON.values(of: level, in: lane))
  }

  private static func resource(_ resource: LadderResource) -> JSONValue {
    .members([
      "name": .string(resource.name), "bytes": .integer(resource.bytes),
      "offsetBytes": .whole(resource.range?.lowerBound),
    ])
  }

  // MARK: What both have

  private static func head(
    _ name: String, format: String? = nil, bytes: Int64, digest: String?, duration: MediaTime
  ) -> [JSONValue.Member] {
    [JSONValue.Member(key: "path", value: .string(name))]
      + (format.map { [JSONValue.Member(key: "format", value: .string($0))] } ?? [])
      + JSONValue.list([
        "bytes": .integer(bytes), "indexSha256": .text(digest),
        "durationSeconds": .seconds(duration),
      ])
  }

  private static func level(
    number: Int, name: String?, rate: BitRate?, mean: BitRate? = nil,
    size: (width: Int?, height: Int?), codecs: [String], audioLevel: Int? = nil,
    playlist: LadderResource? = nil, segments: Int? = nil, bytes: Int64, tracks: [JSONValue]
  ) -> JSONValue {
    .members([
      "level": .whole(number),
      "name": .text(name),
      "bitRateBitsPerSecond": .rate(rate),
      "averageBitRateBitsPerSecond": .rate(mean),
      "width": .whole(size.width),
      "height": .whole(size.height),
      "codecs": .array(codecs.map { .string($0) }),
      "audioLevel": .whole(audioLevel),
      "playlist": playlist.map(resource) ?? .null,
      "segments": .whole(segments),
      "bytes": .integer(bytes),
      "tracks": .array(tracks),
    ])
  }
}
