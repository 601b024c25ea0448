import PlayheadAnalysis
import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// Expands the products of cases.
struct SuiteExpansion {
  let folder: Folder
  private(set) var cases: [SuiteCase] = []
  private(set) var problems: [YAMLProblem] = []
  /// The folders that no pattern could look into.
  private(set) var unreadableFolders: [String] = []
  /// What each pattern matches, as many cases may have the same one.
  private var matches: [String: PathPattern.Matches] = [:]
  private var lines: [String: Int] = [:]
  private var isFull = false

  init(folder: Folder) {
    self.folder = folder
  }

  /// Adds the cases of `template`, by media, then network, then player.
  mutating func add(_ template: SuiteReading.Template) {
    let settings = template.settings
    let networks = settings.networks ?? []
    let players = settings.players ?? [.usual]
    let media = media(settings, at: template.mark)
    let count = Int128(media.count) * Int128(networks.count) * Int128(players.count)
    guard Int128(cases.count) + count <= Int128(Suite.maximumCases) else {
      if !isFull {
        problems.append(
          YAMLProblem(
            template.mark, "the suite expands to more than \(Suite.maximumCases) cases",
            hint: "split it into several files"))
      }
      isFull = true
      return
    }
    var position = 0
    let isPattern = (settings.media ?? []).contains { !isPlain($0) }
    for medium in media {
      for network in networks {
        for player in players {
          // A list or pattern is part of the name even with a single value, so that names stay the
          // same when it grows.
          let parts = [
            isPattern || media.count > 1 ? medium.name : nil,
            networks.count > 1 ? network.name : nil, players.count > 1 ? player.name : nil,
          ].compactMap(\.self)
          let name =
            template.name + (parts.isEmpty ? "" : " [\(parts.joined(separator: ", "))]")
          add(name, at: position, template, medium, network, player)
          position += 1
        }
      }
    }
  }

  private mutating func add(
    _ name: String, at position: Int, _ template: SuiteReading.Template, _ media: CheckedMedia,
    _ network: CheckedNetwork, _ player: CheckedPlayer
  ) {
    if let line = lines.updateValue(template.mark.line, forKey: name) {
      problems.append(
        YAMLProblem(
          template.mark,
          "a case expands to the name “\(name.excerpt)”, which line \(line) has already",
          hint: "rename one of the cases"))
    }
    let settings = template.settings
    let level = settings.level ?? .error
    cases.append(
      SuiteCase(
        name: name, tags: settings.tags ?? [], media: media, network: network,
        transport: settings.transport ?? .fluid, player: player, rule: rule(settings),
        actions: settings.actions ?? [],
        loops: settings.loops ?? 1, faults: settings.faults ?? [],
        live: settings.isLive == true ? LiveSetting() : nil, limit: settings.limit,
        expectations: (settings.expectations ?? []).map {
          SessionExpectation($0.condition, level: $0.level ?? level)
        },
        tolerances: settings.tolerances ?? Tolerances(),
        allowsDamage: settings.allowsDamage ?? false,
        origin: CaseOrigin(name: template.name, position: position), mark: template.mark))
  }

  /// The rule of a case, with a program that is named by a path counted from the suite's folder.
  private func rule(_ settings: CaseSettings) -> RuleChoice? {
    guard case .program(let command)? = settings.rule else { return settings.rule }
    return .program(command.located(folder.path))
  }

  /// The media of a case, with patterns resolved and duplicates removed.
  private mutating func media(_ settings: CaseSettings, at mark: YAMLMark) -> [CheckedMedia] {
    var all: [CheckedMedia] = []
    for text in settings.media ?? [] {
      guard !isPlain(text), let pattern = PathPattern(text) else {
        all.append(media(text, settings))
        continue
      }
      let files = files(pattern, text, at: mark)
      var media = self.media(text, settings)
      media.isUnmatched = files.isEmpty
      all += files.isEmpty ? [media] : files.map { self.media($0, settings) }
    }
    var seen: Set<String> = []
    return all.filter { seen.insert($0.name).inserted }
  }

  /// The files that `pattern` matches, each pattern searched for once.
  private mutating func files(
    _ pattern: PathPattern, _ text: String, at mark: YAMLMark
  ) -> [String] {
    if let known = matches[text] { return known.files }
    let found = pattern.matches(in: folder)
    matches[text] = found
    for path in found.unreadableFolders where !unreadableFolders.contains(path) {
      unreadableFolders.append(path)
    }
    switch found.metBound {
    case nil: break
    case .folders(let count):
      problems.append(
        YAMLProblem(
          mark, "the pattern “\(text.excerpt)” searches more than \(count) folders",
          hint: "begin it with the folder of the media"))
    case .files(let count):
      problems.append(
        YAMLProblem(
          mark, "the pattern “\(text.excerpt)” matches more than \(count) files",
          hint: "write a narrower pattern"))
    }
    return found.files
  }

  /// Whether `text` is one file or URL: not a pattern, or exactly an existing file's name.
  private func isPlain(_ text: String) -> Bool {
    text.isWebURL || PathPattern(text) == nil
      || FileIdentity(regularFileAt: folder.path(of: text)) != nil
  }

  private func media(_ text: String, _ settings: CaseSettings) -> CheckedMedia {
    var media = CheckedMedia(
      name: text, location: text.isWebURL ? text : folder.path(of: text),
      tracks: settings.tracks, decode: settings.decode ?? .byDefault(for: text))
    media.reading = settings.reading ?? LadderReadingSetting()
    return media
  }
}
