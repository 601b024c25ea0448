package import PlayheadFiles
package import PlayheadLadder
package import PlayheadModel

/// What the report of a session says of how to run it again: a JSON report, or the first line of
/// one in JSON Lines.
package struct SessionRecord: Sendable {
  /// The path or the URL of the media as it was given.
  package var mediaPath: String
  /// The size of the media in bytes.
  package var mediaBytes: Int64
  /// ``MediaIndex/digest`` of the media; `nil` if the report does not have it.
  package var indexDigest: String?
  /// The SHA-256 of the media's bytes; `nil` if the session did not decode them.
  package var contentDigest: String?
  /// The numbers of the tracks that were asked for; `nil` if none were.
  package var tracks: [Int]?
  /// How much was to be decoded, as `--decode` says it; `nil` if nobody said.
  package var decoding: String?
  /// The network as it was asked for.
  package var network: GivenNetwork
  /// How the network's rate reaches a request.
  package var transport: Transport
  /// What the player decides by.
  package var policy: BufferingPolicy
  /// The ladder that was played, and how; `nil` if it was a file.
  package var ladder: LadderRecord?
  /// What the user does, in order if at one time.
  package var actions: [UserAction]
  /// How many times the media is played in all.
  package var loops: Int
  /// How long the session may last and what is recorded.
  package var options: SessionOptions
  /// Which program made the report; `nil` if it does not say.
  package var generator: Generator?
  /// ``Scenario/Definition/digest`` of the session; `nil` if somebody wrote null for it, to run an
  /// edited report.
  package var scenarioDigest: String?
  /// What the report says of the media.
  let reportedMedia: JSONReader
}

/// What the report of a session of a ladder says of it besides what every session has.
package struct LadderRecord: Hashable, Sendable {
  /// The format of the ladder.
  package var format: Ladder.Format
  /// How the player loads it and chooses levels.
  package var adaptation: Scenario.Adaptation
  /// The options by which it was read and played, by name, each with its values.
  package var reading: [String: [String]]
  /// The event as which it was published; `nil` on demand.
  package var live: Scenario.Definition.Live?
  /// The requests that failed.
  package var faults: [RequestFault]
}

extension SessionRecord {
  /// The player of a ladder, with the live rules of the built-in player of its name; `nil` if it
  /// was a file.
  package var ladderPlayer: LadderPlayer? {
    guard let ladder else { return nil }
    var player = LadderPlayer(
      name: policy.name, summary: "", rule: ladder.adaptation.rule?.text ?? "", policy: policy,
      loading: ladder.adaptation.loading)
    if let named = LadderPlayer.named(policy.name) { player.live = named.live }
    return player
  }

  /// The first fact about the media in the report that is not true of `media`, and where it stands.
  ///
  /// `nil` if all are true, or if somebody edited the report and wrote null for its digest:
  /// descriptions of the media are then ignored.
  package func contradiction(to media: MediaDescription) -> JSONError? {
    guard scenarioDigest != nil else { return nil }
    let isOld = !reportedMedia.has("lanes")
    return reportedMedia.difference(
      from: isOld ? MediaJSON.version2(media) : MediaJSON.value(media),
      orWithout: TrackJSON.laterKeys)
  }
}

extension SessionRecord {
  /// A session's report of more bytes than this is taken for something else.
  package static let maximumBytes = 1 << 30

  /// Reads the report in the file at `path`, which may lead to a pipe.
  ///
  /// - Throws: ``SourceFileError`` if it cannot be read, or does not hold what it takes.
  package init(path: String) throws(SourceFileError<JSONError>) {
    self = try SourceFileError.reading(path, atMost: Self.maximumBytes) {
      (contents: [UInt8]) throws(JSONError) in
      try SessionRecord(contents: contents)
    }
  }

  /// Reads a report; the results of the session are ignored.
  ///
  /// - Parameter contents: all bytes of the file.
  /// - Throws: ``JSONError`` if it is not one, or does not hold what it takes.
  package init(contents: [UInt8]) throws(JSONError) {
    self = try SessionRecordReading.record(contents)
  }
}

/// The program that made a report, so that a later run can tell whether it is the same one.
package struct Generator: Hashable, Sendable {
  /// The version of Playhead.
  package var version: String
  /// The libraries that read the media, each with its version: `libavformat 59.27.100`.
  package var libraries: [String]

  /// A generator of the versions given.
  package init(version: String, libraries: [String]) {
    self.version = version
    self.libraries = libraries
  }
}
