package import PlayheadAnalysis
package import PlayheadModel

/// What text on an overview is made from, whether it played files or ladders.
package protocol PlayedOverview: Sendable {
  /// How it went.
  var overview: Overview { get }
  /// The sessions over its networks, with their rows; empty if nobody asked.
  var sessions: [Session] { get }
  /// What is missing of what was played.
  var damage: MediaDamage { get }
  /// What the minimum rate is held against: a name, and rates of what was played; `nil` if unknown.
  var ownRate: (name: String, text: String)? { get }
  /// What was played by what, each a row of Markdown.
  func rows(_ writer: MarkdownFacts) -> [String]
}

extension OverviewReport: PlayedOverview {
  /// What is missing of the file.
  package var damage: MediaDamage { media.damage }

  /// The rate of the whole file.
  package var ownRate: (name: String, text: String)? {
    media.averageRate.map { ("file rate", "\($0.rounded.text) on average") }
  }

  /// The file, the networks, the player, and what the user did.
  package func rows(_ writer: MarkdownFacts) -> [String] {
    [writer.row(media)] + writer.restarts(media) + [
      writer.row(overview, by: transport), writer.row(policy),
    ] + writer.rows(setting.run)
  }
}
