public import PlayheadModel

/// What a finding costs its viewers: waits on the reference link, with it less without it, in wall
/// time, negative where it saves them; and media that they miss on any link.
public struct InspectionCost: Hashable, Sendable {
  /// Of the startup.
  public var startup: WallTime = .zero
  /// Of stalls.
  public var stalled: WallTime = .zero
  /// Of a seek to the frame that costs most.
  public var seek: WallTime = .zero
  /// The media time for which pictures or sound are missing, or are in the file and never shown.
  public var missing: MediaTime = .zero

  /// All waits together.
  public var waits: WallTime { startup + stalled + seek }
}
