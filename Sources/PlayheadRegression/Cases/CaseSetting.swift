package import PlayheadLadder
package import PlayheadModel

/// What a case was run with: its definition with all files read, and how much of its media was
/// decoded.
package struct CaseSetting: Hashable, Sendable {
  /// What was played, and by which player.
  package enum Content: Hashable, Sendable {
    /// Tracks of a file, by their numbers.
    case file(tracks: [Int], BufferingPolicy)
    /// A ladder of a format with some levels of video.
    case ladder(Ladder.Format, levels: Int, LadderPlayer, RuleChoice)
  }

  /// Everything that the session depends on but the bytes of the media.
  package var definition: CaseDefinition
  /// What was played, and by which player.
  package var content: Content
  /// How much was decoded, never ``DecodeMode/auto``; `nil` of a ladder.
  package var decoded: DecodeMode?
  /// What is unusual about the media though nothing is missing, one sentence each.
  package var remarks: [String]

  /// The setting of `checkCase`, which plays `media` as `scenario` says.
  ///
  /// - Precondition: the rule of a ladder has a name, as those of cases have.
  init(
    _ checkCase: SuiteCase, of media: PlayableMedia, over network: RecordedNetwork,
    _ scenario: Scenario
  ) {
    switch scenario {
    case .file(let scenario):
      let tracks = scenario.presentation.tracks
      definition = CaseDefinition(
        checkCase, network: network, policy: scenario.policy, tracks: tracks)
      content = .file(tracks: tracks, scenario.policy)
    case .ladder(let scenario):
      guard let rule = scenario.choice else { preconditionFailure("a case's rule without a name") }
      definition = CaseDefinition(
        checkCase, network: network, player: scenario.player, rule: rule,
        format: scenario.ladder.format)
      content = .ladder(
        scenario.ladder.format, levels: scenario.ladder.lanes[0].levels.count, scenario.player, rule
      )
    }
    decoded = media.decoded
    remarks = media.remarks
  }
}
