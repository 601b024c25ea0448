package import PlayheadFiles
package import PlayheadKit

/// A ladder in the JSON of a measurement: the sizes and times that a prediction takes, without
/// media.
package enum LadderRecord {
  // MARK: Writing

  package static func json(_ ladder: Ladder) -> JSONValue {
    .members([
      "format": .string(ladder.format.rawValue),
      "manifests": .array(ladder.manifests.map(resource)),
      "lanes": .array(
        ladder.lanes.map { lane in
          .members([
            "kind": .string(lane.kind.rawValue), "levels": .array(lane.levels.map(level)),
          ])
        }),
    ])
  }

  private static func resource(_ resource: LadderResource) -> JSONValue {
    .members([
      "name": .string(resource.name), "bytes": .integer(resource.bytes),
      "offsetBytes": .whole(resource.range?.lowerBound),
    ])
  }

  private static func range(_ range: TimeRange?) -> JSONValue {
    range.map { .array([.seconds($0.start), .seconds($0.end)]) } ?? .null
  }

  private static func level(_ level: Level) -> JSONValue {
    .members([
      "name": .string(level.name),
      "bitRateBitsPerSecond": .rate(level.bitRate),
      "averageBitRateBitsPerSecond": .rate(level.averageBitRate),
      "width": .whole(level.resolution?.width),
      "height": .whole(level.resolution?.height),
      "frameRateThousandths": .whole(level.frameRateThousandths),
      "codecs": .array(level.codecs.map { .string($0) }),
      "audioLevel": .whole(level.audioLevel),
      "manifestIndex": .whole(level.manifestIndex),
      "playlist": level.playlist.map(resource) ?? .null,
      "targetDurationSeconds": .seconds(level.targetDuration),
      "partTargetSeconds": .seconds(level.partTarget),
      "indexes": .array(level.indexes.map(resource)),
      "initializations": .array(level.initializations.map(resource)),
      "segments": .array(
        level.segments.map { segment in
          .members([
            "resource": resource(segment.resource),
            "initialization": .whole(segment.initialization),
            "declaredSeconds": range(segment.declared),
            "measuredSeconds": range(segment.measured),
            "startsWithSync": .flag(segment.startsWithSync),
            "isGap": .bool(segment.isGap),
            "isDiscontinuity": .bool(segment.isDiscontinuity),
            "damage": .text(segment.damage),
            "isTruncated": .bool(segment.isTruncated),
            "part": .whole(segment.partNumber > 0 ? segment.partNumber : nil),
          ])
        }),
    ])
  }

  // MARK: Reading

  package static func ladder(_ reader: JSONReader) throws(JSONError) -> Ladder {
    let lanes = try reader.member("lanes")
    let all = try lanes.list(lane)
    guard !all.isEmpty else { throw lanes.refusal("at least one lane is expected") }
    return Ladder(
      format: try reader.member("format").choice(of: Ladder.Format.self),
      manifests: try reader.member("manifests").list(resource), lanes: all)
  }

  private static func lane(_ reader: JSONReader) throws(JSONError) -> LadderLane {
    let list = try reader.member("levels")
    let levels = try list.list(level)
    guard !levels.isEmpty, levels.allSatisfy({ !$0.segments.isEmpty }),
      zip(levels, levels.dropFirst()).allSatisfy({ $0.bitRate <= $1.bitRate })
    else { throw list.refusal("expected levels with segments, in order of their bit rates") }
    let kind = try reader.member("kind")
    guard let named = LadderLane.Kind(rawValue: try kind.string()) else {
      throw kind.refusal("unknown kind of lane")
    }
    return LadderLane(named, levels: levels)
  }

  private static func resource(_ reader: JSONReader) throws(JSONError) -> LadderResource {
    let bytes = try reader.member("bytes").bytes()
    let offset = try reader.optional("offsetBytes") { value throws(JSONError) in try value.bytes() }
    var range: ByteRange?
    if let offset {
      let (end, isTooFar) = offset.addingReportingOverflow(bytes)
      guard !isTooFar else { throw reader.refusal("the offset is too large") }
      range = ByteRange(offset, end)
    }
    return LadderResource(try reader.member("name").string(), bytes: bytes, range: range)
  }

  private static func range(_ reader: JSONReader) throws(JSONError) -> TimeRange {
    let times = try reader.list {
      time throws(JSONError) -> MediaTime in try time.signedSeconds()
    }
    guard times.count == 2, times[0] <= times[1] else {
      throw reader.refusal("expected a start and an end")
    }
    return TimeRange(start: times[0], end: times[1])
  }

  private static func number(_ bound: Int64) -> (JSONReader) throws(JSONError) -> Int {
    { reader throws(JSONError) in Int(try reader.whole(in: 0...bound)) }
  }

  private static func text(_ reader: JSONReader) throws(JSONError) -> String { try reader.string() }

  private static func level(_ reader: JSONReader) throws(JSONError) -> Level {
    let width = try reader.optional("width", number(1 << 20))
    let height = try reader.optional("height", number(1 << 20))
    let sections = try reader.member("initializations").list(resource)
    let rate = try reader.member("bitRateBitsPerSecond").whole(in: 0...(1 << 50))
    let average = try reader.optional("averageBitRateBitsPerSecond") {
      value throws(JSONError) in BitRate(bitsPerSecond: try value.whole(in: 0...(1 << 50)))
    }
    var level = Level(
      name: try reader.member("name").string(), bitRate: BitRate(bitsPerSecond: rate),
      averageBitRate: average,
      resolution: width.flatMap { width in height.map { Resolution(width: width, height: $0) } },
      frameRateThousandths: try reader.optional("frameRateThousandths") {
        value throws(JSONError) in try value.whole(in: 0...1_000_000_000)
      },
      codecs: try reader.member("codecs").list(text),
      playlist: try reader.optional("playlist", resource),
      indexes: try indexes(reader), initializations: sections,
      segments: try reader.member("segments").list { segment throws(JSONError) in
        try self.segment(segment, sections.count)
      },
      audioLevel: try reader.optional("audioLevel", number(1000)),
      manifestIndex: Int(try reader.member("manifestIndex").whole(in: 0...1_000_000)))
    // Older measurements, which are on demand, do not tell.
    func time(_ name: String) throws(JSONError) -> MediaTime? {
      reader.has(name)
        ? try reader.optional(name) { value throws(JSONError) in try value.seconds() } : nil
    }
    level.targetDuration = try time("targetDurationSeconds")
    level.partTarget = try time("partTargetSeconds")
    return level
  }

  /// What is fetched to learn where segments are; older measurements name one at most.
  private static func indexes(_ reader: JSONReader) throws(JSONError) -> [LadderResource] {
    guard reader.has("indexes") else {
      return try reader.optional("index", resource).map { [$0] } ?? []
    }
    return try reader.member("indexes").list(resource)
  }

  private static func segment(
    _ reader: JSONReader, _ sections: Int
  ) throws(JSONError) -> LadderSegment {
    let section = try reader.optional("initialization", number(Int64(max(0, sections - 1))))
    guard section == nil || sections > 0 else {
      throw reader.refusal("the initialization section is missing")
    }
    var own = LadderSegment(
      try resource(try reader.member("resource")), initialization: section,
      declared: try range(try reader.member("declaredSeconds")),
      measured: try reader.optional("measuredSeconds", range),
      startsWithSync: try reader.optional("startsWithSync") {
        value throws(JSONError) in try value.bool()
      },
      isGap: try reader.member("isGap").bool(),
      isDiscontinuity: try reader.member("isDiscontinuity").bool(),
      damage: try reader.optional("damage", text),
      // Older measurements do not tell.
      isTruncated: reader.has("isTruncated") ? try reader.member("isTruncated").bool() : false)
    if reader.has("part"), let part = try reader.optional("part", number(1 << 20)) {
      own.partNumber = part
    }
    return own
  }
}
