package import PlayheadKit

/// What was seen at the edge of a live event: how far behind the camera the viewer was each second,
/// and the rates at which the player chose to play.
package struct LiveOutline: Hashable, Sendable {
  /// The second of the session of the first latency.
  package var firstSecond: Int64
  /// The latency at each second from that on.
  package var latencies: [MediaTime]
  /// The rates, and from when on, without the one that playback starts at.
  package var rates: [RateChange]

  /// A change of the playback rate by the player.
  package struct RateChange: Hashable, Sendable {
    package var wallTime: WallTime
    /// The rate from then on.
    package var rate: PlaybackRate

    package init(wallTime: WallTime, rate: PlaybackRate) {
      self.wallTime = wallTime
      self.rate = rate
    }
  }

  package init(firstSecond: Int64, latencies: [MediaTime], rates: [RateChange]) {
    self.firstSecond = firstSecond
    self.latencies = latencies
    self.rates = rates
  }

  /// What `latency` is from second to second between the startup and the end; `nil` without a
  /// startup.
  private init?(
    from startup: WallTime?, to end: WallTime, rates: [RateChange],
    _ latency: (WallTime) -> MediaTime?
  ) {
    guard let startup else { return nil }
    let second = WallTime.seconds(1).nanoseconds
    firstSecond = (startup.nanoseconds + second - 1) / second
    latencies = []
    var time = WallTime.seconds(firstSecond)
    while time <= end, let latency = latency(time) {
      latencies.append(latency)
      time = time + .seconds(1)
    }
    self.rates = rates.filter { $0.wallTime <= end }
  }

  /// Of a simulated session of an event with the media `ladder`, watched for `limit`.
  package init?(_ played: LadderSession, of ladder: Ladder, limit: WallTime) {
    guard let record = played.live,
      let latency = LiveLatency(
        record, duration: ladder.capturedDuration, elapsed: played.session.elapsed)
    else { return nil }
    self.init(
      from: played.session.startup, to: min(limit, played.session.elapsed),
      rates: record.rates.map { RateChange(wallTime: $0.wallTime, rate: $0.rate) }
    ) { latency.latency(at: $0) }
  }

  /// Of what a real player did, whose playhead is media time, in an event of `duration` that is
  /// joined at `join`.
  package init?(_ recording: PlayerRecording, join: WallTime, duration: MediaTime) {
    let positions = recording.positions
    var rates: [RateChange] = []
    var rate = PlaybackRate.normal
    for position in positions {
      guard let now = position.rate, now != rate else { continue }
      rates.append(.init(wallTime: position.time, rate: now))
      rate = now
    }
    let last = min(
      recording.elapsed, WallTime(nanoseconds: duration.nanoseconds) - join,
      positions.last?.time ?? .zero)
    self.init(from: recording.startup, to: last, rates: rates) { time in
      let next = positions.partitionPoint { $0.time > time }
      guard next > 0 else { return nil }
      let (before, after) = (positions[next - 1], positions[min(next, positions.count - 1)])
      var playhead = before.mediaTime
      let span = (after.time - before.time).nanoseconds
      if span > 0 {
        let moved = Int128((after.mediaTime - before.mediaTime).nanoseconds)
        let share = moved * Int128((time - before.time).nanoseconds) / Int128(span)
        playhead = playhead + MediaTime(nanoseconds: Int64(clamping: share))
      }
      return MediaTime(nanoseconds: (join + time).nanoseconds) - playhead
    }
  }

  /// The mean over all seconds; `nil` without one.
  package var mean: MediaTime? {
    guard !latencies.isEmpty else { return nil }
    let sum = latencies.reduce(Int128(0)) { $0 + Int128($1.nanoseconds) }
    return MediaTime(nanoseconds: Int64(clamping: sum / Int128(latencies.count)))
  }
}

extension [PlayerObservation] {
  /// The same with playheads in media time, where a player tells the dates of what it shows: those
  /// of media time zero are `origin` nanoseconds since 1970.
  func onMediaClock(from origin: Int64) -> [PlayerObservation] {
    let distances = compactMap { observation -> Int64? in
      guard let date = observation.date, let playhead = observation.mediaTime else { return nil }
      return date - origin - playhead.nanoseconds
    }.sorted()
    guard !distances.isEmpty else { return self }
    // Dates are of whole milliseconds, and may be told before the first segment is there.
    let distance = MediaTime(nanoseconds: distances[distances.count / 2])
    return map { observation in
      var observation = observation
      observation.mediaTime = observation.mediaTime.map { $0 + distance }
      if case .position(let end?) = observation.kind {
        observation.kind = .position(bufferedTo: end + distance)
      }
      return observation
    }
  }
}
