package import PlayheadLadder
package import PlayheadModel

/// Why a session waits: the smallest change that would have removed the wait, found by playing the
/// session with it.
package struct WaitCause: Hashable, Sendable {
  /// What kind of thing causes a wait.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The file's index lies behind its media.
    case index
    /// A track lies far behind another in the file.
    case interleave
    /// A level's declared bit rate is not the one that it has.
    case declaredRate = "declared-rate"
    /// Keys of encrypted segments, or licences, have to be fetched.
    case key
    /// The rule of adaptation chose a level that the link could not carry.
    case level
    /// Segments of a live event can be had later than they are due.
    case lateSegment = "late-segment"
    /// A live playlist or MPD does not list what there is.
    case staleManifest = "stale-playlist"
    /// The viewer's clock has a player ask for what is not there yet.
    case earlyRequest = "early-request"
    /// The player stays too close to the edge of a live event.
    case holdBack = "hold-back"
    /// The player's thresholds, watermarks or requests.
    case policy
    /// The rate of a track or of a level's segments peaks above its mean.
    case peak
    /// A connection is slow while it starts.
    case slowStart = "slow-start"
    /// The link's latency.
    case latency
    /// The link's rate falls below its mean for a while.
    case dip
    /// The link is too slow throughout.
    case bandwidth
    /// A seek to media that is not loaded.
    case seek
  }

  /// A change of a session.
  package enum Change: Hashable, Sendable {
    /// Of a session of a file.
    case file(ScenarioChange)
    /// Of a session of a ladder.
    case ladder(LadderChange)

    /// `scenario` with this change; `nil` where it changes nothing or is one of a ladder.
    package func applied(to scenario: FileScenario) -> FileScenario? {
      if case .file(let change) = self { change.applied(to: scenario) } else { nil }
    }

    /// `scenario` with this change; `nil` where it changes nothing or is one of a file.
    package func applied(to scenario: LadderScenario) -> LadderScenario? {
      if case .ladder(let change) = self { change.applied(to: scenario) } else { nil }
    }
  }

  /// A change, and what it puts right.
  package struct Part: Hashable, Sendable {
    /// The change.
    package var change: Change
    /// What is wrong without it.
    package var facts: Facts

    /// What kind of thing that is.
    package var kind: Kind { facts.kind }
  }

  /// The changes that remove the wait together: one, or two where none does alone.
  package var parts: [Part]
  /// The wall time that they save of this wait.
  package var saves: StallLength
  /// The wall time that they save of all waits of the session; negative if other waits grow by
  /// more, and `nil` if the session ends in an open wait with them too.
  package var sessionSaves: StallLength?
  /// The wall time that they save of the startup; negative if playback starts later with them, and
  /// `nil` if it never does.
  package var startupSaves: StallLength?
  /// Whether the budget ended the search for the rate that removes the wait, so that less may do.
  package var isUpperBound = false

  /// What kind of thing causes the wait; of two, the first.
  package var kind: Kind { parts[0].kind }

  /// What is wrong.
  package enum Facts: Hashable, Sendable {
    /// `bytes` of index are read behind the media that begins at `media`, in `requests` requests
    /// for opening in all.
    case index(bytes: Int64, media: Int64, requests: Int)
    /// A track's bytes lie behind those of another that are due at the same time.
    case interleave(track: Int, kind: Track.Kind, bytes: ByteRange)
    /// A field of the player has a value other than the one that removes the wait, each in whole
    /// units; `nil` for unlimited.
    case field(PolicyField, value: Int64?, better: Int64?)
    /// The player sent so many requests.
    case requests(Int)
    /// A track's rate over a stretch of media time, and over all of it.
    case peak(track: Int, kind: Track.Kind, range: TimeRange, rate: BitRate, mean: BitRate)
    /// A connection takes so many round trips to be set up, and starts with a small window.
    case slowStart(setUpRoundTrips: Int)
    /// So many requests were sent until the wait was over, each with a latency of up to `longest`.
    case latency(longest: WallTime, requests: Int)
    /// The link's mean rate between two wall times, and over all of its profile.
    case dip(from: WallTime, to: WallTime, rate: BitRate, mean: BitRate)
    /// The link's mean rate, and the one that removes the wait.
    case bandwidth(mean: BitRate, needed: BitRate)
    /// A level of a ladder declares a bit rate other than the one that it has, by the rule of its
    /// format.
    case declaredRate(level: Int, declared: BitRate, measured: BitRate)
    /// A segment of a live event can be had so much later than it is due.
    case lateSegment(segment: Int, by: WallTime)
    /// Manifests of a live event stand still from one time of the event to another.
    case staleManifest(from: WallTime, to: WallTime)
    /// The viewer's clock is so far ahead.
    case earlyRequest(by: WallTime)
    /// The player stays so far from the edge, and farther would be enough.
    case holdBack(value: MediaTime, better: MediaTime)
    /// These segments of a lane were loaded at up to level `highest`; at `better` at most they
    /// would have been in time.
    case levels(segments: ClosedRange<Int>, highest: LevelRate, better: LevelRate)
    /// The rate of the segments of a lane over a stretch of media time, and their levels' mean rate
    /// over it.
    case segmentPeak(segments: ClosedRange<Int>, range: TimeRange, rate: BitRate, mean: BitRate)
    /// Video and audio load in turn.
    case lanesInTurn
    /// So many keys and licences were asked for until the wait was over.
    case keys(keys: Int, licences: Int)
    /// Decoding for the seek of this number begins at a sync sample at a media time before its
    /// target; `nil` if nothing was loaded at the target.
    case seek(number: Int, decodesFrom: MediaTime?, target: MediaTime)

    /// A level, with the bit rate that it declares.
    package struct LevelRate: Hashable, Sendable {
      /// The number of the level.
      package var level: Int
      /// Its declared bit rate.
      package var rate: BitRate

      /// The level numbered `level`, which declares `rate`.
      package init(level: Int, rate: BitRate) {
        self.level = level
        self.rate = rate
      }
    }

    /// What kind of thing is wrong.
    package var kind: Kind {
      switch self {
      case .index: .index
      case .interleave: .interleave
      case .declaredRate: .declaredRate
      case .lateSegment: .lateSegment
      case .staleManifest: .staleManifest
      case .earlyRequest: .earlyRequest
      case .holdBack: .holdBack
      case .levels: .level
      case .keys: .key
      case .field, .requests, .lanesInTurn: .policy
      case .peak, .segmentPeak: .peak
      case .slowStart: .slowStart
      case .latency: .latency
      case .dip: .dip
      case .bandwidth: .bandwidth
      case .seek: .seek
      }
    }
  }
}

