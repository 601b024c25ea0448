import PlayheadLadder
import PlayheadModel
import PlayheadReporting

/// What a case was run with, in the words of every report: its media, network, player and session.
struct CaseSettingText {
  let checkCase: SuiteCase
  /// `nil` if the case could not run: then only what the suite says is known.
  let setting: CaseSetting?

  init(_ result: CaseResult) {
    checkCase = result.checkCase
    setting = result.setting
  }

  /// The facts for people, by name.
  var rows: [(name: String, facts: [String])] {
    [
      ("media", media), ("network", network), ("player", player), ("session", session),
    ]
  }

  /// The facts for people, a line each.
  var lines: [String] {
    rows.map { "\($0.name): \($0.facts.joined(separator: " · "))".printable }
  }

  /// The facts for programs, exact, with the keys of a baseline's definition.
  var parts: [CaseDefinition.Part] {
    let parts = setting?.definition.parts ?? CaseDefinition.manner(of: checkCase)
    return parts
      + [
        CaseDefinition.Part(key: "decode", text: checkCase.media.decode.rawValue),
        setting?.decoded.map { CaseDefinition.Part(key: "decoded", text: $0.rawValue) },
      ].compactMap(\.self)
  }

  private var media: [String] {
    var tracks = checkCase.media.tracks
    switch setting?.content {
    case .file(let played, _): tracks = played
    case .ladder(let format, let levels, _, _):
      return [checkCase.media.name, format.words, counted(levels, "level")]
    case nil: break
    }
    return [
      checkCase.media.name,
      tracks.map {
        "\($0.count == 1 ? "track" : "tracks") \($0.map(String.init).wordList(or: false))"
      },
      setting?.decoded?.fact,
    ].compactMap(\.self)
  }

  private var network: [String] {
    let contents = setting?.definition.text(of: CaseDefinition.networkText)
    let name = checkCase.network.name
    return [contents == name ? nil : name, contents, checkCase.transport.fact].compactMap(\.self)
  }

  private var player: [String] {
    let facts: [String]
    switch setting?.content {
    case nil: return [checkCase.player.name]
    case .file(_, let policy): facts = PlayerFacts(policy: policy).facts.compactMap(\.self)
    case .ladder(_, _, let player, let rule):
      facts = LadderPlayerFacts(player: player).facts + ["rule \(rule.text)"]
    }
    // A policy file is known by its path.
    return facts.first == checkCase.player.name ? facts : [checkCase.player.name] + facts
  }

  private var session: [String] {
    let manner = CaseDefinition.manner(of: checkCase)
    let actions = manner.first { $0.key == "actions" }?.text ?? "none"
    return [
      checkCase.actions.isEmpty ? "no user actions" : "user actions: \(actions)",
      checkCase.faults.isEmpty ? nil : "failing: \(checkCase.faults.text)",
      checkCase.live == nil ? nil : "played live",
      checkCase.media.reading.text.map { "read with \($0)" },
      checkCase.loops == 1 ? nil : "played \(checkCase.loops) times",
      checkCase.limit.map { "limit \($0.text)" } ?? "default limit",
    ].compactMap(\.self)
  }
}

extension DecodeMode {
  /// What of the media was decoded, in words; only for modes other than ``auto``.
  fileprivate var fact: String {
    switch self {
    case .auto, .all: "all decoded"
    case .keyframes: "key frames decoded"
    case .none: "not decoded"
    }
  }
}
