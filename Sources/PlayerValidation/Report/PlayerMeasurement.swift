package import PlayheadKit

/// What a real player did with a file over a network: all that it takes to hold a prediction
/// against it again.
package struct PlayerMeasurement: Hashable, Sendable {
  package var player: RealPlayer
  /// The player's version in its own words.
  package var version: String
  /// The path of the file, as it was given.
  package var media: String
  /// Its size, by which a file that has changed is known.
  package var mediaBytes: Int64
  /// The ladder that the file is the manifest of; `nil` for a file of media.
  package var ladder: Ladder?
  /// The live event as which it was published; `nil` on demand.
  package var live: Scenario.Definition.Live?
  /// The network with everything done to it.
  package var profile: BandwidthProfile
  /// How its rate reached a response.
  package var transport: Transport
  /// The processor cores of the machine, which some players go by.
  package var cores: Int
  /// How long the player was watched at most, from its first request on.
  package var limit: WallTime
  /// What it did, run by run; at least one.
  package var runs: [PlaybackOutline]

  package init(
    player: RealPlayer, version: String, media: String, mediaBytes: Int64,
    ladder: Ladder? = nil, profile: BandwidthProfile, transport: Transport, cores: Int,
    limit: WallTime,
    runs: [PlaybackOutline]
  ) {
    self.player = player
    self.version = version
    self.media = media
    self.mediaBytes = mediaBytes
    self.ladder = ladder
    self.profile = profile
    self.transport = transport
    self.cores = cores
    self.limit = limit
    self.runs = runs
  }

  /// A prediction beside what the player did.
  package func compared(with session: Session) -> PlayerComparison {
    PlayerComparison(predicted: PlaybackOutline(session, limit: limit), runs: runs)
  }

  /// The prediction of a session of a ladder beside what the player did.
  package func compared(with played: LadderSession, of ladder: Ladder) -> PlayerComparison {
    let predicted = PlaybackOutline(played, of: ladder, limit: limit)
    let runs = runs.map { $0.withoutStallsOfMachine(playing: ladder) }
    var comparison = PlayerComparison(predicted: predicted, runs: runs)
    comparison.levels = LevelComparison(ladder, predicted: predicted, runs: runs)
    if live != nil {
      comparison.live = LiveComparison(ladder, predicted: predicted, runs: runs)
    }
    return comparison
  }
}

/// How a prediction compares with a real player.
package struct ValidationReport: Hashable, Sendable {
  package var measurement: PlayerMeasurement
  /// The name of the policy of the prediction.
  package var policy: String
  package var comparison: PlayerComparison
  /// The measurement beside many predictions; `nil` if nobody asked.
  package var spread: SpreadAgreement?

  package init(_ measurement: PlayerMeasurement, policy: String, predicting session: Session) {
    self.measurement = measurement
    self.policy = policy
    comparison = measurement.compared(with: session)
  }

  /// The same of a ladder.
  package init(
    _ measurement: PlayerMeasurement, of ladder: Ladder, policy: String,
    predicting played: LadderSession
  ) {
    self.measurement = measurement
    self.policy = policy
    comparison = measurement.compared(with: played, of: ladder)
  }

  /// A prediction of `played`, of `ladder` if it is one, beside what the player did.
  package init(
    _ measurement: PlayerMeasurement, policy: String, predicting played: PlayedSession
  ) {
    if let ladder = measurement.ladder, let session = played.ladder {
      self.init(measurement, of: ladder, policy: policy, predicting: session)
    } else {
      self.init(measurement, policy: policy, predicting: played.session)
    }
  }

  /// The same beside `spread`.
  package func beside(_ spread: Spread?) -> ValidationReport {
    var report = self
    report.spread = spread.map {
      SpreadAgreement($0, comparison.runs, levels: comparison.levels)
    }
    return report
  }

  /// Whether the prediction agrees: a single one or, where there are many, all of them together.
  package var agrees: Bool { spread?.agrees ?? comparison.agrees }

  /// The session of `presentation` that was measured, played anew by `policy`.
  package init(
    predicting measurement: PlayerMeasurement, of presentation: Presentation,
    by policy: BufferingPolicy
  ) {
    let scenario = FileScenario(
      presentation, over: NetworkLink(following: measurement.profile), by: measurement.transport,
      policy: policy, options: SessionOptions(tickInterval: nil, recordsEvents: false))
    self.init(
      measurement, policy: policy.name, predicting: Scenario.file(scenario).play().session)
  }
}
