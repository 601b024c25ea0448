public import PlayheadModel

/// A segment of a level.
public struct LadderSegment: Hashable, Sendable {
  /// What is fetched.
  public package(set) var resource: LadderResource
  /// The number of the level's initialization section that it needs; `nil` if it needs none.
  public let initialization: Int?
  /// The media time that the manifest gives it.
  public package(set) var declared: TimeRange
  /// The media time that its samples cover, on the presentation's clock; `nil` if they were not read.
  public package(set) var measured: TimeRange?
  /// Whether the first video sample is a sync sample; `nil` if the samples were not read or there is
  /// no video.
  public let startsWithSync: Bool?
  /// Whether the manifest marks it as missing, so that it is never fetched: `EXT-X-GAP`.
  public let isGap: Bool
  /// Whether timestamps or encoding change before it: `EXT-X-DISCONTINUITY`, a new DASH period.
  public let isDiscontinuity: Bool
  /// Why it cannot be played; `nil` if it can.
  public let damage: String?

  /// A segment that covers `declared`, or `measured` as its samples say.
  public init(
    _ resource: LadderResource, initialization: Int? = nil, declared: TimeRange,
    measured: TimeRange? = nil, startsWithSync: Bool? = nil, isGap: Bool = false,
    isDiscontinuity: Bool = false, damage: String? = nil
  ) {
    self.resource = resource
    self.initialization = initialization
    self.declared = declared
    self.measured = measured
    self.startsWithSync = startsWithSync
    self.isGap = isGap
    self.isDiscontinuity = isDiscontinuity
    self.damage = damage
  }

  /// The media time that it shows: as its samples say, or the manifest if they were not read.
  public var shown: TimeRange { measured ?? declared }

  /// The length that the manifest gives it.
  public var duration: MediaTime { declared.duration }
}
