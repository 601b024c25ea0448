import PlayheadFiles
import PlayheadModel

/// What is played, over which network, by which player, and what the user does.
struct HeaderText {
  /// What there is to say, a row each.
  let rows: [FactRow]
  private let style: TextStyle

  var lines: [String] { rows.flatMap { $0.lines(style) } }

  /// The head of a report on one session.
  init(_ setting: SessionSetting, style: TextStyle) {
    self.init(
      setting.subject,
      network: Self.facts(of: setting.scenario.link.profile, setting.network, style), style: style)
  }

  /// The head of a report on many networks.
  init(overviewOf subject: SessionSubject, style: TextStyle) {
    self.init(
      subject, network: ["\(counted(NetworkPreset.overview.count, "preset")), from slow to fast"],
      style: style)
  }

  /// The head of a report on what `subject` plays, over the network that was `asked` for; without
  /// the figures of a file, where the report has others.
  init(_ subject: SessionSubject, asked: GivenNetwork?, hasFigures: Bool = true, style: TextStyle) {
    self.init(
      subject, network: Self.facts(of: subject.scenario.link.profile, asked, style),
      hasFigures: hasFigures, style: style)
  }

  /// The head of a report on requirements, on a network or on none.
  init(_ setting: RequirementsSetting, style: TextStyle) {
    self.init(
      MediaFacts(media: setting.media, durations: style.durations).rows,
      network: setting.link.map { Self.facts(of: $0.profile, setting.network, style) } ?? [],
      setting.transport, player: ["any", "reads the file in order", "never stops loading"], style)
  }

  private init(
    _ subject: SessionSubject, network: [String], hasFigures: Bool = true, style: TextStyle
  ) {
    let (scenario, durations) = (subject.scenario, style.durations)
    switch subject {
    case .file(let media, _):
      let facts = MediaFacts(media: media, durations: durations)
      self.init(
        hasFigures ? facts.rows : facts.rowsWithoutFigures, network: network, scenario.transport,
        player: PlayerFacts(policy: scenario.policy, durations: durations).facts,
        run: RunSettings(scenario), style)
    case .ladder(let ladder):
      let facts = LadderFacts(ladder, durations: durations)
      self.init(
        facts.rows, network: network, scenario.transport, live: facts.live, player: facts.player,
        rule: ladder.rule, run: RunSettings(scenario), style)
    }
  }

  private init(
    _ media: [FactRow], network: [String], _ transport: Transport, live: [String?] = [],
    player: [String?], rule: String? = nil, run: RunSettings = RunSettings(), _ style: TextStyle
  ) {
    self.style = style
    let others = [
      FactRow("network", network.isEmpty ? [] : network + [transport.fact]),
      FactRow("live", live), FactRow("player", player), FactRow("rule", [rule]),
      FactRow("session", RunFacts(settings: run, durations: style.durations).facts),
    ]
    rows = (media + others).filter { !$0.facts.isEmpty }
  }

  /// What there is to say of a network that was `asked` for.
  private static func facts(
    of profile: BandwidthProfile, _ asked: GivenNetwork?, _ style: TextStyle
  ) -> [String] {
    NetworkFacts(profile: profile, asked: asked?.text, durations: style.durations).facts
  }
}
