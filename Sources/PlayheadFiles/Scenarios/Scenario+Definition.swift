package import PlayheadLadder
package import PlayheadModel

extension Scenario {
  /// A scenario written out in full, with its media by name and digest: what a file can hold of it.
  ///
  /// Equal definitions have equal ``json`` and so equal ``digest``; a change of any value changes
  /// both.
  package struct Definition: Hashable, Sendable {
    /// The media.
    package var media: MediaIdentity
    /// The network with everything done to it.
    package var network: BandwidthProfile
    /// How the network's rate reaches a request.
    package var transport: Transport
    /// What the player decides by while it plays, under the player's name.
    package var policy: BufferingPolicy
    /// How the player loads a ladder and chooses levels; `nil` for a file.
    package var adaptation: Adaptation?
    /// The event as which a ladder is published while it is played; `nil` on demand.
    package var live: Live?
    /// The requests that fail.
    package var faults: [RequestFault] = []
    /// What the user does, in order if at one time.
    package var actions: [UserAction]
    /// How many times the media is played again from the start at its end.
    package var repeats: Int
    /// How long the session may last and what is recorded.
    package var options: SessionOptions
    /// The wall time at which the session is given up, whether ``options`` say so or not.
    package var limit: WallTime

    /// The definition of `scenario`, whose media is found at `path`.
    ///
    /// - Parameters:
    ///   - scenario: the scenario.
    ///   - path: the path or the URL of the media as it was given.
    ///   - indexDigest: the digest of a file's index. That of a ladder follows from the ladder.
    package init(_ scenario: Scenario, mediaAt path: String, indexDigest: String? = nil) {
      switch scenario {
      case .file(let scenario):
        self.init(scenario, mediaAt: path, indexDigest: indexDigest)
      case .ladder(let scenario): self.init(scenario, mediaAt: path)
      }
    }

    /// The definition of a session of a ladder that is found at `path`.
    package init(_ scenario: LadderScenario, mediaAt path: String) {
      media = MediaIdentity(of: scenario.ladder, at: path)
      network = scenario.link.profile
      transport = scenario.transport
      policy = scenario.player.namedPolicy
      adaptation = scenario.adaptation
      live = Live(scenario)
      faults = scenario.faults
      actions = scenario.actions
      repeats = scenario.repeats
      options = scenario.options
      limit = scenario.limit
    }

    /// The definition of a session of a file that is found at `path` and has an index of
    /// `indexDigest`.
    package init(_ scenario: FileScenario, mediaAt path: String, indexDigest: String?) {
      media = MediaIdentity(
        path: path, bytes: scenario.presentation.resourceBytes, indexDigest: indexDigest,
        tracks: scenario.presentation.tracks)
      network = scenario.link.profile
      transport = scenario.transport
      policy = scenario.policy
      actions = scenario.actions
      repeats = scenario.repeats
      options = scenario.options
      limit = scenario.limit
    }

    package init(
      media: MediaIdentity, network: BandwidthProfile, transport: Transport,
      policy: BufferingPolicy, adaptation: Adaptation? = nil, actions: [UserAction], repeats: Int,
      options: SessionOptions, limit: WallTime
    ) {
      self.media = media
      self.network = network
      self.transport = transport
      self.policy = policy
      self.adaptation = adaptation
      self.actions = actions
      self.repeats = repeats
      self.options = options
      self.limit = limit
    }

    /// Reads what ``json`` wrote.
    ///
    /// - Throws: ``JSONError`` if a value is missing or is not what it should be.
    package init(json: [UInt8]) throws(JSONError) {
      self = try ScenarioReading.definition(json)
    }

    /// The one way to write it in JSON, in UTF-8, without line breaks.
    package var json: [UInt8] { json(Version()) }

    private func json(_ version: Version) -> [UInt8] {
      var printer = JSONPrinter(openLevels: 0)
      printer.print(ScenarioJSON.value(self, version))
      return printer.bytes
    }

    /// The SHA-256 of ``json`` in lowercase hexadecimal digits: a name for the session.
    package var digest: String { digest(Version()) }

    /// The digest of the JSON that `version` wrote.
    package func digest(_ version: Version) -> String { SHA256.text(of: json(version)) }

    /// A live event, and what the player does at its edge.
    package struct Live: Hashable, Sendable {
      /// The event.
      package var event: LiveEvent
      /// How the player catches up with the edge; `nil` if it does not.
      package var catchUp: CatchUp?

      /// The parts given.
      package init(event: LiveEvent, catchUp: CatchUp?) {
        self.event = event
        self.catchUp = catchUp
      }

      /// What `scenario` has of it; `nil` on demand.
      package init?(_ scenario: LadderScenario) {
        guard let event = scenario.live else { return nil }
        self.init(event: event, catchUp: scenario.liveRules?.catchUp)
      }
    }

    /// In what the JSON of an older version of Playhead differs from today's.
    package struct Version: Hashable, Sendable {
      /// The length of a rate that is held from the start on.
      package var heldLength: WallTime?
      /// The fields of a player that there were not yet.
      package var missingFields: Set<PolicyField>

      package init(heldLength: WallTime? = nil, missingFields: Set<PolicyField> = []) {
        self.heldLength = heldLength
        self.missingFields = missingFields
      }
    }
  }
}

extension Scenario.Definition: Codable {
  /// Reads the members of ``json``, in any order.
  package init(from decoder: any Decoder) throws {
    var printer = JSONPrinter(openLevels: 0)
    printer.print(try JSONValue(from: decoder))
    do throws(JSONError) {
      try self.init(json: printer.bytes)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  /// Writes the members of ``json``; another encoder may order them otherwise, which changes
  /// neither the definition nor its ``digest``.
  package func encode(to encoder: any Encoder) throws {
    try ScenarioJSON.value(self).encode(to: encoder)
  }
}
