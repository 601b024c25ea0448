/// What a player loads again, at a higher level, of the media that it has loaded ahead of the playhead.
public enum BufferReplacement: Hashable, Sendable {
  /// With each switch to a level above that of the segment at the playhead: from that segment on. What is
  /// loaded is kept until the new segments are in.
  case fromPlayhead
}
