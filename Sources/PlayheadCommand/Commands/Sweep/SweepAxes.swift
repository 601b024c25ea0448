import MediaReading
import PlayheadKit
import PlayheadSweep

/// Finds what the lists of a sweep name: files in folders, lines of files, networks and players.
struct SweepAxes {
  let lists: SweepLists
  let arguments: ParsedArguments
  let context: Context

  // MARK: Media

  func media() throws(Failure) -> [SweepMedia] {
    var media: [SweepMedia] = []
    var names: Set<String> = []
    for item in lists.media {
      for (text, path, isFound) in try expanded(item.text, .sweepMedia, commas: Self.hasCommas) {
        if isFound, !Self.isMedia(path) { continue }
        let format = Ladder.Format(ofLadderAt: path)
        let name = item.name.flatMap { isFound ? nil : $0 } ?? text
        guard names.insert(name).inserted else { continue }
        media.append(
          SweepMedia(
            name: path.isWebURL ? ShownAddress.hiding(in: name) : name, location: path,
            kind: format == nil ? .file : .ladder, format: format, weight: item.weight))
      }
    }
    guard !media.isEmpty else {
      throw Failure(
        .noInput, "no media", at: lists.media.map(\.text).joined(separator: ","),
        why: "no file there is media that can be played")
    }
    return Self.leavingOutSegments(media)
  }

  /// Whether a comma in `text` stands between media.
  private static func hasCommas(_ text: String) -> Bool { !text.isWebURL }

  /// Whether a file that a folder or a pattern has is meant as media.
  private static func isMedia(_ path: String) -> Bool {
    let name = path.lowercased()
    if name.hasSuffix(".m3u8") || name.hasSuffix(".m3u") {
      // Playlists of single levels stand beside the one that lists them.
      guard let head = WholeFile.beginning(of: path, count: 64 << 10) else { return false }
      return String(decoding: head, as: UTF8.self).contains("#EXT-X-STREAM-INF")
    }
    if name.hasSuffix(".mpd") { return true }
    if [".json", ".yaml", ".yml"].contains(where: name.hasSuffix) {
      // So are called many things besides ladders.
      return Ladder.Format(ofLadderAt: path) != nil
    }
    return extensions.contains { name.hasSuffix($0) }
  }

  private static let extensions = [
    ".mp4", ".m4v", ".m4a", ".mov", ".mkv", ".webm", ".mka", ".ts", ".m2ts", ".mts", ".flv", ".avi",
    ".ogg", ".ogv", ".oga", ".opus", ".mp3", ".aac", ".flac", ".wav", ".3gp", ".mpg", ".mpeg",
  ]

