package import PlayheadModel

/// What a finding costs its viewers: waits on the reference link, with it less without it, in wall
/// time, negative where it saves them; and media that they miss on any link.
package struct InspectionCost: Hashable, Sendable {
  /// Of the startup.
  package var startup: WallTime = .zero
  /// Of stalls.
  package var stalled: WallTime = .zero
  /// Of a seek to the frame that costs most.
  package var seek: WallTime = .zero
  /// The media time for which pictures or sound are missing, or are in the file and never shown.
  package var missing: MediaTime = .zero

  /// All waits together.
  package var waits: WallTime { startup + stalled + seek }
}
