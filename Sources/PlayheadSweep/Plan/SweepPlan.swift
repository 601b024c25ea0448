package import PlayheadLadder
import PlayheadModel
package import PlayheadRegression

/// The product of media, networks, players, rules and changes, of which each part that fits
/// together is a job.
///
/// The jobs have numbers, the same for the same lists. Those that play the same media are next to
/// one another, so that it is read once.
package struct SweepPlan: Sendable {
  package let media: [SweepMedia]
  package let networks: [SweepNetwork]
  package let players: [SweepPlayer]
  package let rules: [SweepRule]
  package let variants: [SweepVariant]
  package let manner: SweepManner
  /// Media as one player or several alike read it, with what is done with it.
  let sources: [Source]
  /// The number of the first job of each source, and that of all jobs.
  private let starts: [Int]

  /// How a player looks at a ladder, which decides how it is read.
  package struct Reading: Hashable, Sendable {
    /// The player, of those that look alike; `nil` for a file.
    package var player: LadderPlayer?
    /// How a ladder is read.
    package var setting = LadderReadingSetting()

    /// How `player` reads a ladder.
    init(player: LadderPlayer?) {
      self.player = player
    }

    /// How `player` reads `medium` in a sweep in the manner given.
    init(of medium: SweepMedia, by player: SweepPlayer, _ manner: SweepManner) {
      self.init(player: medium.kind == .ladder ? player.ofLadders : nil)
      if medium.kind == .ladder { setting = manner.reading }
    }

    /// What is read otherwise, in words; empty for a file.
    package var words: String {
      guard let reader = player?.reader else { return "" }
      return [
        reader.parser.map { "as \($0)" },
        reader.appliesEditLists ? "edit lists" : nil,
        reader.appendsParts ? "parts" : nil,
        reader.unplayableCodecs.isEmpty
          ? nil : "without " + reader.unplayableCodecs.joined(separator: " "),
        setting.text,
      ].compactMap(\.self).joined(separator: ", ")
    }
  }

  /// Media, and which players, rules and changes play it.
  struct Source: Sendable {
    var media: Int
    var reading: Reading
    var combinations: [Combination]
  }

  /// A player, a rule and a change that fit together.
  struct Combination: Hashable, Sendable {
    var player: Int
    var rule: Int
    var variant: Int
  }

  /// What a job plays: the places of its parts in the plan's lists.
  package struct Job: Hashable, Sendable {
    /// The place in the list of sources.
    package var source: Int
    package var media: Int
    package var network: Int
    package var player: Int
    package var rule: Int
    package var variant: Int
  }

  /// What a job without changes plays, by the names that results have; `nil` if the plan has none
  /// of these.
  package func parts(
    media: String, network: String, player: String, rule: String
  ) -> (suiteCase: SuiteCase, medium: SweepMedia, reading: Reading)? {
    guard let media = self.media.firstIndex(where: { $0.name == media }),
      let network = networks.firstIndex(where: { $0.name == network }),
      let player = players.firstIndex(where: { $0.name == player }),
      let rule = rules.firstIndex(where: { $0.name == rule })
    else { return nil }
    let job = Job(
      source: 0, media: media, network: network, player: player, rule: rule, variant: 0)
    let medium = self.media[media]
    let reading = Reading(of: medium, by: players[player], manner)
    return (suiteCase(job), medium, reading)
  }

  /// A plan of the lists given.
  package init(
    media: [SweepMedia], networks: [SweepNetwork], players: [SweepPlayer], rules: [SweepRule],
    variants: [SweepVariant], manner: SweepManner
  ) {
    self.media = media
    self.networks = networks
    self.players = players
    self.rules = rules
    self.variants = variants
    self.manner = manner
    var sources: [Source] = []
    for (number, medium) in media.enumerated() {
      var own: [String: Int] = [:]
      for (player, sweepPlayer) in players.enumerated()
      where sweepPlayer.plays(medium) && manner.fits(medium, sweepPlayer) {
        let reading = Reading(of: medium, by: sweepPlayer, manner)
        var combinations: [Combination] = []
        for (rule, sweepRule) in rules.enumerated()
        where medium.kind == .ladder || sweepRule.choice == nil {
          for (variant, sweepVariant) in variants.enumerated()
          where sweepVariant.kinds.contains(medium.kind) {
            combinations.append(Combination(player: player, rule: rule, variant: variant))
          }
        }
        guard !combinations.isEmpty else { continue }
        if let known = own[reading.words] {
          sources[known].combinations += combinations
        } else {
          own[reading.words] = sources.count
          sources.append(Source(media: number, reading: reading, combinations: combinations))
        }
      }
    }
    self.sources = sources
    var starts = [0]
    for source in sources {
      let (count, isTooMuch) = source.combinations.count.multipliedReportingOverflow(
        by: networks.count)
      let (sum, isMore) = starts[starts.count - 1].addingReportingOverflow(count)
      starts.append(isTooMuch || isMore ? Int.max : sum)
    }
    self.starts = starts
  }

  /// The number of jobs.
  package var jobCount: Int { starts[starts.count - 1] }

  /// The job of this number.
  package func job(_ number: Int) -> Job {
    let place = source(of: number)
    let source = sources[place]
    let (network, combination) = (number - starts[place]).quotientAndRemainder(
      dividingBy: source.combinations.count)
    let parts = source.combinations[combination]
    return Job(
      source: place, media: source.media, network: network, player: parts.player,
      rule: parts.rule, variant: parts.variant)
  }

  /// The place of the source that job `number` plays.
  func source(of number: Int) -> Int {
    var (low, high) = (0, starts.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= number { low = middle } else { high = middle }
    }
    return low
  }

  /// The numbers of the jobs of the source at `place`.
  func jobs(ofSource place: Int) -> Range<Int> { starts[place]..<starts[place + 1] }

  /// What of the product does not fit together, a sentence each.
  package var omissions: [String] {
    var notes: [String] = []
    if manner.live != nil {
      let files = media.count { $0.kind == .file }
      if files > 0 {
        notes.append(
          "live events are of HLS and DASH: left out \(counted(files, "media file"))")
      }
      for player in players {
        let unfit = media.filter {
          $0.kind == .ladder && player.plays($0) && !manner.fits($0, player)
        }
        guard let first = unfit.first else { continue }
        notes.append(
          "how \(player.name) plays live is not known: left out with "
            + (unfit.count == 1 ? first.name : counted(unfit.count, "ladder")))
      }
    }
    for player in players {
      let unfit = media.filter { player.plays($0.kind) && !player.plays($0) }
      if let first = unfit.first {
        notes.append(
          "\(player.name) does not play \(first.format == .dash ? "DASH" : "HLS"): left out with "
            + (unfit.count == 1 ? first.name : counted(unfit.count, "ladder")))
      }
    }
    for kind in [SweepMedia.Kind.file, .ladder] {
      let count = media.count { $0.kind == kind }
      guard count > 0 else { continue }
      let words = kind == .file ? counted(count, "media file") : counted(count, "ladder")
      let unfit = players.filter { !$0.plays(kind) }.map(\.name)
      if !unfit.isEmpty {
        notes.append(
          "\(unfit.wordList(or: false)) \(unfit.count == 1 ? "plays" : "play") no "
            + "\(kind == .file ? "files" : "HLS and DASH"): left out with \(words)")
      }
      let rules = kind == .file ? rules.filter { $0.choice != nil }.map(\.name) : []
      if !rules.isEmpty {
        notes.append(
          "\(rules.wordList(or: false)) \(rules.count == 1 ? "chooses" : "choose") levels of HLS "
            + "and DASH: left out with \(words)")
      }
      if kind == .file, let text = manner.reading.text {
        notes.append("reading (\(text)) applies to HLS and DASH: left out with \(words)")
      }
      if kind == .file, !manner.faults.isEmpty {
        notes.append(
          "requests that fail (\(manner.faults.text)) are of HLS and DASH: left out with "
            + "\(words)")
      }
      let changes = variants.filter { !$0.kinds.contains(kind) }.map(\.name)
      if !changes.isEmpty {
        notes.append(
          "\(changes.wordList(or: false)) \(changes.count == 1 ? "applies" : "apply") to "
            + "\(kind == .file ? "HLS and DASH" : "files"): left out with \(words)")
      }
    }
    return notes
  }

  /// The case that `job` plays.
  package func suiteCase(_ job: Job) -> SuiteCase {
    let media = media[job.media]
    // In place, as players and networks take long to copy.
    let network = networks[job.network].name
    var checked = CheckedMedia(name: media.name, location: media.location, decode: .none)
    if media.kind == .ladder { checked.reading = manner.reading }
    return SuiteCase(
      name: "\(media.name), \(network), \(players[job.player].name)", media: checked,
      network: CheckedNetwork(
        name: network, .profile(networks[job.network].link.profile), shaping: nil),
      transport: manner.transport, player: player(job.player, media.kind),
      rule: rules[job.rule].choice, actions: manner.actions,
      faults: media.kind == .ladder ? manner.faults : [], live: manner.live?.setting,
      limit: manner.limit, expectations: [])
  }

  private func ladderPlayer(_ number: Int) -> LadderPlayer {
    var player = players[number].ofLadders ?? .basic
    guard let live = manner.live, live.catchesUp else { return player }
    player.live = player.live.catchingUp(to: live.catchUpRate)
    return player
  }

  private func player(_ player: Int, _ kind: SweepMedia.Kind) -> CheckedPlayer {
    switch kind {
    case .ladder: .ladder(ladderPlayer(player))
    case .file: .policy(players[player].ofFiles ?? .basic)
    }
  }
}

extension SweepManner {
  /// Whether a player is known to play `medium` live, if that is asked for.
  fileprivate func fits(_ medium: SweepMedia, _ player: SweepPlayer) -> Bool {
    guard live != nil else { return true }
    guard medium.kind == .ladder, let rules = player.ofLadders?.live else { return false }
    return medium.format.map { rules[$0] != nil } ?? true
  }
}
