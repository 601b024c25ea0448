import PlayheadLadder
import PlayheadModel

/// What a multivariant playlist says.
struct MultivariantPlaylist {
  var variants: [Variant] = []
  var renditions: [Rendition] = []
  /// The pathway that `EXT-X-CONTENT-STEERING` begins with; `nil` without it.
  var firstPathway: String?
  /// The variables that media playlists may import.
  var variables: [String: String] = [:]
  /// The keys that `EXT-X-SESSION-KEY` names.
  var sessionKeys: [ManifestKey] = []
  /// Where playback starts: `EXT-X-START`; `nil` without it.
  var start: PlaylistStart?
  /// Why the player that it is read for refuses it; `nil` if it does not.
  var refusal: String?
  /// What is ignored, a clause each.
  var notes: [String] = []
  /// What it lists besides its variants.
  var listing = MultivariantListing()

  /// A variant: `EXT-X-STREAM-INF`.
  struct Variant {
    let reference: ManifestReference
    let attributes: Attributes
    /// The pathway that it is on.
    let pathway: String
    /// The group of its subtitles.
    let subtitleGroup: String?
    /// Its place among the variants of the playlist, from zero.
    let index: Int
    let line: Int

    /// What tells one level from another, as in hls.js 1.6.15
    /// (`src/controller/level-controller.ts`).
    ///
    /// Variants that differ in groups of audio alone are one level.
    struct Level: Hashable {
      let bitRate: BitRate
      let codecs: [String]
      let resolution: Resolution?
      let frameRateThousandths: Int64?
      let videoRange: String?
      let videoGroup: String?
    }

    /// What variants that only differ in their servers have in common.
    struct Attributes: Hashable {
      let bitRate: BitRate
      let averageBitRate: BitRate?
      let codecs: [String]
      let resolution: Resolution?
      let frameRateThousandths: Int64?
      let videoRange: String?
      let audioGroup: String?
      let videoGroup: String?

      /// What tells its level from others.
      var level: Level {
        Level(
          bitRate: bitRate == .zero ? averageBitRate ?? .zero : bitRate, codecs: codecs,
          resolution: resolution,
          frameRateThousandths: frameRateThousandths, videoRange: videoRange,
          videoGroup: videoGroup)
      }

      /// Whether the codecs are declared, and none of them is one of video.
      var isAudioOnly: Bool {
        !codecs.isEmpty && resolution == nil && codecs.allSatisfy(\.isAudioCodec)
      }
    }
  }

  /// A rendition of audio or video: `EXT-X-MEDIA`.
  struct Rendition {
    let kind: Kind
    let group: String
    let name: String
    let language: String?
    let isDefault: Bool
    let isAutoselected: Bool
    /// Its playlist; `nil` if the media is in the variants.
    let reference: ManifestReference?
    /// Its place among the renditions of the playlist, from zero.
    let index: Int

    /// What a rendition carries.
    enum Kind: String {
      case audio = "AUDIO"
      case video = "VIDEO"
    }
  }

  /// Parses the playlist in `contents`, which lies at `location`.
  ///
  /// - Throws: ``ManifestError`` with all mistakes.
  init(
    _ contents: [UInt8], at location: ManifestLocation,
    options: ManifestOptions = ManifestOptions()
  ) throws(ManifestError) {
    let problems = ManifestProblems(of: location, options)
    var reading = MultivariantPlaylistReading(location: location, problems: problems)
    reading.read(contents)
    try problems.check()
    self = reading.playlist
    notes += problems.forgiven
    refusal = problems.refusal
  }

  /// An empty playlist.
  init() {}

  /// Whether the playlist in `contents` is a multivariant playlist, which its first tag of either
  /// kind tells: a tag beside variants only where no segments come, or variants after all.
  static func isMultivariant(_ contents: [UInt8]) -> Bool {
    var hasTagBeside = false
    var hasMedia = false
    for line in PlaylistLines(contents) {
      guard case .tag(let tag) = line.content else { continue }
      if variantTags.contains(tag.name) { return true }
      if tag.name == "EXTINF" || tag.name == "EXT-X-TARGETDURATION" {
        guard hasTagBeside else { return false }
        hasMedia = true
      }
      hasTagBeside = hasTagBeside || tagsBesideVariants.contains(tag.name)
    }
    return hasTagBeside && !hasMedia
  }

  /// Whether the tag `name` belongs in multivariant playlists only.
  static func isTagOfVariants(_ name: String) -> Bool {
    variantTags.contains(name) || tagsBesideVariants.contains(name)
  }

  private static let variantTags: Set<String> = ["EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF"]

  private static let tagsBesideVariants: Set<String> = [
    "EXT-X-MEDIA", "EXT-X-SESSION-DATA", "EXT-X-SESSION-KEY", "EXT-X-CONTENT-STEERING",
  ]

  /// The rendition of `group` that plays: in the language that is asked for if there is one, else
  /// the default, else one that may be chosen automatically, else the first.
  func chosen(_ kind: Rendition.Kind, group: String, options: ManifestOptions) -> Rendition? {
    let all = renditions.filter { $0.kind == kind && $0.group == group }
    let spoken = kind == .audio ? all.filter { options.wants($0.language) } : []
    let candidates = spoken.isEmpty ? all : spoken
    return candidates.first(where: \.isDefault) ?? candidates.first(where: \.isAutoselected)
      ?? candidates.first
  }
}
