package import PlayheadAnalysis
package import PlayheadFiles
import PlayheadModel

/// The causes of waits in JSON.
package enum CauseJSON {
  /// A cause, or null.
  package static func value(_ cause: WaitCause?, of wait: CauseText.Wait) -> JSONValue {
    guard let cause else { return .null }
    return .members([
      "kind": .string(cause.kind.rawValue),
      "savesSeconds": .seconds(cause.saves),
      "sessionSavesSeconds": .seconds(cause.sessionSaves),
      "lowerBounds": .array(cause.lowerBounds.map { .string($0) }),
      "isUpperBound": .bool(cause.isUpperBound),
      "text": .string(CauseText().sentences(cause, of: wait)),
      "changes": .array(cause.parts.map(part)),
    ])
  }

  /// What is known of causes beside those of each wait.
  package static func members(of causes: SessionCauses) -> [JSONValue.Member] {
    [
      .init(key: "areComplete", value: .bool(!causes.isCutShort)),
      .init(key: "linkShortage", value: value(causes.linkShortage)),
    ]
  }

  /// That the link is slower than the media, or null.
  private static func value(_ shortage: LinkShortage?) -> JSONValue {
    guard let shortage else { return .null }
    return .members([
      "mediaBitsPerSecond": .rate(shortage.mediaRate),
      "linkBitsPerSecond": .rate(shortage.linkRate),
      "minimumBitsPerSecond": .rate(shortage.minimum?.rate),
      "text": .string(CauseText().text(shortage)),
    ])
  }

  private static func part(_ part: WaitCause.Part) -> JSONValue {
    let facts: KeyValuePairs<String, JSONValue> =
      switch part.facts {
      case .index(let bytes, let media, let requests):
        [
          "indexBytes": .integer(bytes), "mediaOffsetBytes": .integer(media),
          "openingRequests": .whole(requests),
        ]
      case .interleave(let track, let kind, let bytes):
        [
          "track": .whole(track), "trackKind": .string(kind.rawValue),
          "fromOffsetBytes": .integer(bytes.lowerBound),
          "toOffsetBytes": .integer(bytes.upperBound),
        ]
      case .field(let field, let value, let better):
        [
          "field": .string(field.key), "value": .text(value.map(field.row.unit.text)),
          "betterValue": .string(better.map(field.row.unit.text) ?? "unlimited"),
        ]
      case .requests(let count): ["requests": .whole(count)]
      case .peak(let track, let kind, let range, let rate, let mean):
        [
          "track": .whole(track), "trackKind": .string(kind.rawValue),
          "startMediaSeconds": .seconds(range.start), "endMediaSeconds": .seconds(range.end),
          "rateBitsPerSecond": .rate(rate), "meanBitsPerSecond": .rate(mean),
        ]
      case .declaredRate(let level, let declared, let measured):
        [
          "level": .whole(level), "declaredBitsPerSecond": .rate(declared),
          "measuredBitsPerSecond": .rate(measured),
        ]
      case .lateSegment(let segment, let delay):
        ["segment": .whole(segment), "lateSeconds": .seconds(delay)]
      case .staleManifest(let start, let end):
        ["fromSeconds": .seconds(start), "toSeconds": .seconds(end)]
      case .earlyRequest(let offset): ["clockOffsetSeconds": .seconds(offset)]
      case .shortParts(let length, let roundTrip, let better):
        [
          "partSeconds": .seconds(length), "roundTripSeconds": .seconds(roundTrip),
          "betterSeconds": .seconds(better),
        ]
      case .holdBack(let value, let better):
        ["holdBackSeconds": .seconds(value), "betterSeconds": .seconds(better)]
      case .levels(let segments, let highest, let better):
        [
          "firstSegment": .whole(segments.lowerBound), "lastSegment": .whole(segments.upperBound),
          "level": .whole(highest.level), "levelBitsPerSecond": .rate(highest.rate),
          "betterLevel": .whole(better.level), "betterLevelBitsPerSecond": .rate(better.rate),
        ]
      case .segmentPeak(let segments, let range, let rate, let mean):
        [
          "firstSegment": .whole(segments.lowerBound), "lastSegment": .whole(segments.upperBound),
          "startMediaSeconds": .seconds(range.start), "endMediaSeconds": .seconds(range.end),
          "rateBitsPerSecond": .rate(rate), "meanBitsPerSecond": .rate(mean),
        ]
      case .lanesInTurn: ["loadsLanesInParallel": .bool(false)]
      case .keys(let keys, let licences): ["keys": .whole(keys), "licences": .whole(licences)]
      case .slowStart(let roundTrips): ["setUpRoundTrips": .whole(roundTrips)]
      case .latency(let longest, let requests):
        ["longestSeconds": .seconds(longest), "requests": .whole(requests)]
      case .dip(let start, let end, let rate, let mean):
        [
          "startSeconds": .seconds(start), "endSeconds": .seconds(end < .bound ? end : nil),
          "rateBitsPerSecond": .rate(rate), "meanBitsPerSecond": .rate(mean),
        ]
      case .bandwidth(let mean, let needed):
        ["meanBitsPerSecond": .rate(mean), "neededBitsPerSecond": .rate(needed)]
      case .seek(let number, let keyframe, let target):
        [
          "seek": .whole(number), "targetSeconds": .seconds(target),
          "decodesFromSeconds": .seconds(keyframe),
        ]
      }
    return .object(
      [.init(key: "kind", value: .string(part.kind.rawValue))]
        + facts.map { .init(key: $0.key, value: $0.value) })
  }
}

extension WaitCause {
  /// The keys of what it saves at least, as the session was cut in an open wait.
  fileprivate var lowerBounds: [String] {
    [("savesSeconds", saves), ("sessionSavesSeconds", sessionSaves)]
      .filter { $0.1?.isOpen ?? false }.map(\.0)
  }
}
