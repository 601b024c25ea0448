package import PlayheadModel

/// How a player catches up with the edge of a live event, or falls back from it, by its playback
/// rate.
package struct CatchUp: Hashable, Sendable {
  /// The way in which it does.
  package var way: Way
  /// The lowest rate.
  package var minimum: PlaybackRate
  /// The highest rate.
  package var maximum: PlaybackRate

  /// `ServiceDescription/Latency@target`, where Shaka keeps within half a second of it, counted
  /// from where it joins; `nil` without it.
  package var target: MediaTime?

  /// The ways of the players.
  package enum Way: String, CaseIterable, Hashable, Sendable {
    /// A logistic of the distance from the target, in steps of a twentieth, never below 1×
    /// (`onTimeupdate`, `src/controller/latency-controller.ts`).
    case hlsJS = "hls.js"
    /// A logistic of five times the distance, both ways; 1× with no more than 0.3 s loaded; a jump
    /// at more than 12 s (`src/streaming/controllers/CatchupController.js`).
    case dashJS = "dash.js"
    /// The highest rate above a target, the lowest below it (`onTimeUpdate_`, `lib/player.js`).
    case shaka
    /// In proportion to the distance, a tenth for each second; each stall moves the target by 0.5 s
    /// (`DefaultLivePlaybackSpeedControl.java`).
    case media3

    /// The wall time between two looks: that of `timeupdate` events in Chromium, and Media3's
    /// `DEFAULT_MIN_UPDATE_INTERVAL_MS`.
    var interval: WallTime { self == .media3 ? .seconds(1) : .milliseconds(250) }

    /// The wall time from when playback starts or resumes to the first look: of dash.js measured,
    /// as Chromium tells at once that the playhead moves.
    var firstInterval: WallTime { self == .dashJS ? .milliseconds(20) : interval }

    /// The lowest and the highest rate, in thousandths, of a player that is only told to catch up.
    private var defaultRates: (minimum: Int64, maximum: Int64) {
      switch self {
      case .hlsJS: (1000, 2000)
      case .dashJS: (500, 1500)
      case .shaka: (950, 1100)
      case .media3: (970, 1030)
      }
    }

    /// Catching up at rates up to `maximum`, or at the player's own; dash.js slows down by as much.
    func catchUp(to maximum: PlaybackRate?) -> CatchUp {
      let rates = defaultRates
      let highest = maximum?.thousandths ?? rates.maximum
      let lowest = self == .dashJS ? max(250, 2000 - highest) : rates.minimum
      return CatchUp(
        self, from: PlaybackRate(thousandths: lowest) ?? .normal,
        to: PlaybackRate(thousandths: highest) ?? .normal)
    }
  }

  /// Catching up in a player's `way`, at rates from `minimum` to `maximum`.
  package init(_ way: Way, from minimum: PlaybackRate, to maximum: PlaybackRate) {
    self.way = way
    self.minimum = minimum
    self.maximum = maximum
  }
}

extension CatchUp.Way {
  /// Whether a player that catches up where an MPD asks for it does so by `updates`: Media3 also
  /// for rates alone (`updateLiveConfiguration`, `DashMediaSource.java`).
  func isAsked(by updates: MPDUpdates) -> Bool {
    let hasRates = updates.minimumRate != nil || updates.maximumRate != nil
    return updates.targetLatency != nil || self == .media3 && hasRates
  }
}

extension CatchUp {
  /// Takes the rates of `ServiceDescription/PlaybackRate` and, as Shaka does, `Latency@target`.
  ///
  /// dash.js does not leave 1× in the direction in which there is no rate, and keeps to its own
  /// limits of 0.5 and 2 (`getCatchupPlaybackRates`, `src/streaming/models/MediaPlayerModel.js`).
  /// Media3 takes each rate that there is for its own (`DashMediaSource.updateLiveConfiguration`).
  mutating func follow(_ updates: MPDUpdates) {
    if way == .shaka { target = updates.targetLatency }
    guard updates.minimumRate != nil || updates.maximumRate != nil else { return }
    switch way {
    case .hlsJS: break
    case .dashJS:
      let lowest = PlaybackRate(thousandths: 500) ?? .normal
      let highest = PlaybackRate(thousandths: 2000) ?? .normal
      minimum = min(.normal, max(lowest, updates.minimumRate ?? .normal))
      maximum = max(.normal, min(highest, updates.maximumRate ?? .normal))
    case .shaka, .media3:
      minimum = updates.minimumRate ?? minimum
      maximum = updates.maximumRate ?? maximum
    }
  }
}
