package import PlayheadModel

/// When a player of ladders loads, and in which order.
package struct LadderLoading: Hashable, Sendable {
  /// How much it loads ahead.
  package var goal = BufferGoal()
  /// Whether video and audio apart are loaded side by side, or in turn over one connection.
  package var loadsLanesInParallel = true
  /// How far audio apart may be loaded beyond the video that is loaded or being loaded; `nil` for
  /// any.
  package var audioLead: MediaTime?
  /// How much more audio apart than video is loaded ahead of the playhead, but at least as much as
  /// the first segment is long, instead of to the goal; `nil` for the goal.
  package var audioGoal: MediaTime?
  /// How long a lane waits before it looks again, that is loaded as far beyond another as the
  /// longest segment is long; `nil` if lanes do not wait for each other.
  package var runAheadWait: WallTime?
  /// Whether a whole segment of audio apart that is in before video of its time is, by a twentieth
  /// of the segment, is held back until the next video is.
  package var holdsAudioAhead = false
  /// Whether what is missing between two consecutive segments of a level is filled where they are
  /// transport streams with video: the first picture of the second is shown from the end of the
  /// first on, with silence.
  package var fillsTransportStreams = false
  /// Whether, of lanes that are loaded in turn, all look at their buffers again after each segment
  /// and each wait of one.
  package var looksAtAllLanes = false
  /// Whether the playlist of the level that comes next is fetched once all lanes have loaded a
  /// segment, before the player waits, rather than with the next segment.
  package var opensLevelsAhead = false
  /// Whether the indexes of all levels are fetched, side by side, before anything else; else that
  /// of a level before its first segment.
  package var fetchesAllIndexes = false
  /// Whether a segment index that refers to further ones is read; else playback ends with an error.
  package var readsNestedIndexes = true
  /// Whether the playlists of levels are kept, rather than fetched again after each switch.
  package var keepsPlaylists = true
  /// The bytes of the first segment of each lane that are fetched, with its initialization section,
  /// before anything else, and not used; `nil` for none.
  package var probedBytes: Int64?
  /// How much of a segment has to be in for the player to use it.
  package var appends = AppendGranularity.segments
  /// The segments of each lane that have to be loaded before playback starts.
  package var startupSegments = 1
  /// The wall time from when enough is loaded to start to the first frame.
  package var startupCost: WallTime = .zero
  /// How often its media element tells a player that plays where the playhead is, by which it knows
  /// how much is loaded ahead; `nil` if it looks itself.
  package var levelReportInterval: WallTime?
  /// The wall time from when a request is complete to when what follows it is decided on and sent.
  package var processing = ProcessingTimes()
  /// Whether an initialization section is fetched side by side with its segment.
  package var fetchesInitializationInParallel = false
  /// How it heeds where a manifest has playback start.
  package var startRule = StartRule.exactly
  /// When the key of encrypted segments is fetched; a licence is, beside what first takes it.
  package var keyMoment = KeyMoment.before
  /// Whether a key that another lane fetches serves the lane, too.
  package var keySharing = KeySharing.none
  /// Whether the keys that a multivariant playlist names are asked for as that is in, beside the
  /// first playlists.
  package var asksForSessionKeys = false
  /// Whether the first segment of video is loaded to look for closed captions before any audio
  /// apart, where a multivariant playlist says nothing of them.
  package var looksForCaptions = false
  /// Whether playback begins where all lanes have media, rather than at zero with nothing shown.
  package var skipsToFirstMedia = false
  /// Whether initialization sections are kept, rather than fetched again after each switch.
  package var keepsInitializations = true
  /// Whether an initialization section that is kept is fetched again where a further tag names it.
  package var fetchesInitializationPerTag = false
  /// What of the buffer is loaded again at a higher level; `nil` for nothing.
  package var replacement: BufferReplacement?
  /// Whether a player that has chosen another level looks at its buffer again, by the goal of that
  /// level, before it loads.
  package var looksAfterSwitch = false
  /// Whether audio apart adapts by a rule of its own where the manifest does not tie it to a level
  /// of video.
  package var adaptsAudio = false
  /// How much of video apart, at the end of what is loaded, its decoder still holds when no more
  /// comes, for a player with a grace for video.
  package var heldVideo: MediaTime = .zero
  /// The largest gap between segments that the player plays on through, as if it were loaded.
  package var gapTolerance: MediaTime = .milliseconds(100)
  /// How it jumps over larger ones; `nil` if it waits there.
  package var gapJump: GapJump?
  /// What it does about segments that it cannot play.
  package var failures = SegmentFailureRules()
  /// Whether segments are shown when their edit lists say; players built on Media Source Extensions
  /// ignore these.
  package var appliesEditLists = false
  /// The length of played media that it keeps; `nil` for all of it.
  package var backBuffer: MediaTime?

  /// The values of a plain player.
  package init() {}
}

