public import PlayheadModel

/// A segmented presentation as HLS and DASH have it: lanes of levels, each cut into segments.
public struct Ladder: Hashable, Sendable, Codable {
  /// The format that it was read from.
  public let format: Format
  /// What a player fetches before anything else, in order: the multivariant playlist or the MPD;
  /// empty for a ladder without one.
  package let manifests: [LadderResource]
  /// The lanes, video or everything first, then audio apart.
  package private(set) var lanes: [LadderLane]
  /// The length of the presentation.
  public private(set) var duration: MediaTime
  /// What the multivariant playlist lists besides what is played; `nil` without one.
  package let listing: MultivariantListing?
  /// The length that the manifest declares, and that of the segments it lists; `nil` where either
  /// is not known.
  package var declaredLength: DeclaredLength?

  /// How long a presentation is said to be.
  package struct DeclaredLength: Hashable, Sendable, Codable {
    /// By its periods.
    package let periods: MediaTime
    /// By the lane whose segments end nearest to that.
    package let segments: MediaTime

    /// The length by `periods` and by `segments`.
    package init(periods: MediaTime, segments: MediaTime) {
      self.periods = periods
      self.segments = segments
    }
  }
  /// What an MPD says of how its segments come to be known; `nil` without one.
  package let updates: MPDUpdates?
  /// Where the manifest has playback start; `nil` if it does not say.
  public package(set) var start: LadderStart?
  /// The keys that `EXT-X-SESSION-KEY` names, which some players ask for with the playlists.
  public package(set) var sessionKeys: [SessionKey] = []
  /// Why the player that it was read for does not play it; `nil` if it does.
  package var refusal: LadderRefusal?
  /// What of it there was when, by a recording of the live event; `nil` of any other.
  public package(set) var recording: EventRecording?

  /// Which key of a level a multivariant playlist names.
  public struct SessionKey: Hashable, Sendable, Codable {
    /// The number of the lane.
    public let lane: Int
    /// The number of the level in the lane.
    public let level: Int
    /// The number of the key in the level.
    public let key: Int

    /// Key number `key` of a level.
    package init(lane: Int, level: Int, key: Int) {
      self.lane = lane
      self.level = level
      self.key = key
    }
  }

  /// The formats of ladders.
  public enum Format: String, CaseIterable, Hashable, Sendable, Codable {
    /// HTTP Live Streaming playlists.
    case hls
    /// An MPEG-DASH presentation description.
    case dash
    /// Plain files and a segment length.
    case files
    /// Segment sizes without media, as Sabre's movies have them.
    case sizes
  }

  /// A ladder of `lanes`, whose duration is that of the lane that ends first.
  ///
  /// - Precondition: there is a lane.
  package init(
    format: Format, manifests: [LadderResource] = [], lanes: [LadderLane],
    listing: MultivariantListing? = nil, updates: MPDUpdates? = nil
  ) {
    precondition(!lanes.isEmpty, "a ladder without lanes")
    self.format = format
    self.manifests = manifests
    self.lanes = lanes
    self.listing = listing
    self.updates = updates
    duration = Self.duration(of: lanes)
  }

  private static func duration(of lanes: [LadderLane]) -> MediaTime {
    lanes.map(\.duration).min() ?? .zero
  }

  /// The same with other `lanes`, made of its own.
  ///
  /// Of the keys that its multivariant playlist names, those are left that a level still has. A
  /// recording is left as it is.
  ///
  /// - Precondition: there is a lane.
  package func with(_ lanes: [LadderLane]) -> Ladder {
    precondition(!lanes.isEmpty, "a ladder without lanes")
    var ladder = self
    ladder.lanes = lanes
    ladder.duration = Self.duration(of: lanes)
    ladder.sessionKeys = sessionKeys.compactMap { place in
      let key = self.lanes[place.lane].levels[place.level].keys[place.key]
      return ladder.place(of: key)
    }
    return ladder
  }

  /// The first level that has `key`; `nil` if none has.
  private func place(of key: LevelKey) -> SessionKey? {
    for (lane, contents) in lanes.enumerated() {
      for (level, contents) in contents.levels.enumerated() {
        guard let place = contents.keys.firstIndex(of: key) else { continue }
        return SessionKey(lane: lane, level: level, key: place)
      }
    }
    return nil
  }
}

/// Bytes that a player fetches with one request: a playlist, an initialization section, a segment.
package struct LadderResource: Hashable, Sendable, Codable {
  /// Its name as written in the manifest.
  package let name: String
  /// The range of its resource that is asked for; `nil` for all of it.
  package let range: ByteRange?
  /// The number of bytes that the request brings.
  package let bytes: Int64
  /// How each request for it fails, as it did when the ladder was read; `nil` if it does not.
  package let failure: RequestFault.Answer?

  /// The resource `name` of `bytes` bytes, or the `range` of it.
  ///
  /// - Precondition: `bytes` is not negative.
  package init(
    _ name: String, bytes: Int64, range: ByteRange? = nil,
    failing failure: RequestFault.Answer? = nil
  ) {
    precondition(bytes >= 0, "a resource of negative size")
    self.name = name
    self.range = range
    self.bytes = bytes
    self.failure = failure
  }
}
