import PlayheadFiles
package import PlayheadLadder
package import PlayheadModel
import PlayheadRegression

/// Names jobs by what they play: the digest of a canonical text of everything that a session
/// depends on, with the version of the rules, and what its parts are called.
///
/// Equal names are equal sessions, on whichever machine, so that shards never collide. Sessions
/// that are equal under other names, as those of two players that play files alike, are rows of
/// their own. The digest of a scenario's definition would not do: it has the path of the media, and
/// no names.
package struct JobIdentity: Sendable {
  private let media: [String]
  private let networks: [String]
  private let filePlayers: [String]
  private let ladderPlayers: [String]
  private let ladderRules: [String]
  private let rules: [String]
  private let variants: [String]
  private let manner: String

  /// The names of the jobs of `plan`.
  package init(_ plan: SweepPlan) {
    media = plan.media.map(\.name.debugDescription)
    networks = plan.networks.map { "\($0.digest) \($0.name.debugDescription)" }
    filePlayers = plan.players.map { player in
      "\(player.ofFiles.map(Self.digest(of:)) ?? "") \(player.name.debugDescription)"
    }
    ladderPlayers = plan.players.map { player in
      "\(player.ofLadders.map(Self.digest(of:)) ?? "") \(player.name.debugDescription)"
    }
    ladderRules = plan.players.map { $0.ofLadders?.rule ?? "" }
    rules = plan.rules.map { $0.choice?.text ?? "" }
    variants = plan.variants.map(\.identity)
    manner = Self.text(of: plan.manner)
  }

  /// The name of `job`, whose media has `digest`: 32 hexadecimal digits.
  package func name(of job: SweepPlan.Job, media digest: String, _ kind: SweepMedia.Kind) -> String
  {
    let isFile = kind == .file
    let rule = rules[job.rule]
    let ownRule = ladderRules[job.player]
    // A player's own rule by its name is a row of its own, too.
    let adaptation = rule.isEmpty ? ownRule : rule == ownRule ? "\(rule) by name" : rule
    let text = """
      playhead.job/1
      rules \(PlayheadVersion.rules)
      media \(kind.rawValue) \(digest) \(media[job.media])
      network \(networks[job.network])
      player \(isFile ? filePlayers[job.player] : ladderPlayers[job.player])
      abr \(isFile ? "" : adaptation)
      change \(variants[job.variant])\(rule.isEmpty && !variants[job.variant].isEmpty ? " own" : "")
      \(manner)

      """
    return String(SHA256.text(of: Array(text.utf8)).prefix(32))
  }

  /// What decides how every session is played.
  package static func text(of manner: SweepManner) -> String {
    let facts = CaseDefinition.manner(
      transport: manner.transport, actions: manner.actions, loops: 1, limit: manner.limit)
    let asked = [
      manner.reading.text.map { "\(CaseDefinition.readingKey) \($0)" },
      manner.faults.isEmpty ? nil : "\(CaseDefinition.faultsKey) \(manner.faults.text)",
      manner.live.map { "\(CaseDefinition.liveKey) \($0.text)" },
    ].compactMap(\.self)
    return (facts.map { "\($0.key) \($0.text)" } + asked).joined(separator: "\n")
  }

  /// The digest of what a player of files decides by.
  package static func digest(of policy: BufferingPolicy) -> String {
    digest(CaseDefinition.values(of: policy))
  }

  /// The digest of what a player of ladders decides by.
  package static func digest(of player: LadderPlayer) -> String {
    digest(
      CaseDefinition.values(of: player.policy)
        + player.loading.values.map { .init(key: "loading.\($0.key)", text: $0.text) }
        + [.init(key: "reading", text: SweepPlan.Reading(player: player).words)])
  }

  private static func digest(_ parts: [CaseDefinition.Part]) -> String {
    SHA256.text(of: Array(parts.map { "\($0.key) \($0.text)\n" }.joined().utf8))
  }
}
