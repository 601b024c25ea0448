package import PlayheadModel

/// A live event as far as somebody asks for it; what it leaves open follows from the ladder, its
/// recording, and the player.
package struct LiveSetting: Hashable, Sendable {
  /// What does not depend on the ladder: delays, standstills, clocks.
  package var event = LiveEvent(join: .zero)
  /// When the viewer joins, counted from the start of the event or of the recording; `nil` for its
  /// middle, or with the first manifests that were recorded.
  package var join: WallTime?
  /// How far back manifests list segments; `nil` for what the manifest says.
  package var window: MediaTime?
  /// How far from the edge players are asked to stay; `nil` for what the manifest says.
  package var holdBack: MediaTime?

  /// An event of which nothing is asked for.
  package init() {}

  /// Why a ladder cannot be played as the event.
  package enum Refusal: Error, Hashable, Sendable {
    /// It is not known how the player plays it; those of which it is known.
    case player(Ladder.Format, others: [String])
    /// The viewer joins after the event, or the recording, which is so long.
    case isOver(after: WallTime, isRecorded: Bool)
    /// Delta updates and reports are of playlists.
    case hasNoPlaylists
    /// The least skip boundary.
    case skipsTooMuch(least: MediaTime)

    /// The same in words.
    package var words: String {
      switch self {
      case .player(let format, _):
        "how the player plays live \(format == .hls ? "HLS" : "DASH") is not known"
      case .isOver(let length, let isRecorded):
        "the \(isRecorded ? "recording" : "event") is over after \(length.secondsText(places: 1)) s"
      case .hasNoPlaylists: "it applies to HLS with media playlists"
      case .skipsTooMuch(let least):
        "the minimum is six target durations, \(least.secondsText) s"
      }
    }

    /// What to do about it, in words; `nil` if that is clear.
    package var hint: String? {
      guard case .player(_, let others) = self else { return nil }
      return "players of live events: \(others.wordList(or: false))"
    }
  }

  /// The event as which `ladder` is played by `player`.
  ///
  /// - Throws: why it cannot be.
  package func event(
    of ladder: Ladder, by player: LadderPlayer
  ) throws(Refusal) -> LiveEvent {
    guard let rules = player.live[ladder.format] else {
      throw .player(
        ladder.format,
        others: LadderPlayer.all.filter { $0.live[ladder.format] != nil }.map(\.name))
    }
    var event = event
    event.addressing = Self.addressing(of: ladder)
    try checkPlaylists(event, of: ladder)
    let asked =
      holdBack ?? ladder.recording?.holdBack
      ?? (rules.followsServiceDescription ? ladder.updates?.targetLatency : nil)
    event.holdBack = asked ?? ladder.updates?.suggestedDelay
    if rules.clock.isRight(ladder.updates?.tellsTime == true) { event.clockOffset = .zero }
    if let recording = ladder.recording { return try recorded(event, in: recording, of: ladder) }
    event.window = window ?? ladder.updates?.window ?? event.window
    let length = WallTime(nanoseconds: ladder.duration.nanoseconds)
    event.join = join ?? WallTime(nanoseconds: length.nanoseconds / 2)
    guard event.join < length else { throw .isOver(after: length, isRecorded: false) }
    return event
  }

  private static func addressing(of ladder: Ladder) -> LiveAddressing {
    let hasPlaylists = ladder.lanes.allSatisfy { $0.levels.allSatisfy { $0.playlist != nil } }
    if ladder.format == .hls, hasPlaylists { return .playlists }
    guard ladder.updates?.listsSegments == true else { return .numbers }
    let longest = ladder.lanes[0].levels[0].longestSegment
    let period = ladder.updates?.minimumPeriod.flatMap { $0 > .zero ? $0 : nil } ?? longest
    return .timeline(updatePeriod: WallTime(nanoseconds: period.nanoseconds))
  }

  /// Refuses what only playlists have, and delta updates that no server may have.
  private func checkPlaylists(_ event: LiveEvent, of ladder: Ladder) throws(Refusal) {
    guard event.skipUntil != nil || event.reportsRenditions else { return }
    guard event.addressing == .playlists else { throw .hasNoPlaylists }
    let least = (ladder.lanes[0].levels.map(\.liveTargetDuration).max() ?? .zero) * 6
    if let skipUntil = event.skipUntil, skipUntil < least { throw .skipsTooMuch(least: least) }
  }

  /// The event that was recorded, joined when its first manifests were in, or as much later as is
  /// asked for than recording began.
  private func recorded(
    _ event: LiveEvent, in recording: EventRecording, of ladder: Ladder
  ) throws(Refusal) -> LiveEvent {
    var event = event
    event.delay = recording.delay
    event.window = recording.window(of: ladder)
    if event.addressing == .numbers { event.window = ladder.updates?.window ?? event.window }
    let first = recording.lanes.joined().compactMap { $0.listings.first?.since }.max()
    event.join = join.map { recording.begin + $0 } ?? max(recording.begin, first ?? .zero)
    guard event.join < recording.end else {
      throw .isOver(after: recording.end - recording.begin, isRecorded: true)
    }
    return event
  }
}
