/// A seek by the user.
public struct Seek: Hashable, Sendable {
  /// Its number, from 1.
  public package(set) var number: Int
  /// The wall time of the request.
  public package(set) var start: WallTime
  /// The media time from which the playhead moved.
  public package(set) var from: MediaTime
  /// The media time to which the playhead moved.
  public package(set) var to: MediaTime
  /// The wall time from the request to the target's first frame; `nil` if a newer seek cancelled
  /// it, or if it is open.
  public package(set) var latency: WallTime?
  /// Whether its target was still not loaded when the session ended.
  public package(set) var isOpen = false
}
