import PlayheadFiles
package import PlayheadLadder
package import PlayheadModel

/// What a case plays, as a baseline records it: everything that its session depends on but the
/// bytes of its media.
///
/// Two cases with equal ``parts`` and the same media have the same session. What is expected of the
/// session, tolerances, tags and whether damage is allowed are no part of it.
package struct CaseDefinition: Hashable, Sendable {
  /// One fact, such as `tcp` or `player.startupBufferSeconds`, and its value, exact.
  package struct Part: Hashable, Sendable {
    /// What it is.
    package var key: String
    /// Its value in words.
    package var text: String

    /// A fact of the parts given.
    package init(key: String, text: String) {
      self.key = key
      self.text = text
    }
  }

  /// The case of the suite file that it was made from.
  package var origin: CaseOrigin
  /// What the suite calls the network.
  package var network: String
  /// What the suite calls the player.
  package var player: String
  /// The facts, in a fixed order.
  package var parts: [Part]

  /// A definition of the parts given.
  package init(origin: CaseOrigin, network: String, player: String, parts: [Part]) {
    self.origin = origin
    self.network = network
    self.player = player
    self.parts = parts
  }

  /// The definition of `checkCase`.
  ///
  /// - Parameters:
  ///   - checkCase: the case.
  ///   - network: the network that it asks for, read and shaped.
  ///   - policy: the player that it asks for, read.
  ///   - tracks: the numbers of the tracks that are played.
  package init(
    _ checkCase: SuiteCase, network: RecordedNetwork, policy: BufferingPolicy, tracks: [Int]
  ) {
    self.init(
      checkCase, network, Self.values(of: policy),
      [Part(key: "tracks", text: tracks.map(String.init).joined(separator: ", "))])
  }

  /// The definition of `checkCase`, which plays a ladder.
  ///
  /// - Parameters:
  ///   - checkCase: the case.
  ///   - network: the network that it asks for, read and shaped.
  ///   - player: the player that it asks for.
  ///   - rule: the rule that chooses levels.
  ///   - format: the format of the ladder.
  package init(
    _ checkCase: SuiteCase, network: RecordedNetwork, player: LadderPlayer, rule: RuleChoice,
    format: Ladder.Format
  ) {
    self.init(
      checkCase, network,
      Self.values(of: player.policy)
        + player.loading.values.map { Part(key: "player.loading.\($0.key)", text: $0.text) },
      [Part(key: "abr", text: rule.text), Part(key: "ladder", text: format.rawValue)]
        + (checkCase.media.tracks.map {
          [Part(key: "tracks", text: $0.map(String.init).joined(separator: ", "))]
        } ?? []))
  }

  private init(
    _ checkCase: SuiteCase, _ network: RecordedNetwork, _ player: [Part], _ rest: [Part]
  ) {
    let content = [
      Part(key: Self.networkText, text: network.text),
      Part(key: Self.networkDigest, text: network.digest),
    ]
    self.init(
      origin: checkCase.origin, network: checkCase.network.name, player: checkCase.player.name,
      parts: content + player + Self.manner(of: checkCase) + rest)
  }

  /// The values of a player but its name, which is only what it is called and decides nothing.
  package static func values(of policy: BufferingPolicy) -> [Part] {
    PlayerJSON.value(policy, isExact: true).leaves(under: "player")
      .filter { $0.key != "player.name" }
  }

  static let networkText = "network.contents"
  static let networkDigest = "network.sha256"

  /// The key of ``manner(of:)`` that only cases with faults have, behind all others.
  package static let faultsKey = "faults"
  /// The same of cases that are played live.
  package static let liveKey = "live"
  /// The same of cases whose ladder is read as they ask for.
  package static let readingKey = "reading"

  /// The keys of ``manner(of:)`` that all cases have, in its order.
  static let mannerKeys = ["tcp", "actions", "loop", "limit"]

  /// The facts that need no file to be read: how the case is played.
  static func manner(of checkCase: SuiteCase) -> [Part] {
    manner(
      transport: checkCase.transport, actions: checkCase.actions, loops: checkCase.loops,
      limit: checkCase.limit)
      + (checkCase.faults.isEmpty ? [] : [Part(key: faultsKey, text: checkCase.faults.text)])
      + (checkCase.live == nil ? [] : [Part(key: liveKey, text: "true")])
      + (checkCase.media.reading.text.map { [Part(key: readingKey, text: $0)] } ?? [])
  }

  /// How a session is played.
  package static func manner(
    transport: Transport, actions: [UserAction], loops: Int, limit: WallTime?
  ) -> [Part] {
    [
      Part(key: "tcp", text: transport.name),
      Part(
        key: "actions",
        text: actions.isEmpty ? "none" : actions.map(\.recorded).joined(separator: ", ")),
      Part(key: "loop", text: String(loops)),
      Part(key: "limit", text: limit.map { "\($0.secondsText)s" } ?? "default"),
    ]
  }

  /// What older versions did where their records lack a field of the player, by its key.
  static let laterDefaults: [String: String] = {
    let later = Set(PolicyField.allCases.filter(\.row.isLater))
    let others = Set(PolicyField.allCases).subtracting(later)
    let facts = PlayerJSON.value(.basic, without: others, isExact: true).leaves(under: "player")
    return Dictionary(uniqueKeysWithValues: facts.map { ($0.key, $0.text) })
  }()

  /// The value of the fact `key`; `nil` if it was not recorded.
  func text(of key: String) -> String? {
    parts.first { $0.key == key }?.text
  }
}

extension UserAction {
  /// The action in the words of `--do`, times in exact seconds.
  var recorded: String {
    "\(wallTime.secondsText)s \(kind.text(namesNormalRate: true) { "\($0.secondsText)s" })"
  }
}

extension JSONValue {
  /// The values that are no objects, by the path of keys that leads to each.
  fileprivate func leaves(under path: String) -> [CaseDefinition.Part] {
    switch self {
    case .object(let members): members.flatMap { $0.value.leaves(under: "\(path).\($0.key)") }
    case .array(let values):
      values.enumerated().flatMap { $0.element.leaves(under: "\(path).\($0.offset)") }
    case .null: [CaseDefinition.Part(key: path, text: "none")]
    case .bool(let flag): [CaseDefinition.Part(key: path, text: String(flag))]
    case .integer(let number): [CaseDefinition.Part(key: path, text: String(number))]
    case .decimal(let text), .string(let text): [CaseDefinition.Part(key: path, text: text)]
    }
  }
}
