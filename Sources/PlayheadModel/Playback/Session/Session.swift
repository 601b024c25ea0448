/// What has happened in a playback session up to an instant.
///
/// A running ``Simulation`` has one at each instant, and so has a ``SessionRecorder``; that of an
/// ended session is part of its ``Session``. All times are exact, in nanoseconds; wall time counts
/// from the first play command.
///
/// Waits have one rule. A wait opens when the player needs media to play on. It ends when playback
/// resumes or, if the user pauses meanwhile, when the buffer would have let it resume; so a pause
/// neither shortens a wait nor lengthens it. A wait that is still open at the end of a session is
/// longer than any bound.
///
/// - The *startup* is the wait from the play command on. A seek in it does not end it.
/// - A *stall* is the wait after playback ran empty, or of a loop for its start. A seek ends it,
///   and if the target is not loaded either, a wait after the seek follows. A player that pauses by
///   itself as it runs empty is stalled until it plays again, also if the user seeks meanwhile.
/// - Any other wait is one *after a seek*, or after the user asked to play with too little loaded.
///   Another seek in it does not end it. A seek by a user who has paused opens none.
public struct PlaybackRecord: Hashable, Sendable {
  /// The wall time of the instant.
  public package(set) var elapsed: WallTime
  /// The length of the media, in media time.
  public package(set) var duration: MediaTime
  /// The wall time from the play command to the first frame playing, or, if the user paused
  /// meanwhile, to when the buffer would have let it start; `nil` if playback never started.
  public package(set) var startup: WallTime?
  /// What the startup was spent on, as far as it came.
  public package(set) var startupPhases = StartupPhases()
  /// The stalls, in order.
  public package(set) var stalls: [Stall]
  /// The seeks, in order.
  public package(set) var seeks: [Seek]
  /// The wait that is open; `nil` if none is.
  public package(set) var openWait: OpenWait?
  /// The user's actions that are not performed yet, or never, if the session ended before; in
  /// order.
  public package(set) var unperformedActions: [UserAction] = []
  /// The wall time by phase.
  public package(set) var phases: PhaseTimes
  /// The stretches of one phase, which follow each other from zero on; empty if events are not
  /// recorded.
  package var phaseSpans: [PhaseSpan] = []
  /// The buffer level while playing.
  public package(set) var bufferLevels: BufferLevels
  /// The bytes downloaded, wasted ones included.
  public package(set) var bytesDownloaded: Int64
  /// The bytes that arrived for requests already dropped.
  public package(set) var bytesWasted: Int64
  /// The number of requests sent.
  public package(set) var requestCount: Int
  /// The wall time with a request open and not blocked.
  public package(set) var requestTime: WallTime
  /// The bound on the size of a session that was met, which ended it; `nil` if none was.
  public package(set) var metBound: SessionBound?
  /// Whether all media was loaded at some time.
  public package(set) var hasFinishedLoading = false
  /// The requests, in the order in which they were sent.
  public package(set) var requests: [MediaRequest] = []
  /// The events, in order; empty if not recorded.
  public package(set) var events: [Event]
  /// The rows of the timeline; empty if not recorded.
  public package(set) var ticks: [Tick]
}

/// A playback session that has ended: its record, and how it ended.
///
/// The members of the record are also the session's: `session.stalls` are its stalls.
@dynamicMemberLookup
public struct Session: Hashable, Sendable {
  /// What happened, up to the end.
  public package(set) var record: PlaybackRecord
  /// How it ended.
  public package(set) var endReason: EndReason

  /// The session of `record`, which ended for `endReason`.
  public init(_ record: PlaybackRecord, endReason: EndReason) {
    self.record = record
    self.endReason = endReason
  }

  /// A member of the record.
  @inlinable
  public subscript<Value>(dynamicMember member: KeyPath<PlaybackRecord, Value>) -> Value {
    record[keyPath: member]
  }

  package subscript<Value>(
    dynamicMember member: WritableKeyPath<PlaybackRecord, Value>
  ) -> Value {
    get { record[keyPath: member] }
    _modify { yield &record[keyPath: member] }
  }

