/// A move of the playhead that the user asked for.
public struct Seek: Hashable, Sendable {
  /// Its number, from 1.
  public var number: Int
  /// The wall time at which it was asked for.
  public var start: MediaTime
  /// The media time from which the playhead moved.
  public var from: MediaTime
  /// The media time to which it moved.
  public var to: MediaTime
  /// The wall time from the request to the first frame there; `nil` if a newer seek or the end of
  /// the session came before.
  public var latency: MediaTime?
}
