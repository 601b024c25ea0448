package import PlayheadModel

/// How a player plays live presentations, by format; `nil` where it plays none.
package struct LivePlayback: Hashable, Sendable {
  /// Of HLS.
  package var hls: LiveRules?
  /// Of DASH, and of segments that come by number.
  package var dash: LiveRules?

  /// The rules for HLS and for DASH.
  package init(hls: LiveRules? = nil, dash: LiveRules? = nil) {
    self.hls = hls
    self.dash = dash
  }

  /// The rules for ladders of `format`.
  package subscript(format: Ladder.Format) -> LiveRules? { format == .hls ? hls : dash }

  /// The same for a player that an application has catch up, at up to `maximum`, or at its own
  /// rates.
  package func catchingUp(to maximum: PlaybackRate?) -> LivePlayback {
    func changed(_ rules: LiveRules?) -> LiveRules? {
      guard var rules, let way = rules.catchUpWay else { return rules }
      rules.catchUp = way.catchUp(to: maximum)
      return rules
    }
    return LivePlayback(hls: changed(hls), dash: changed(dash))
  }
}

/// Where a player joins a live presentation, when it asks what there is, and what it does at the
/// edge.
package struct LiveRules: Hashable, Sendable {
  /// How far from the edge it joins where manifests do not say.
  package var holdBack: LiveDistance
  /// By how much each stall moves it further, up to a target duration in all.
  package var stallIncrease = MediaTime.zero
  /// What that distance counts from.
  package var edge = Edge.listed
  /// The least distance from the end of what is listed; `nil` for none.
  package var leastDistance: LiveDistance?
  /// Whether it joins at the start of a segment, that before the place.
  package var joinsAtSegments = false
  /// How far from the start of the window it joins at least, but in its first half.
  package var windowMargin = MediaTime.zero
  /// When it loads manifests again.
  package var reload = LiveReload()
  /// How often a player looks for a segment that is not there yet; `nil` for as soon as it may be
  /// there.
  package var edgePolling: WallTime?
  /// Whether it asks its rule with each look for a segment that is not there yet, and turns to the
  /// level at once.
  package var asksAtEdge = false
  /// Whether segments of audio apart are not asked for before one of video is in, which tells the
  /// origin of timestamps, and further ones of video not before one of audio is, as buffers are
  /// made together.
  package var audioAwaitsVideo = false
  /// Whether audio apart runs ahead of video at the edge, though it does not on demand.
  package var audioRunsAhead = false
  /// Whether it catches up by itself with segments that come in chunks.
  package var catchesUpWithChunks = false
  /// Whether it chooses the level of a segment as the one before is in, though none is listed yet,
  /// and loads the last one anew at a level that lists nothing after it.
  package var choosesAhead = false
  /// How it loads parts of segments that are listed; `nil` for as whole segments.
  package var partRuns: PartRuns?
  /// Whether it stays as far from the edge as an MPD describes the service (`ServiceDescription`).
  package var followsServiceDescription = false
  /// By which clock it reckons.
  package var clock = LiveClock.device
  /// Whether it catches up by itself where manifests say how far from the edge to stay.
  package var catchesUpWithTarget = false
  /// The wall time from when enough is loaded to the first frame; `nil` for the same as on demand.
  package var startupCost: WallTime?
  /// The wall time that it takes with what it has loaded; `nil` for the same as on demand.
  package var processing: ProcessingTimes?
  /// Whether it goes on with the next segment if it abandons the first one before playback has
  /// begun, and starts there.
  package var skipsAbandonedStart = false
  /// What it does once the playhead is behind the window.
  package var behindWindow = BehindWindow.joinsAgain
  /// When it gives up on manifests that do not change; `nil` for never.
  package var patience: ManifestPatience?
  /// In which way it can catch up by its playback rate; `nil` if it cannot.
  package var catchUpWay: CatchUp.Way?
  /// How it does; `nil` as long as no application has it do so.
  package var catchUp: CatchUp?

  /// How a player loads the parts of a segment that are listed as one run: it chooses a level, and
  /// measures, only after the last of them, starts once the first run is in, and loads a segment
  /// from its start at another level.
  package struct PartRuns: Hashable, Sendable {
    /// The media that it needs ahead to start.
    package var startup: MediaTime
    /// How long it takes from then on, as it has begun to decode before.
    package var startupCost: WallTime
  }

  /// When a player that has nothing left to play ends with an error, as manifests tell nothing new.
  package struct ManifestPatience: Hashable, Sendable {
    /// How long a playlist may stay as it is, in half target durations; `nil` for any time.
    package var unchangedHalves: Int64?
    /// Whether a playlist whose numbers go back is one, too.
    package var refusesReset = false
    /// How long it waits with nothing more loaded; `nil` for any time.
    package var wait: WallTime?
    /// What its error about playlists is called.
    package var playlistError = ""
    /// What its error about waiting is called.
    package var waitError = ""
  }

  /// What a distance from the edge counts from.
  package enum Edge: Hashable, Sendable {
    /// The end of what is listed, and the time since that came.
    case listed
    /// The end of what was listed first, and the time since that came.
    case listedFirst
    /// The end of what is listed.
    case listedEnd
    /// What is published by the player's clock.
    case clock
    /// The same, less the longest segment.
    case clockLessSegment
  }

  /// What a player does once the playhead is behind what manifests list.
  package enum BehindWindow: String, CaseIterable, Hashable, Sendable {
    /// It jumps to where it would join.
    case joinsAgain
    /// It jumps to the start of the window.
    case windowStart
    /// Playback ends with an error.
    case fails
  }

  /// The rules of a player that holds back `holdBack`.
  package init(_ holdBack: LiveDistance) { self.holdBack = holdBack }

  /// The rules that `change` makes of that.
  init(_ holdBack: LiveDistance, _ change: (inout Self) -> Void) {
    self.holdBack = holdBack
    change(&self)
  }
}

