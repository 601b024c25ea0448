package import PlayheadLadder
package import PlayheadModel

/// A session as comparisons have it: one that was played, or what its report says of it.
package struct ComparedSession: Hashable, Sendable {
  /// The media.
  package var media: MediaIdentity
  /// The SHA-256 of the media's bytes; `nil` if unknown.
  package var contentDigest: String?
  /// The length of the media, in media time.
  package var duration: MediaTime
  /// The scenario of a file; `nil` if the session is known only by its report, which does not hold
  /// the media.
  package var scenario: FileScenario?
  /// How the player loads a ladder and chooses levels; `nil` for a file.
  package var adaptation: Scenario.Adaptation?
  /// The link, with everything done to its profile.
  package var link: NetworkLink
  /// How the link's rate reaches a request.
  package var transport: Transport
  /// What the player decides by.
  package var policy: BufferingPolicy
  /// What the user does, in order if at one time.
  package var actions: [UserAction]
  /// How many times the media is played again from the start at its end.
  package var repeats: Int
  /// The wall time at which the session is given up.
  package var limit: WallTime
  /// The values of the metrics.
  package var metrics: MetricValues
  /// The stalls, in order.
  package var stalls: [Stall]
  /// The events, in order.
  package var events: [Event]
  /// The rows of the timeline; empty if not recorded.
  package var ticks: [ComparedTick]
  /// The stretches of one phase, in order; empty if the session is known only by its report.
  package var phaseSpans: [PhaseSpan] = []

  /// A session of the parts given.
  package init(
    media: MediaIdentity, contentDigest: String?, duration: MediaTime,
    scenario: FileScenario? = nil,
    adaptation: Scenario.Adaptation? = nil,
    link: NetworkLink, transport: Transport, policy: BufferingPolicy, actions: [UserAction],
    repeats: Int,
    limit: WallTime, metrics: MetricValues, stalls: [Stall], events: [Event],
    ticks: [ComparedTick]
  ) {
    self.media = media
    self.contentDigest = contentDigest
    self.duration = duration
    self.scenario = scenario
    self.adaptation = adaptation
    self.link = link
    self.transport = transport
    self.policy = policy
    self.actions = actions
    self.repeats = repeats
    self.limit = limit
    self.metrics = metrics
    self.stalls = stalls
    self.events = events
    self.ticks = ticks
  }

  /// The session of `scenario`, which plays `media`, with `summary`, its figures of merit.
  package init(
    _ session: Session, of scenario: Scenario, media: MediaIdentity, contentDigest: String? = nil,
    summary: SessionSummary
  ) {
    var (file, policy): (FileScenario?, BufferingPolicy) = (nil, scenario.policy)
    switch scenario {
    case .file(let scenario): file = scenario
    case .ladder(let scenario): policy = scenario.player.namedPolicy
    }
    self.init(
      media: media, contentDigest: contentDigest, duration: session.duration, scenario: file,
      adaptation: scenario.adaptation, link: scenario.link, transport: scenario.transport,
      policy: policy, actions: scenario.actions, repeats: scenario.repeats, limit: scenario.limit,
      metrics: summary.values, stalls: session.stalls, events: session.events,
      ticks: session.ticks.map(ComparedTick.init))
    phaseSpans = session.phaseSpans
  }

  /// Whether both play the same media, as far as anything is known that tells.
  package func playsMedia(of other: ComparedSession) -> Bool {
    guard media.bytes == other.media.bytes, media.tracks == other.media.tracks,
      duration == other.duration
    else { return false }
    if let own = media.indexDigest, let others = other.media.indexDigest { return own == others }
    if let own = contentDigest, let others = other.contentDigest { return own == others }
    return scenario?.presentation == other.scenario?.presentation || scenario == nil
      || other.scenario == nil
  }
}

/// A row of a timeline, as far as comparisons show it.
package struct ComparedTick: Hashable, Sendable {
  /// When, in wall time counted from the first play command.
  package var wallTime: WallTime
  /// The playhead, in media time counted from the origin.
  package var mediaTime: MediaTime
  /// The playhead as a share of the duration, in 0…1.
  package var progress: Ratio
  /// Everything loaded, in media time.
  package var loadedTimeRanges: TimeRangeSet
  /// The phase to which the wall time counts.
  package var phase: PlaybackModel.Phase
  /// The rate at which the player plays; normal unless it plays.
  package var rate: PlaybackRate
  /// `AVPlayerItem`'s flag of that name.
  package var isPlaybackBufferFull: Bool

  /// A row of the parts given.
  package init(
    wallTime: WallTime, mediaTime: MediaTime, progress: Ratio, loadedTimeRanges: TimeRangeSet,
    phase: PlaybackModel.Phase, rate: PlaybackRate, isPlaybackBufferFull: Bool
  ) {
    self.wallTime = wallTime
    self.mediaTime = mediaTime
    self.progress = progress
    self.loadedTimeRanges = loadedTimeRanges
    self.phase = phase
    self.rate = rate
    self.isPlaybackBufferFull = isPlaybackBufferFull
  }

  /// What comparisons show of `tick`.
  package init(_ tick: Tick) {
    self.init(
      wallTime: tick.wallTime, mediaTime: tick.mediaTime, progress: tick.progress,
      loadedTimeRanges: tick.loadedTimeRanges, phase: tick.phase,
      rate: tick.status == .playing ? tick.rate : .normal,
      isPlaybackBufferFull: tick.isPlaybackBufferFull)
  }
}
