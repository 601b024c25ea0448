package import PlayheadModel

/// What to make of a manifest that leaves a choice.
package struct ManifestOptions: Hashable, Sendable {
  /// The language of the audio to play; `nil` for the one that the manifest prefers.
  package var language: String?
  /// Whether a live manifest is played as if it ended with what it lists.
  package var asVoD: Bool
  /// Whether it is played as the live event that it is, so that it is loaded again.
  package var isLive = false
  /// When a live MPD was the latest one, in nanoseconds since 1970 by its server's clock, which
  /// tells what there was of segments that it numbers; `nil` where nobody knows.
  package var published: ClosedRange<Int64>?

  /// The codecs that can be played, by the first parts of their names in RFC 6381, such as `avc1`;
  /// `nil` for all but ``unplayableCodecs``.
  package var codecs: [String]?
  /// Codecs that cannot be played, unless ``codecs`` says what can.
  package var unplayableCodecs: [String] = []
  /// The bit rate of a level that declares none, where sizes follow from rates; `nil` without one.
  package var assumedRate: BitRate?
  /// The 16 bytes of the key of segments that are encrypted as a whole, in the place of those that
  /// the manifest names; `nil` for these.
  package var key: [UInt8]?
  /// The wall time that the server of a licence takes; `nil` if licences are not played.
  package var licenceTime: WallTime?
  /// Whether a manifest on disk may refer to `http` and `https` URLs.
  package var allowsRemote = false
  /// Whether the index of a file is fetched, where an MPD refers to one; else its segments are
  /// taken to be all as long.
  package var fetchesIndexes = true
  /// Whether departures from the standards that players pass over are passed over, with a note.
  package var forgives = false
  /// The player that the manifest is read for, without its version; `nil` for none of those whose
  /// parsers are known.
  package var reader: String?

  /// The choice of a language, and whether live manifests are read.
  package init(language: String? = nil, asVoD: Bool = false) {
    self.language = language
    self.asVoD = asVoD
  }

  /// Departures from the standards are passed over as players do.
  package static let lenient = {
    var options = ManifestOptions()
    options.forgives = true
    return options
  }()

  /// Whether everything of `declared`, codecs as RFC 6381 writes them, can be played; of what
  /// declares none, nobody knows better.
  func plays(_ declared: [String]) -> Bool {
    declared.allSatisfy { codec in
      let family = Self.family(codec)
      if let codecs { return codecs.contains { Self.family($0) == family } }
      return !unplayableCodecs.contains { Self.family($0) == family }
    }
  }

  /// The error of codecs that were asked for and that nothing has only: a `kind` of what declares
  /// `declared`; `nil` if none were asked for.
  func refusal(of declared: String, _ kind: String) -> GrammarError? {
    codecs.map { codecs in
      GrammarError(
        text: codecs.joined(separator: ","),
        problem: "no \(kind) has only these codecs, found \(declared)",
        hint: "name those of audio, too: avc1,mp4a")
    }
  }

  /// The first part of the name of a codec, the same for those that differ in where parameter sets
  /// lie.
  private static func family(_ codec: String) -> String {
    let name = codec.lowercased().prefix { $0 != "." }
    let same = [
      "avc3": "avc1", "hev1": "hvc1", "dvhe": "dvh1", "dva1": "dvav", "vp09": "vp9", "vp08": "vp8",
      "vvi1": "vvc1",
    ]
    return same[String(name)] ?? String(name)
  }

  /// Whether a rendition in `language` is in the language that is asked for: the same tag, or a tag
  /// that goes into more detail, as `en-GB` does for `en`.
  func wants(_ language: String?) -> Bool {
    guard let wanted = self.language?.lowercased(), let language = language?.lowercased() else {
      return false
    }
    return language == wanted || language.hasPrefix(wanted + "-")
  }
}

/// The sizes beyond which a manifest is refused.
package enum ManifestLimits {
  /// The bytes of a document.
  static let documentBytes = 64 << 20
  /// The segments of a level.
  static let segments = 100_000
  /// The segments of all levels.
  static let allSegments = 1_000_000
  /// The bytes of everything that a ladder loads, 1 PiB: sums of them stay far below 2⁶³.
  package static let allBytes: Int64 = 1 << 50
  /// The levels of a manifest.
  static let levels = 1000
  /// The bytes of a URI, variables replaced.
  static let referenceBytes = 16 << 10
}
