package import PlayheadModel

/// Something that a real player did or told.
package struct PlayerObservation: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The player begins with the file.
    case asked
    /// The headers are read.
    case opened
    /// The playhead moves, at first or again.
    case playing
    /// The player waits for media, for a reason if it gives one.
    case waiting(reason: String?)
    /// A reason for the latest wait, told later.
    case explained(String)
    /// Only where the playhead is, and the end of what the player says it has there.
    case position(bufferedTo: MediaTime?)
    /// Playback has come to its end.
    case ended
    /// The player has given up.
    case failed(String)
  }

  /// On the clock of ``MonotonicClock``.
  package var time: WallTime
  /// The playhead, if the player tells it.
  package var mediaTime: MediaTime?
  package var kind: Kind
  /// The date at which what is shown was captured, in nanoseconds since 1970, if the player tells
  /// it.
  package var date: Int64?
  /// The playback rate in thousandths, if the player tells it.
  package var rate: Int64?

  package init(time: WallTime, mediaTime: MediaTime? = nil, _ kind: Kind) {
    self.time = time
    self.mediaTime = mediaTime
    self.kind = kind
  }
}
