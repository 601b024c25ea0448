import PlayheadKit

/// The changes of `--what-if` with which a session of a ladder is played again.
struct LadderWhatIf {
  private let changes: [(name: String, change: Change)]
  /// Whether another player brings its own rule.
  private let followsPlayer: Bool
  private let arguments: ParsedArguments
  private let context: Context

  private enum Change {
    case scenario(LadderChange)
    case player(LadderPlayer)
    case rule(LadderRule)
  }

  /// The shortest segments that a ladder is cut into.
  private static let shortestSegment = MediaTime.milliseconds(100)

  init(
    of format: Ladder.Format, _ arguments: ParsedArguments, _ context: Context
  ) throws(Failure) {
    try arguments.checkWhatIf()
    try self.init(
      arguments.values(.whatIf), of: format, followsPlayer: !arguments.has(.abr), arguments,
      context)
  }

  /// The changes that `texts` are, of sessions whose rule is that of their player or not; `format`
  /// is that of the ladder, if it is known.
  init(
    _ texts: [String], of format: Ladder.Format?, followsPlayer: Bool, _ arguments: ParsedArguments,
    _ context: Context
  ) throws(Failure) {
    var changes: [(name: String, change: Change)] = []
    for text in texts {
      let argument = try WhatIfArgument(text, arguments)
      changes.append((text, try Self.change(argument, format, arguments, context)))
    }
    self.changes = changes
    self.followsPlayer = followsPlayer
    self.arguments = arguments
    self.context = context
  }

  private static func change(
    _ argument: WhatIfArgument, _ format: Ladder.Format?, _ arguments: ParsedArguments,
    _ context: Context
  ) throws(Failure) -> Change {
    switch argument.kind {
    case .meanRate: return .scenario(.meanRate(lane: nil))
    case .measuredRates: return .scenario(.measuredRates)
    case .parallel: return .scenario(.lanesInParallel)
    case .latency: return .scenario(.latency(try argument.latency(arguments)))
    case .link: return .scenario(.link(try argument.link(arguments)))
    case .transport:
      try argument.checkTransport()
      return .scenario(.noSlowStart)
    case .startupBuffer:
      return .scenario(.threshold(.startupBuffer, try argument.duration(arguments)))
    case .resumeBuffer:
      return .scenario(.threshold(.resumeBuffer, try argument.duration(arguments)))
    case .maxBuffer: return .scenario(.bufferGoal(try argument.duration(arguments)))
    case .segments:
      let length = try argument.duration(arguments)
      guard length >= shortestSegment else {
        throw Failure(
          badValue: argument.text, of: .whatIf,
          why: "the minimum is \(shortestSegment.secondsText) s")
      }
      return .scenario(.segmentLength(length))
    case .levels: return .scenario(.onlyLevels(try levels(argument)))
    case .player:
      let text = String(argument.value)
      guard let player = LadderPlayer.named(text) else {
        throw Failure(
          badValue: argument.text, of: .whatIf, why: "no player of HLS and DASH is called so",
          hint: text.nearest(in: LadderPlayer.all.map(\.name)).map { "did you mean \($0)?" }
            ?? "players of HLS and DASH: \(LadderPlayer.all.map(\.name).wordList(or: false))")
      }
      if let format, !player.plays(format) {
        throw Failure(player, cannotPlay: format, as: .whatIf)
      }
      return .player(player)
    case .rule:
      return .rule(
        try LadderRule(parsing: String(argument.value), of: .whatIf, arguments, context))
    case .indexAtFront, .interleaved, .bitRate:
      throw Failure(
        badValue: argument.text, of: .whatIf, why: "it applies to media files, not to HLS and DASH"
      )
    }
  }

  /// The levels of a list such as `0-2` or `0,2`.
  private static func levels(_ argument: WhatIfArgument) throws(Failure) -> Set<Int> {
    var levels: Set<Int> = []
    for part in argument.value.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard let first = ends[0], let last = ends[ends.count - 1], ends.count <= 2,
        0...last ~= first, last < maximumLevels
      else {
        throw Failure(
          badValue: argument.text, of: .whatIf, why: "'\(part)' is no level",
          hint: "write numbers of levels, such as 0-2 or 0,2")
      }
      levels.formUnion(first...last)
    }
    return levels
  }

  private static let maximumLevels = 1000

  /// `scenario`, whose rule is `choice`, with the changes, and the names of those that change
  /// nothing.
  func changed(
    _ scenario: LadderScenario, by choice: LadderRule
  ) throws(Failure) -> (scenario: LadderScenario, choice: LadderRule, idle: [String]) {
    var (changed, choice, idle) = (scenario, choice, [String]())
    var followsPlayer = followsPlayer
    for (name, change) in changes {
      switch change {
      case .scenario(.onlyLevels(let levels)) where !levels.isSubset(of: changed.numbers):
        throw Failure(
          badValue: name, of: .whatIf,
          why: "the ladder has \(counted(changed.numbers.count, "level")), the lowest is 0")
      case .scenario(let change):
        if let next = change.applied(to: changed) { changed = next } else { idle.append(name) }
      case .player(let player) where player == changed.player: idle.append(name)
      case .player(let player):
        changed.player = player
        if followsPlayer { choice = try LadderRule(parsing: player.rule, arguments, context) }
      case .rule(let rule):
        if rule.name == choice.name { idle.append(name) }
        (choice, followsPlayer) = (rule, false)
      }
    }
    try choice.check(against: changed.ladder)
    changed = changed.adapting(
      by: try choice.rule(for: changed.ladder, over: changed.link, by: changed.player),
      chosenBy: choice.choice)
    return (changed, choice, idle)
  }

  /// The session of `scenario`, of which `base` came by the rule of `choice`, with the changes;
  /// `nil` if there are none.
  func played(
    _ scenario: LadderScenario, by choice: LadderRule, beside base: LadderSession
  ) throws(Failure) -> WhatIf? {
    guard !changes.isEmpty else { return nil }
    let (found, choice, idle) = try self.changed(scenario, by: choice)
    var changed = found
    changed.options.tickInterval = nil
    let played = try context.play(.ladder(changed))
    try choice.check(changed.rule)
    let summary = SessionSummary(
      played.session, damage: changed.ladder.damage,
      adaptation: played.adaptation(in: .ladder(changed)))
    var whatIf = WhatIf(changes.map(\.name), idle: idle, played.session, summary)
    if declaresRates, let rates = scenario.ladder.rates(declaredBy: changed.ladder) {
      whatIf.base = SessionSummary(
        base.session, damage: scenario.ladder.damage,
        adaptation: LadderSummary(base, of: scenario.ladder, rates: rates))
    }
    return whatIf
  }

  /// Whether a change declares other bit rates.
  private var declaresRates: Bool {
    changes.contains { if case .scenario(.measuredRates) = $0.change { true } else { false } }
  }
}

extension Ladder {
  /// The bit rates that `other` declares for the levels of the first lane; `nil` if they are the
  /// same.
  fileprivate func rates(declaredBy other: Ladder) -> [BitRate]? {
    let levels = lanes[0].levels
    let rates = levels.map { level in
      other.lanes[0].levels.first { $0.manifestIndex == level.manifestIndex }?.bitRate
        ?? level.bitRate
    }
    return rates == levels.map(\.bitRate) ? nil : rates
  }
}

extension LadderScenario {
  /// The numbers of the levels of the first lane.
  fileprivate var numbers: Range<Int> { ladder.lanes[0].levels.indices }
}