  /// How a session ended.
  public enum EndReason: String, CaseIterable, Hashable, Sendable {
    /// The end of the media was played.
    case ended
    /// The limit of simulated time, the end of what was observed, or a bound on the size of the
    /// session (`metBound`) came before the end of the media.
    case limit
    /// The link never delivers the missing media.
    case starved
    /// All is loaded that the player loads, and a gap in the media lies before the playhead that it
    /// does not pass over; only of HLS and DASH.
    case gap
    /// A segment cannot be played, and the player gives up; only of HLS and DASH.
    case error
    /// The player is paused, and no action follows.
    case paused
  }
}

/// A bound on the size of a session, so that none takes all the time and memory there is.
public enum SessionBound: String, CaseIterable, Hashable, Sendable {
  /// ``SessionOptions/maximumEvents``.
  case events
  /// ``SessionOptions/maximumSteps``.
  case steps
  /// The end of the recording of a live event that goes on; only of HLS and DASH.
  case recording
}

/// A stretch of wall time in one phase.
package struct PhaseSpan: Hashable, Sendable {
  /// The phase.
  package var phase: PlaybackModel.Phase
  /// The number of the stall; `nil` of anything else.
  package var stall: Int?
  /// When it begins.
  package var start: WallTime
  /// When it ends.
  package var end: WallTime

  /// A stretch of the parts given.
  package init(_ phase: PlaybackModel.Phase, stall: Int?, start: WallTime, end: WallTime) {
    (self.phase, self.stall, self.start, self.end) = (phase, stall, start, end)
  }
}

/// The wall time of a session by phase; the phases add up to all of it.
///
/// A wait includes the pauses in it, and counts up to the end of the session if it is still open.
public struct PhaseTimes: Hashable, Sendable {
  /// The startup.
  public package(set) var startup: WallTime = .zero
  /// Playing.
  public package(set) var playing: WallTime = .zero
  /// Stalled.
  public package(set) var stalled: WallTime = .zero
  /// Waiting after a seek, or after the user asked to play with too little media ahead.
  public package(set) var seeking: WallTime = .zero
  /// Paused outside of waits.
  public package(set) var paused: WallTime = .zero
  /// At the end of the media, waiting for the user's next action.
  public package(set) var ended: WallTime = .zero
  /// Of the time playing, that in which the picture stood still, as the video had run dry.
  public package(set) var frozen: WallTime = .zero
  /// The number of stretches of it.
  public package(set) var frozenCount = 0
  /// Of the time playing, that in which sound was missing, as the audio had run dry.
  public package(set) var silent: WallTime = .zero
  /// The number of stretches of it.
  public package(set) var silentCount = 0

  /// No time.
  public init() {}

  /// The watch time: everything but pauses and the time at the end.
  public var watched: WallTime { startup + playing + stalled + seeking }
}

/// The buffer level while playing, in media time.
public struct BufferLevels: Hashable, Sendable {
  /// The integral of how far media was loaded, while playing.
  ///
  /// Media counts from when its last byte is in, to the fraction of a nanosecond.
  var loaded = LoadedIntegral()
  /// The integral of where the playhead was, while playing.
  var played = PlayedIntegral()
  /// The least level while not everything was loaded; `nil` if everything was before the start.
  public package(set) var minimum: MediaTime?

  /// The integral of level over time, in whole square nanoseconds and two-thousandths of one more.
  private var integral: (whole: Int128, parts: Int128) {
    let whole = loaded.value - played.whole
    return played.parts > 0 ? (whole - 1, 2000 - played.parts) : (whole, 0)
  }

  /// The mean over `played`, the wall time spent playing, to the nearest nanosecond, halves up;
  /// `nil` if nothing was played.
  public func mean(over played: WallTime) -> MediaTime? {
    guard played > .zero else { return nil }
    let (whole, parts) = integral
    let length = Int128(played.nanoseconds)
    return MediaTime(nanoseconds: Int64((whole + (parts + 1000 * length) / 2000) / length))
  }
}
