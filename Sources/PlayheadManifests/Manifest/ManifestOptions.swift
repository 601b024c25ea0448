/// What to make of a manifest that leaves a choice.
public struct ManifestOptions: Hashable, Sendable {
  /// The language of the audio to play; `nil` for the one that the manifest prefers.
  public var language: String?
  /// Whether a live manifest is played as if it ended with what it lists.
  public var asVoD: Bool

  /// The choice of a language, and whether live manifests are read.
  public init(language: String? = nil, asVoD: Bool = false) {
    self.language = language
    self.asVoD = asVoD
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