  /// `media` without files that lie in the folder of a manifest: they are its segments.
  ///
  /// A table of sizes has none.
  private static func leavingOutSegments(_ media: [SweepMedia]) -> [SweepMedia] {
    let folders = media.filter { medium in
      medium.kind == .ladder && medium.format != .sizes && !medium.location.isWebURL
    }.map { Self.folder(of: $0.location) }.filter { !$0.isEmpty }
    guard !folders.isEmpty else { return media }
    return media.filter { medium in
      medium.kind == .ladder || !folders.contains { medium.location.hasPrefix($0) }
    }
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  // MARK: Networks

  func networks() throws(Failure) -> [SweepNetwork] {
    var networks: [SweepNetwork] = []
    var unreadable: [Failure] = []
    var names: Set<String> = []
    let common = arguments.words(of: Option.sweepShaping)
    for item in lists.networks {
      var options = Self.merged(common, item.options)
      // Without jitter it is only the seed of samples.
      if !options.contains(where: { $0.hasPrefix("--jitter=") }) {
        options.removeAll { $0.hasPrefix("--seed=") }
      }
      let parsed = try Self.parsed(options, context)
      for (text, path, isFound) in try expanded(
        item.text, .sweepNetworks, commas: { !$0.contains("@") })
      {
        let named = item.name.flatMap { isFound ? nil : $0 } ?? text
        let shown = options.filter {
          !$0.hasPrefix("--network-format") && !item.options.contains($0)
        }
        let name = ([named] + (item.name == nil ? options : shown).map { String($0.dropFirst(2)) })
          .joined(separator: " ")
        guard names.insert(name).inserted else { continue }
        do throws(Failure) {
          networks.append(
            try network(
              path, named: name, parsed, options: options, category: item.category,
              weight: item.weight))
        } catch {
          // A folder of traces has other files, too.
          guard isFound else { throw error }
          unreadable.append(error)
        }
      }
    }
    guard !networks.isEmpty else {
      throw unreadable.first
        ?? Failure(
          .noInput, "no networks", at: lists.networks.map(\.text).joined(separator: ","),
          why: "there are no files")
    }
    if let first = unreadable.first {
      context.diagnostics.note(
        "\(counted(unreadable.count, "file")) left out that "
          + "\(unreadable.count == 1 ? "is" : "are") no bandwidth profile, such as "
          + "\(first.location ?? ""): \(first.why ?? first.what)")
    }
    return networks
  }

  /// The network that `argument` names, shaped by `options`.
  func network(
    _ argument: String, named name: String, options: [String], category: String?, weight: Double
  ) throws(Failure) -> SweepNetwork {
    try network(
      argument, named: name, try Self.parsed(options, context), options: options,
      category: category, weight: weight)
  }

  private func network(
    _ text: String, named name: String, _ parsed: ParsedArguments, options: [String],
    category: String?, weight: Double
  ) throws(Failure) -> SweepNetwork {
    let argument = try arguments.parse(text[...], .sweepNetworks) { text throws(GrammarError) in
      try NetworkArgument(parsing: text)
    }
    var (parsed, options) = (parsed, options)
    if case .file = argument {
    } else {
      // Only files have a format.
      parsed = parsed.with(.networkFormat, as: nil)
      options.removeAll { $0.hasPrefix("--network-format=") }
    }
    let given = try parsed.givenNetwork(argument, text)
    return SweepNetwork(
      name: name, argument: text, options: options, category: category, weight: weight,
      link: NetworkLink(following: try parsed.profile(of: given)))
  }

  /// The options of `common`, and of `own` in the place of those of the same name.
  private static func merged(_ common: [String], _ own: [String]) -> [String] {
    func name(_ option: String) -> Substring { option.prefix { $0 != "=" } }
    let names = Set(own.map(name))
    return common.filter { !names.contains(name($0)) } + own
  }

  /// Arguments with `options` alone.
  static func parsed(
    _ options: [String], _ context: Context
  ) throws(Failure) -> ParsedArguments {
    do throws(UsageError) {
      return try ParsedArguments(options, for: Sweep.command) ?? ParsedArguments()
    } catch {
      throw Failure(error, in: Sweep.command, of: context.program)
    }
  }

  // MARK: Players

  func players() throws(Failure) -> [SweepPlayer] {
    var players: [SweepPlayer] = []
    let items = lists.players.isEmpty ? [SweepLists.Item("basic")] : lists.players
    for item in items {
      for (text, path, _) in try expanded(item.text, .sweepPlayers, commas: { _ in true }) {
        let name = item.name ?? text
        guard !players.contains(where: { $0.name == name }) else { continue }
        players.append(try player(text, path, named: name, weight: item.weight))
      }
    }
    return players
  }

  /// The player that `text` names, a policy file at `path`.
  func player(
    _ text: String, _ path: String, named name: String, weight: Double
  ) throws(Failure) -> SweepPlayer {
    let (ladder, preset) = (LadderPlayer.named(text), PlayerPreset.named(text))
    if ladder != nil || preset != nil {
      let below = ladder.flatMap { Self.playerBelow[$0.product] }
      return SweepPlayer(
        name: name, argument: text, argumentOfFiles: preset == nil ? below : text, weight: weight,
        ofFiles: (preset ?? below.flatMap { PlayerPreset.named($0) }).flatMap {
          try? BufferingPolicy($0.parameters)
        }, ofLadders: ladder)
    }
    let argument = try arguments.parse(path[...], .sweepPlayers) { text throws(GrammarError) in
      try PlayerArgument(parsing: text, suggesting: LadderPlayer.all.map(\.product))
    }
    guard case .file(let path) = argument else {
      preconditionFailure("a player that is built in was found before")
    }
    let policy = try PolicyDraft(try PolicyLoading.file(at: path), path: path).policy()
    var player = LadderPlayer.basic.following(policy, loadsAsFar: true)
    player.name = policy.name
    return SweepPlayer(
      name: name, argument: path, weight: weight, ofFiles: policy, ofLadders: player)
  }

  /// What plays a file where a player of ladders is asked to: the media element of the browser that
  /// Media Source Extensions of that player were measured in, and ExoPlayer's own source of files.
  private static let playerBelow = [
    "hls.js": "chromium", "dash.js": "chromium", "shaka": "chromium", "chromium": "chromium",
    "media3": "exoplayer",
  ]

  // MARK: Rules

  func rules() throws(Failure) -> [SweepRule] {
    var rules: [SweepRule] = []
    for text in lists.rules {
      for name in Self.ruleNames(text) where !rules.contains(where: { $0.name == name }) {
        guard name != SweepRule.own.name else {
          rules.append(.own)
          continue
        }
        let choice = try arguments.parse(name[...], .sweepRules) { text throws(GrammarError) in
          try RuleChoice(parsing: text)
        }
        rules.append(SweepRule(name: choice.text, choice: choice))
      }
    }
    return rules.isEmpty ? [.own] : rules
  }

  /// The rules of a list; a comma also stands between the parameters of one.
  private static func ruleNames(_ text: String) -> [String] {
    guard !text.hasPrefix("exec:") else { return [text] }
    var names: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let stem = part.prefix { $0 != ":" }
      let isParameter =
        names.last?.contains(":") == true && AdaptationRuleName(rawValue: String(stem)) == nil
        && stem != "default" && stem != "optimal"
      if isParameter {
        names[names.count - 1] += ",\(part)"
      } else {
        names.append(String(part))
      }
    }
    return names
  }

