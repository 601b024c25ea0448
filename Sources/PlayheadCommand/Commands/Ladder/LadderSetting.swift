import PlayheadKit

/// A session of a ladder ready to run.
struct LadderSetting {
  let media: LadderDescription
  let plan: LadderPlan
  let network: GivenNetwork
  let link: NetworkLink

  init(
    _ media: LadderDescription, _ plan: LadderPlan, over network: GivenNetwork, _ link: NetworkLink
  ) {
    self.media = media
    self.plan = plan
    self.network = network
    self.link = link
  }

  /// Plays the session, by a rule that has seen nothing.
  ///
  /// - Parameters:
  ///   - context: the environment.
  ///   - objectives: for which scores the distance to the optimum is found.
  /// - Returns: the report, without causes and changes.
  /// - Throws: why the session could not be played, or that the user interrupted it.
  func play(
    in context: Context, optimumGapsFor objectives: [Optimum.Objective] = []
  ) throws(Failure) -> LadderReport {
    let scenario = try plan.scenario(of: media.ladder, over: link)
    let session = try context.play(.ladder(scenario), named: media.name)
    try plan.choice.check(scenario.rule)
    guard let played = session.ladder else {
      throw Failure(.defect, "no session of a ladder", at: media.name)
    }
    var report = LadderReport(
      media, scenario, network: network, rule: plan.choice.name, played,
      optimumGapsFor: objectives)
    report.generator = .current
    report.tracks = plan.tracks
    return report
  }
}
