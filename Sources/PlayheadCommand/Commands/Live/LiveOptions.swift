import PlayheadKit

extension Option {
  static let live = Option(
    "live", nil, .text("DURATION").optional, in: .live,
    help: "Play HLS or DASH as a live event: each segment can be had once it is captured, and the "
      + "player joins, reloads and stays behind the edge as its source says. With a DURATION, such "
      + "as 2m, record a live URL for that long, then play that",
    brief: "Play HLS or DASH as a live event")
  static let recording = Option(
    "recording", nil, .file("FOLDER"), in: .live,
    help: "Keep what --live with a DURATION records", default: "deleted")
  static let liveDelay = Option(
    "live-delay", nil, .text("DURATION"), in: .live,
    help: "Time from when the last frame of a segment is captured to when it can be had: encoding, "
      + "packaging, CDN", default: "0s")
  static let liveWindow = Option(
    "live-window", nil, .text("DURATION"), in: .live,
    help: "How far back manifests list segments", default: "the MPD's, else 1 min")
  static let join = Option(
    "join", nil, .text("TIME"), in: .live,
    help: "When the viewer joins, counted from the start of the event", default: "its middle")
  static let liveHoldBack = Option(
    "live-hold-back", nil, .text("DURATION"), in: .live,
    help:
      "How far from the edge manifests ask players to stay: HOLD-BACK, suggestedPresentationDelay",
    default: "the MPD's, else each player's own")
  static let liveLate = Option(
    "live-late", nil, .text("SEGMENT+DURATION"), isRepeatable: true, in: .live,
    help: "A segment, counted from 0, can be had so much later, such as 75+2s")
  static let liveStale = Option(
    "live-stale", nil, .text("TIME+DURATION"), isRepeatable: true, in: .live,
    help: "Manifests stand still for so long from a time of the event on, such as 5:03+8s")
  static let liveClock = Option(
    "live-clock", nil, .text("OFFSET"), in: .live,
    help: "How far the viewer's clock is ahead, or with a minus behind, such as +500ms",
    default: "0s")

  static let parts = Option(
    "parts", nil, .text("DURATION"), in: .live,
    help:
      "Publish segments of HLS in parts of this length, cut at frames, as Low-Latency HLS does; "
      + "players then stay 3 parts from the edge, and servers hold playlists back until there is "
      + "another. Segments of DASH by number are sent in chunks as these are captured"
  )
  static let catchUp = Option(
    "catch-up", nil, .text("RATE").optional, in: .live,
    help:
      "Let the player catch up with the edge by its playback rate, in its own way, at up to RATE",
    default: "no; without a RATE, the player's own")

  static let skipUntil = Option(
    "can-skip-until", nil, .text("DURATION"), in: .live,
    help:
      "Playlists of HLS list only segments less than this from the end to players that have the "
      + "rest: delta updates, CAN-SKIP-UNTIL")
  static let renditionReports = Option(
    "rendition-reports", in: .live,
    help: "Playlists of HLS report how far the others are, so that a switch finds the latest part")

  /// The options of live events, the one that makes it one first.
  static let ofLive = [
    live, join, liveDelay, liveWindow, liveHoldBack, liveLate, liveStale, liveClock,
    parts, skipUntil, renditionReports, catchUp,
  ]
}