  // MARK: Lists

  /// What an item of a list names: its text, the path or name behind it, and whether it was found
  /// in a folder or by a pattern rather than written out.
  private func expanded(
    _ text: String, _ option: Option, commas hasCommas: (String) -> Bool
  ) throws(Failure) -> [(text: String, path: String, isFound: Bool)] {
    if text.hasPrefix("@") {
      let path = lists.folder.path(of: String(text.dropFirst()))
      let contents: [UInt8]
      do {
        contents = try WholeFile.read(path, atMost: 64 << 20)
      } catch {
        throw Failure(error, reading: "list")
      }
      var all: [(text: String, path: String, isFound: Bool)] = []
      for line in String(decoding: contents, as: UTF8.self).split(whereSeparator: \.isNewline) {
        let line = Self.trimmed(line)
        guard !line.isEmpty, !line.hasPrefix("#"), !line.hasPrefix("@") else { continue }
        all += try expanded(String(line), option, commas: { _ in false })
      }
      return all
    }
    if text.isWebURL { return [(text, text, false)] }
    let path = lists.folder.path(of: text)
    if FileIdentity(regularFileAt: path) != nil { return [(text, path, false)] }
    if option.name == Option.sweepMedia.name, RecordingFolder(at: path) != nil {
      return [(text, path, false)]
    }
    if Folder.exists(at: path) {
      let folder = text.hasSuffix("/") ? text : text + "/"
      // A folder's name is no pattern.
      let escaped = folder.map { "*?[\\".contains($0) ? "\\\($0)" : String($0) }.joined()
      return try found("\(escaped)**/*", option)
    }
    if PathPattern(text) != nil { return try found(text, option) }
    let parts = text.split(separator: ",").map { String(Self.trimmed($0)) }
    guard parts.count > 1, hasCommas(text) else {
      // What is no path is a name, whatever the folder.
      return [(text, text.contains("/") || text.contains(".") ? path : text, false)]
    }
    var all: [(text: String, path: String, isFound: Bool)] = []
    for part in parts { all += try expanded(part, option, commas: { _ in false }) }
    return all
  }

  private func found(
    _ pattern: String, _ option: Option
  ) throws(Failure) -> [(text: String, path: String, isFound: Bool)] {
    guard let search = PathPattern(pattern) else { return [] }
    let matches = search.matches(in: lists.folder, maximumFiles: Self.maximumFiles)
    for folder in matches.unreadableFolders {
      context.diagnostics.note("\(folder): a folder that cannot be read was left out")
    }
    if case .files(let count) = matches.metBound {
      throw Failure(badValue: pattern, of: option, why: "it matches more than \(count) files")
    }
    if case .folders(let count) = matches.metBound {
      throw Failure(badValue: pattern, of: option, why: "it searches more than \(count) folders")
    }
    guard !matches.files.isEmpty else {
      throw Failure(.noInput, "no files", at: pattern, why: "no file matches")
    }
    return matches.files.map { ($0, lists.folder.path(of: $0), true) }
  }

  private static let maximumFiles = 1_000_000

  private static func trimmed(_ text: Substring) -> Substring {
    let rest = text.drop { $0 == " " || $0 == "\t" }
    guard let last = rest.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return rest[...last]
  }
}

extension Option {
  /// The options that shape every network of a sweep.
  static let sweepShaping: [Option] = [
    .networkFormat, .latency, .scale, .offset, .hold, .jitter, .loss, .sweepSeed, .lowData,
  ]
  /// The options that say how every session of a sweep is played.
  static let sweepManner: [Option] =
    [.tcp, .tls, .action, .limit] + ladderReading + ofLive
}
