import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// Parses a case of a suite file, or the file's defaults.
struct CaseReader {
  let folder: Folder
  private(set) var settings = CaseSettings()
  /// The paths that lead outside the suite's folder, as written.
  private(set) var outsidePaths: [String] = []

  init(folder: Folder) {
    self.folder = folder
  }

  mutating func read(_ keys: YAMLMappingReader<CaseSettings.Key>) {
    settings.given = Set(CaseSettings.Key.allCases.filter { keys.optional($0) != nil })
    if let media = keys.optional(.media) { settings.media = readMedia(media) }
    if let network = keys.optional(.network) { settings.networks = readNetworks(network) }
    readPlayers(keys)
    settings.actions = keys.optional(.actions)?.oneOrMore(allowsNone: true) { reader in
      reader.parsed("an action") { text throws(GrammarError) in try UserAction(parsing: text) }
    }
    settings.loops = keys.optional(.loop)?.wholeNumber(in: 1...Int64(SessionOptions.maximumLoops))
      .map { Int($0) }
    settings.faults = keys.optional(.faults)?.oneOrMore(allowsNone: true) { reader in
      reader.parsed("a fault") { text throws(GrammarError) in try RequestFault(parsing: text) }
    }
    settings.isLive = keys.optional(.live)?.boolean()
    settings.reading = keys.optional(.reading).flatMap { readReading($0) }
    settings.tracks = keys.optional(.tracks)?.oneOrMore { reader in
      reader.wholeNumber(in: 0...Int64(UInt16.max)).map { Int($0) }
    }
    keys.optional(.tracks)?.refuseRepeated(settings.tracks?.map { "\($0)" })
    settings.limit = keys.optional(.limit)?.duration()
    settings.transport = keys.optional(.tcp)?.choice(of: TransportWord.self)?.transport
    settings.decode = keys.optional(.decode)?.choice(of: DecodeMode.self)
    settings.rule = keys.optional(.abr)?.parsed("a rule") { text throws(GrammarError) in
      try RuleChoice(parsing: text)
    }
    settings.level = keys.optional(.level)?.choice(of: SessionExpectation.Level.self)
    settings.tags = keys.optional(.tags)?.oneOrMore(allowsNone: true) { $0.label("a tag") }
    // A case that is only compared with a baseline has no expectations.
    settings.expectations = keys.optional(.expect)?.oneOrMore(allowsNone: true, Self.expected)
    settings.tolerances = keys.optional(.tolerances)?.tolerances()
    settings.allowsDamage = keys.optional(.allowDamage)?.boolean()
  }

  private enum TransportWord: String, CaseIterable {
    case none
    case slowStart = "slow-start"
    case slowStartWithTLS = "slow-start+tls"

    var transport: Transport {
      switch self {
      case .none: .fluid
      case .slowStart: .slowStart(setUpRoundTrips: 1)
      case .slowStartWithTLS: .slowStart(setUpRoundTrips: 2)
      }
    }
  }

  private mutating func readMedia(_ reader: YAMLReader) -> [String]? {
    let media = reader.oneOrMore { reader -> String? in
      guard let text = reader.label("a path, a pattern or a URL", atMost: 4096) else { return nil }
      guard text.urlScheme != nil, !text.isWebURL else { return text }
      reader.refuse(
        "only http and https URLs are supported", hint: "write the path of a local file")
      return nil
    }
    reader.refuseRepeated(media)
    for path in media ?? [] where !path.isWebURL { note(path) }
    return media
  }

  private mutating func note(_ path: String) {
    if folder.isLeft(by: path), !outsidePaths.contains(path) { outsidePaths.append(path) }
  }

  private mutating func readNetworks(_ reader: YAMLReader) -> [CheckedNetwork]? {
    let networks = reader.oneOrMore { NetworkReading(folder: folder).network($0) }
    reader.refuseRepeated(networks?.map(\.name))
    for case .file(let path) in networks?.map(\.argument) ?? [] { note(path) }
    return networks?.map { network in
      guard case .file(let path) = network.argument else { return network }
      var network = network
      network.argument = .file(folder.path(of: path))
      return network
    }
  }

  private mutating func readReading(_ reader: YAMLReader) -> LadderReadingSetting? {
    var reading = LadderReadingSetting(reader)
    if case .file(let path)? = reading?.key {
      note(path)
      reading?.key = .file(folder.path(of: path))
    }
    return reading
  }

  private mutating func readPlayers(_ keys: YAMLMappingReader<CaseSettings.Key>) {
    let (player, policy) = (keys.optional(.player), keys.optional(.policy))
    if let player, policy != nil {
      player.refuse("cannot be combined with policy", hint: "leave out one of them")
    }
    if let player {
      settings.players = player.oneOrMore(Self.player)
      player.refuseRepeated(settings.players?.map(\.name))
    } else if let policy {
      let reading = PolicyPartReading(isOneOfSeveral: policy.count > 1)
      settings.players = policy.oneOrMore { reading.policy($0).map(CheckedPlayer.policy) }
      policy.refuseRepeated(settings.players?.map(\.name))
    }
    settings.players = settings.players?.map { player in
      guard case .file(let name, let path) = player else { return player }
      note(path)
      return .file(name: name, path: folder.path(of: path))
    }
  }

  private static func player(_ reader: YAMLReader) -> CheckedPlayer? {
    if case .mapping = reader.node.content {
      reader.refuse(
        "expected a player name or the path of a policy file, found a mapping",
        hint: "write the values under policy")
      return nil
    }
    return reader.parsed("a player", atMost: 4096) { text throws(GrammarError) in
      try CheckedPlayer(parsing: text)
    }
  }

  private enum ExpectationKey: String, CaseIterable {
    case that, level
  }

  private static func expected(_ reader: YAMLReader) -> CaseSettings.Expected? {
    guard case .mapping = reader.node.content else {
      return condition(reader).map { CaseSettings.Expected(condition: $0) }
    }
    guard let keys = reader.mapping(of: ExpectationKey.self) else { return nil }
    let that = keys.required(.that, hint: "write that: no stall")
    let level = keys.optional(.level)
    let choice = level?.choice(of: SessionExpectation.Level.self)
    guard let condition = that.flatMap(condition), level == nil || choice != nil else { return nil }
    return CaseSettings.Expected(condition: condition, level: choice)
  }

  private static func condition(_ reader: YAMLReader) -> SessionExpectation.Condition? {
    reader.parsed("an expectation") { text throws(GrammarError) in
      try SessionExpectation(parsing: text).condition
    }
  }
}
