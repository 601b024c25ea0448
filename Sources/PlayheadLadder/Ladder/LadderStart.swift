public import PlayheadModel

/// Where a manifest has playback start: `EXT-X-START`.
public struct LadderStart: Hashable, Sendable, Codable {
  /// The media time.
  public let time: MediaTime
  /// Whether nothing before it is to be shown, of the segment that holds it.
  public let isPrecise: Bool

  /// A start at `time`.
  public init(_ time: MediaTime, isPrecise: Bool = false) {
    self.time = time
    self.isPrecise = isPrecise
  }
}

/// Why a player does not play a ladder, which it learns as it reads the manifest.
package struct LadderRefusal: Hashable, Sendable, Codable {
  /// What it refuses.
  package let reason: String
  /// Whether that is in the first document, rather than in a media playlist.
  package let isOfManifest: Bool

  /// A refusal for `reason`.
  package init(_ reason: String, isOfManifest: Bool) {
    self.reason = reason
    self.isOfManifest = isOfManifest
  }
}

/// How a player heeds where a manifest has playback start.
package enum StartRule: String, CaseIterable, Hashable, Sendable {
  /// It starts at the beginning.
  case ignores
  /// It starts just there, whatever is precise.
  case exactly
  /// It starts with the segment that holds it, unless it is precise.
  case bySegment
}

extension LadderScenario {
  /// Where playback starts.
  public var start: MediaTime { player.start(of: ladder) }
}

extension LadderPlayer {
  /// Where it starts to play `ladder`.
  func start(of ladder: Ladder) -> MediaTime {
    guard let start = ladder.start, start.time < ladder.duration else { return .zero }
    switch loading.startRule {
    case .ignores: return .zero
    case .exactly: return start.time
    case .bySegment:
      guard !start.isPrecise else { return start.time }
      let segments = ladder.lanes[0].levels[0].segments
      return segments.last { $0.declared.start <= start.time }?.declared.start ?? .zero
    }
  }
}
