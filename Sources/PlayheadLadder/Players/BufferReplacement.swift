package import PlayheadModel

/// What a player loads again, at another level, of the media that it has loaded ahead of the
/// playhead.
package enum BufferReplacement: Hashable, Sendable {
  /// With each switch to a level above that of the segment at the playhead: from that segment on.
  /// What is loaded is kept until the new segments are in.
  case fromPlayhead
  /// With each switch: the segment at the end of what is loaded, if the player looks for the next
  /// segment by that time, and still finds this one there, as its tracks end apart.
  ///
  /// The player takes the times of a level's segments from the one that it loaded last of it, whose
  /// earliest end of a track is the start of the next. If it has the playlist, and plays, it also
  /// accepts a segment that begins up to `tolerance` later, and takes the one that its binary
  /// search meets first. After a first segment, a switch up takes the next.
  case atEnd(tolerance: MediaTime)
}