/// Why a session waits: the cause of its startup, of each stall and of each long seek.
package struct SessionCauses: Hashable, Sendable {
  /// The cause of the startup; `nil` if that takes no longer than it has to.
  package var startup: WaitCause?
  /// The causes of the stalls, by number; a stall without one is not removed by any change or pair.
  package var stalls: [Int: WaitCause] = [:]
  /// The causes of seeks that took at least ``longSeek``, by number.
  package var seeks: [Int: WaitCause] = [:]
  /// Whether the budget ended the search, so that causes are missing, or change more than it takes.
  package var isCutShort = false

  /// That the media's mean rate exceeds the link's; `nil` if it does not.
  package var linkShortage: LinkShortage?

  /// Seeks of this latency and more are long.
  package static let longSeek: WallTime = .seconds(1)

  /// No causes.
  package init() {}

  /// The cause of the stall of this number besides the shortage of the link; `nil` if there is
  /// none.
  package func ownCause(ofStall number: Int) -> WaitCause? {
    guard let cause = stalls[number] else { return nil }
    return linkShortage != nil && cause.kind == .bandwidth ? nil : cause
  }

  /// Whether nothing is known.
  package var isEmpty: Bool {
    startup == nil && stalls.isEmpty && seeks.isEmpty && !isCutShort && linkShortage == nil
  }
}