/// By which clock a player reckons what there is of a live event.
package enum LiveClock: String, CaseIterable, Hashable, Sendable {
  /// That of its device.
  case device
  /// The one that `UTCTiming` names; that of its device without it.
  case manifest
  /// The same; without it, one of its own on the Internet.
  case own

  /// Whether a device's clock that is wrong does not matter to it, if a manifest tells the time as
  /// `tellsTime` says.
  func isRight(_ tellsTime: Bool) -> Bool {
    switch self {
    case .device: false
    case .manifest: tellsTime
    case .own: true
    }
  }
}

/// A length of media by which a player keeps away from the edge.
package enum LiveDistance: Hashable, Sendable {
  /// So much.
  case fixed(MediaTime)
  /// So many target durations (`EXT-X-TARGETDURATION`).
  case targetDurations(Int64)
  /// The segments listed last.
  case lastSegments(Int)
  /// So many of the longest segment.
  case longestSegments(Int64)

  /// The distance in `level`, of which `listed` segments are listed.
  func length(in level: Level, listed: Range<Int>) -> MediaTime {
    switch self {
    case .fixed(let length): length
    case .targetDurations(let count): (level.partTarget ?? level.liveTargetDuration) * count
    case .lastSegments(let count):
      level.segments[listed].suffix(count).reduce(.zero) { $0 + $1.duration }
    case .longestSegments(let count):
      (level.partTarget == nil ? level.longestSegment : level.liveTargetDuration) * count
    }
  }
}

/// When a player loads a manifest again.
package struct LiveReload: Hashable, Sendable {
  /// Whether it waits only half as long after one that lists nothing new.
  package var halvesUnchanged = true
  /// Whether it waits only for the length of the last segment where that is less than the target
  /// duration, and the playhead within so many of these from the edge; `nil` for never.
  package var followsShortSegments: Int64?
  /// Whether the wait counts from when the playlist of a level was last due, however long ago that
  /// was.
  package var keepsSchedule = false
  /// Whether a playlist that is in flight is dropped as the player turns to another level.
  package var isDroppedBySwitch = false
  /// Whether the wait counts from the end of the latest load, rather than from its request.
  package var countsFromEnd = false
  /// Whether the first wait counts from when the initialization sections of all lanes are in.
  package var startsWithInitializations = false
  /// The least wait.
  package var leastWait = WallTime.zero
  /// What it does about one that cannot be had; `nil` for the same as about the first one, which
  /// may lead to another level.
  package var failure: ReloadFailureRule?

  /// The rules of RFC 8216, 6.3.4.
  package init() {}

  /// The rules that `change` makes of that.
  init(_ change: (inout Self) -> Void) { change(&self) }
}

/// What a player does about a manifest that is loaded again and cannot be had.
package struct ReloadFailureRule: Hashable, Sendable {
  /// The number of attempts that belong together.
  package var attempts: Int
  /// The wall time before the next one of them.
  package var retryDelay: RetryDelay
  /// What comes behind the last of these.
  package var next: Next

  /// What a player does once all attempts that belong together have failed.
  package enum Next: Hashable, Sendable {
    /// It begins anew after this time.
    case again(after: WallTime)
    /// It begins anew as if the manifest were in.
    case afterPeriod
    /// It loads the manifest no more.
    case never
  }

  /// So many attempts, each after a delay, and then `next`.
  package init(_ attempts: Int, _ retryDelay: RetryDelay, then next: Next) {
    self.attempts = attempts
    self.retryDelay = retryDelay
    self.next = next
  }
}

extension Level {
  /// From when on a playlist lists parts of which segment `last` is the last: up to three target
  /// durations behind the end (RFC 8216bis, 4.4.4.9).
  package func partsStart(behind last: Int?) -> MediaTime {
    (last.map { segments[$0].declared.end } ?? .zero) - liveTargetDuration * 3
  }

  /// How many of the segments or parts `listed` a delta update leaves out, as whole segments that
  /// end `skipUntil` or more before the end (RFC 8216bis, 4.4.3.8).
  package func skippedCount(of listed: Range<Int>, upTo skipUntil: MediaTime) -> Int {
    guard let last = listed.last else { return 0 }
    let boundary = segments[last].declared.end - skipUntil
    let count = listed.prefix { segments[$0].declared.end <= boundary }.count
    // A segment of which a part is listed is listed.
    let kept = listed.lowerBound + count
    return max(0, count - (kept < segments.count ? segments[kept].partNumber : 0))
  }

  /// `EXT-X-TARGETDURATION`, or what it would be: the longest segment in whole seconds.
  package var liveTargetDuration: MediaTime {
    if let targetDuration, targetDuration > .zero { return targetDuration }
    let second = MediaTime.seconds(1).nanoseconds
    let rounded = (longestSegment.nanoseconds + second / 2) / second
    return .seconds(max(1, rounded))
  }

  /// The length of its longest segment.
  package var longestSegment: MediaTime { segments.map(\.duration).max() ?? .zero }
}