/// When a player fetches the key of an encrypted segment.
package enum KeyMoment: String, CaseIterable, Hashable, Sendable {
  /// Before the segment and its initialization section, by a request of its own.
  case before
  /// Side by side with the first of these.
  case beside
  /// Once the segment is in.
  case after
}

/// Whether lanes fetch a key once for all of them.
package enum KeySharing: String, CaseIterable, Hashable, Sendable {
  /// Each lane fetches it.
  case none
  /// Once it is in, no lane fetches it again.
  case onceIn
  /// Nor while it is being fetched.
  case inFlight
}

/// How much of a segment has to be in for a player to use it.
package enum AppendGranularity: String, CaseIterable, Hashable, Sendable {
  /// All of it: players built on Media Source Extensions append whole segments.
  case segments
  /// A sample: players that read media as it comes play what they have of a segment.
  case samples
}

/// How much media a player loads ahead of the playhead, and when it looks again once that is
/// loaded.
package struct BufferGoal: Hashable, Sendable {
  /// The goal.
  package var level: MediaTime
  /// Bytes whose length at the level's bit rate is the goal where that is more; `nil` for none.
  package var bytes: Int64?
  /// The largest goal by ``bytes``.
  package var longest: MediaTime
  /// The goal at the highest level; `nil` for the same.
  package var atTopLevel: MediaTime?
  /// The goal at the highest level of media of ten minutes and more; `nil` for the same.
  package var atTopLevelOfLongMedia: MediaTime?
  /// Whether the next segment has to fit below the goal, rather than only what is loaded.
  package var includesNextSegment: Bool
  /// When it looks again.
  package var resumption: Resumption

  /// When a player with enough media loaded looks at its buffer again.
  package enum Resumption: Hashable, Sendable {
    /// As soon as the buffer level falls below the goal.
    case atOnce
    /// At multiples of a length of time since the last segment was complete.
    case polling(every: WallTime)
    /// After the time in which the buffer level falls to this one.
    case after(drainingTo: MediaTime)
  }

  /// A goal of `level`, by default 30 s.
  package init(
    _ level: MediaTime = .seconds(30), bytes: Int64? = nil, longest: MediaTime = .seconds(600),
    atTopLevel: MediaTime? = nil, atTopLevelOfLongMedia: MediaTime? = nil,
    includesNextSegment: Bool = false, resumption: Resumption = .atOnce
  ) {
    self.level = level
    self.bytes = bytes
    self.longest = longest
    self.atTopLevel = atTopLevel
    self.atTopLevelOfLongMedia = atTopLevelOfLongMedia
    self.includesNextSegment = includesNextSegment
    self.resumption = resumption
  }

  /// Whether the goal is not the same for all levels.
  var dependsOnLevel: Bool {
    bytes != nil || atTopLevel != nil || atTopLevelOfLongMedia != nil
  }

  /// Whether it looks from time to time.
  var isPolled: Bool { if case .polling = resumption { true } else { false } }

  /// How long a player waits that has nothing to ask for.
  var lookInterval: WallTime {
    if case .polling(let interval) = resumption { interval } else { .milliseconds(500) }
  }

  /// The most media ahead that a request for a segment of the first lane of `ladder` leads to,
  /// whatever the level.
  func farthest(in ladder: Ladder) -> MediaTime {
    let levels = ladder.lanes[0].levels
    let goal =
      levels.indices.map {
        length(for: levels[$0], isTop: $0 == levels.count - 1, duration: ladder.duration)
      }.max() ?? level
    guard !includesNextSegment else { return goal }
    return goal + (levels.flatMap(\.segments).map(\.duration).max() ?? .zero)
  }

  /// The goal while `level` loads, of media that lasts `duration`.
  package func length(for level: Level, isTop: Bool, duration: MediaTime) -> MediaTime {
    if isTop, duration >= .seconds(600), let goal = atTopLevelOfLongMedia { return goal }
    if isTop, let goal = atTopLevel { return goal }
    guard let bytes, level.bitRate > .zero else { return self.level }
    let (bits, isTooMany) = bytes.multipliedReportingOverflow(by: 8)
    guard !isTooMany else { return longest }
    let seconds = Double(bits) / Double(level.bitRate.bitsPerSecond)
    return min(max(MediaTime(seconds: seconds), self.level), longest)
  }
}
