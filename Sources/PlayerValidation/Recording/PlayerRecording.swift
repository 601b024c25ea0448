package import PlayheadModel

/// How a real player played a file, with wall times from when it began.
package struct PlayerRecording: Hashable, Sendable {
  /// A stall of a real player.
  package struct Stall: Hashable, Sendable {
    package var start: WallTime
    /// The playhead, if the player told it.
    package var mediaTime: MediaTime?
    /// `nil` while it goes on as watching ends.
    package var duration: WallTime?
    /// What the player itself says of it.
    package var reason: String?

    package init(
      start: WallTime, mediaTime: MediaTime? = nil, duration: WallTime? = nil,
      reason: String? = nil
    ) {
      self.start = start
      self.mediaTime = mediaTime
      self.duration = duration
      self.reason = reason
    }
  }

  /// Why watching came to an end.
  package enum End: Hashable, Sendable {
    case ended
    case failed(String)
    /// The time was over.
    case limit
  }

  /// Where the playhead was.
  package struct Position: Hashable, Sendable {
    package var time: WallTime
    package var mediaTime: MediaTime
    package var bufferedTo: MediaTime?
    package var rate: PlaybackRate?

    package init(
      time: WallTime, mediaTime: MediaTime, bufferedTo: MediaTime? = nil, rate: PlaybackRate? = nil
    ) {
      self.time = time
      self.mediaTime = mediaTime
      self.bufferedTo = bufferedTo
      self.rate = rate
    }
  }

  /// When the first frame played; `nil` if none did.
  package var startup: WallTime?
  package var stalls: [Stall] = []
  package var end: End
  /// When playback ended, or watching did.
  package var elapsed: WallTime
  package var positions: [Position] = []

  package init(
    startup: WallTime? = nil, stalls: [Stall] = [], end: End, elapsed: WallTime,
    positions: [Position] = []
  ) {
    self.startup = startup
    self.stalls = stalls
    self.end = end
    self.elapsed = elapsed
    self.positions = positions
  }

  /// The time that all stalls took; one that goes on lasts until the end.
  package var stalled: WallTime {
    stalls.reduce(.zero) { $0 + ($1.duration ?? elapsed - $1.start) }
  }

  /// A player that says it waits later than this after its playhead has stopped stalls from then
  /// on, and one that says it plays earlier than this before its playhead moves plays from then on.
  private static let lateness: WallTime = .milliseconds(200)

  /// Playback that a player told of, until it next waits.
  private struct Beginning {
    /// When it told.
    var told: WallTime
    /// Where the playhead was then.
    var mediaTime: MediaTime?
    /// When the playhead would have left that place to be where it was seen, had it not stopped
    /// since.
    var moved: WallTime?

    /// When playback begins.
    var time: WallTime {
      moved.map { $0 - told > PlayerRecording.lateness ? $0 : told } ?? told
    }

    mutating func see(_ playhead: MediaTime?, at time: WallTime) {
      guard let mediaTime, let playhead, playhead > mediaTime else { return }
      let departure = time - WallTime(nanoseconds: (playhead - mediaTime).nanoseconds)
      moved = min(moved ?? departure, departure)
    }
  }

  /// Playback that is told of begins.
  private mutating func begin(_ beginning: Beginning?) {
    guard let beginning else { return }
    if let last = stalls.indices.last {
      stalls[last].duration = beginning.time - stalls[last].start
    } else {
      startup = beginning.time
    }
  }

  /// When a playhead that stands at `mediaTime` would have come there had it not stopped before, if
  /// the player told at `time`, long after, that it waits; `beginning` is when it last began to
  /// play.
  private func stopTime(
    of mediaTime: MediaTime?, noticedAt time: WallTime, playingSince beginning: WallTime
  ) -> WallTime {
    guard let mediaTime else { return time }
    let arrival = positions.reversed().prefix { $0.time >= beginning }.map {
      $0.time + WallTime(nanoseconds: (mediaTime - $0.mediaTime).nanoseconds)
    }.min()
    return arrival.map { time - $0 > Self.lateness ? max($0, beginning) : time } ?? time
  }

  /// Reads what a player did from what was observed of it.
  ///
  /// A wait at the end, after which nothing plays, is no stall.
  ///
  /// - Parameters:
  ///   - observations: what was observed, in order.
  ///   - start: when the session began.
  ///   - stop: when watching did end.
  ///   - duration: how long the media is.
  package init(
    of observations: [PlayerObservation], from start: WallTime, to stop: WallTime,
    duration: MediaTime
  ) {
    self.init(end: .limit, elapsed: stop - start)
    var latest: MediaTime?
    var isWaiting = false
    var beginning: Beginning?
    observing: for observation in observations {
      let time = max(.zero, observation.time - start)
      latest = observation.mediaTime ?? latest
      if !isWaiting { beginning?.see(observation.mediaTime, at: time) }
      switch observation.kind {
      case .asked, .opened: break
      case .playing:
        if isWaiting || beginning == nil { beginning = Beginning(told: time, mediaTime: latest) }
        isWaiting = false
      case .waiting(let reason):
        guard let begun = beginning, !isWaiting else { break }
        begin(begun)
        isWaiting = true
        stalls.append(
          Stall(
            start: stopTime(of: latest, noticedAt: time, playingSince: begun.time),
            mediaTime: latest, reason: reason))
      case .explained(let reason):
        guard let last = stalls.indices.last, stalls[last].reason == nil else { break }
        stalls[last].reason = reason
      case .position(let end):
        guard let mediaTime = observation.mediaTime else { break }
        positions.append(
          Position(
            time: time, mediaTime: mediaTime, bufferedTo: end,
            rate: observation.rate.flatMap { PlaybackRate(thousandths: $0) }))
      case .ended:
        (end, elapsed) = (.ended, time)
        break observing
      case .failed(let reason):
        (end, elapsed) = (.failed(reason), time)
        break observing
      }
    }
    if !isWaiting { begin(beginning) }
    guard end == .ended, isWaiting, let last = stalls.last else { return }
    let isAtEnd = last.mediaTime.map { $0 >= duration - .milliseconds(100) } ?? true
    if isAtEnd {
      stalls.removeLast()
    } else {
      stalls[stalls.count - 1].duration = elapsed - last.start
    }
  }
}
