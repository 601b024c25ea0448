package import PlayheadLadder
package import PlayheadModel

/// What two sessions depend on and differ in, where they part.
package enum PartingReason: Hashable, Sendable {
  /// Their media.
  case media(MediaDifference)
  /// Their links, which have differed since then.
  case link(LinkDifference)
  /// How the link's rate reaches a request.
  case transport(reference: Transport, other: Transport)
  /// Their players' policies.
  case policy(PolicyDifference)
  /// The rules by which levels are chosen; `nil` for one without a name.
  case rule(reference: RuleChoice?, other: RuleChoice?)
  /// When and in which order segments are loaded.
  case loading(reference: LadderLoading, other: LadderLoading)
  /// What the user does first that differs; `nil` for nothing.
  case action(reference: UserAction?, other: UserAction?)
  /// How many times the media plays.
  case loops(reference: Int, other: Int)
  /// The wall times at which the sessions are given up.
  case limit(reference: WallTime, other: WallTime)
}

/// The values in which two policies differ.
package struct PolicyDifference: Hashable, Sendable {
  /// A value.
  package struct Value: Hashable, Sendable {
    /// The field.
    package let field: PolicyField
    /// Its value in the reference as exact text; `nil` if it is not set.
    package let reference: String?
    /// Its value in the other policy.
    package let other: String?
  }

  /// The values, in the order of the table of fields.
  package let values: [Value]
  /// Whether each of them alone decides it: with the other policy's value in its place, the
  /// reference does not part there.
  package let isDecisive: Bool
}

extension PartingReason {
  /// What `reference` and `other` differ in by the time of `parting`; empty if nothing that is
  /// known.
  static func reasons(
    for parting: Parting, from reference: ComparedSession, to other: ComparedSession
  ) -> [PartingReason] {
    var reasons: [PartingReason] = []
    if !reference.playsMedia(of: other) {
      reasons.append(.media(mediaDifference(from: reference, to: other)))
    }
    if let link = LinkDifference(from: reference.link, to: other.link, until: parting.wallTime) {
      reasons.append(.link(link))
    }
    if reference.transport != other.transport {
      reasons.append(.transport(reference: reference.transport, other: other.transport))
    }
    if let policy = PolicyDifference(for: parting, from: reference, to: other) {
      reasons.append(.policy(policy))
    }
    if let one = reference.adaptation, let two = other.adaptation {
      if one.rule != two.rule { reasons.append(.rule(reference: one.rule, other: two.rule)) }
      if one.loading != two.loading {
        reasons.append(.loading(reference: one.loading, other: two.loading))
      }
    }
    if let action = action(for: parting, from: reference.actions, to: other.actions) {
      reasons.append(action)
    }
    if reference.repeats != other.repeats {
      reasons.append(.loops(reference: reference.repeats + 1, other: other.repeats + 1))
    }
    if reference.limit != other.limit, min(reference.limit, other.limit) <= parting.wallTime {
      reasons.append(.limit(reference: reference.limit, other: other.limit))
    }
    return reasons
  }

  private static func mediaDifference(
    from reference: ComparedSession, to other: ComparedSession
  ) -> MediaDifference {
    guard let scenario = reference.scenario, let otherScenario = other.scenario else {
      return MediaDifference()
    }
    return MediaDifference(
      from: scenario.presentation, by: scenario.policy, to: otherScenario.presentation,
      by: otherScenario.policy)
  }

  /// The first action that differs, by the time of `parting`.
  private static func action(
    for parting: Parting, from reference: [UserAction], to other: [UserAction]
  ) -> PartingReason? {
    let shared = zip(reference, other).prefix { $0 == $1 }.count
    let actions = [reference, other].map { shared < $0.count ? $0[shared] : nil }
    guard let time = actions.compactMap({ $0?.wallTime }).min() else { return nil }
    // A paused session ends unless an action follows, however late.
    let hasEnded = parting.reference == nil || parting.other == nil
    guard time <= parting.wallTime || hasEnded else { return nil }
    return .action(reference: actions[0], other: actions[1])
  }
}

extension PolicyDifference {
  /// The values in which the players differ, or of these those that alone decide `parting`; `nil`
  /// if there are none.
  fileprivate init?(
    for parting: Parting, from reference: ComparedSession, to other: ComparedSession
  ) {
    let policies = [reference.policy.effectiveParameters, other.policy.effectiveParameters]
    let fields = PolicyField.allCases.filter {
      policies[0].value(of: $0) != policies[1].value(of: $0)
    }
    guard !fields.isEmpty else { return nil }
    let decisive = reference.scenario.map { scenario in
      fields.filter { field in
        Self.isLater(parting, in: scenario, with: policies[1], of: field, than: other.events)
      }
    }
    isDecisive = decisive.map { !$0.isEmpty } ?? false
    values = (isDecisive ? decisive ?? [] : fields).map { field in
      Value(
        field: field, reference: policies[0].text(of: field), other: policies[1].text(of: field))
    }
  }

  /// Whether `scenario` with one field of `policy` parts from `events` later than `parting`, or
  /// never.
  private static func isLater(
    _ parting: Parting, in scenario: FileScenario, with policy: BufferingPolicy.Parameters,
    of field: PolicyField, than events: [Event]
  ) -> Bool {
    var parameters = scenario.policy.parameters
    parameters.set(field, to: policy.value(of: field))
    guard let changed = try? BufferingPolicy(parameters) else { return false }
    var scenario = scenario
    scenario.policy = changed
    scenario.options.recordsEvents = true
    scenario.options.tickInterval = nil
    var simulation = Simulation(scenario)
    simulation.run(until: parting.wallTime)
    let found = simulation.record.events.prefix { $0.wallTime <= parting.wallTime }
    let expected = events.prefix { $0.wallTime <= parting.wallTime }
    guard let next = Parting(from: Array(expected), to: Array(found)) else { return true }
    return next.sharedEvents > parting.sharedEvents
  }
}
