import PlayheadKit

/// Keeps networks that break an expectation, and a suite that plays them.
struct WorstSaving {
  private let folder: String

  /// A folder for what is found of `suiteCase`.
  ///
  /// - Throws: ``Failure`` if a suite cannot say how the case is played.
  init(
    in folder: String, _ suiteCase: SuiteCase, _ arguments: ParsedArguments
  ) throws(Failure) {
    if case .bytes? = suiteCase.media.reading.key {
      throw Failure(
        contradicting: "--save and the digits of \(Option.key.spelling)",
        why: "the suite would show the key; give the file that has it")
    }
    if case .ladder(let player) = suiteCase.player, arguments.playerPath == nil,
      LadderPlayer.named(player.name) != player
    {
      throw Failure(
        contradicting: "--save and options of \(player.name)", why: "suites have no key for them")
    }
    self.folder = folder
    try OutputFolder.make(at: folder)
  }

  /// Writes what was found.
  func write(
    _ report: WorstReport, _ context: Context, inputs: [String]
  ) throws(Failure) {
    var entries: [SuiteWriting.Entry] = []
    let files = FixtureFolder(path: folder, context: context, inputs: inputs)
    let expected = report.suiteCase.expectations.map(\.text).joined(separator: ", ")
    for finding in report.findings {
      guard let fixture = finding.fixture else { continue }
      let name = finding.worst.name
      var suiteCase = report.suiteCase
      suiteCase.name = name
      suiteCase.faults += fixture.faults
      suiteCase.network.name = name
      try files.write(
        fixture.profile.renamed(name).yaml(
          comment: [
            "Breaks \"\(expected)\" of \(suiteCase.media.name) in \(suiteCase.player.name)."
          ]),
        as: "\(name).yaml")
      entries.append(SuiteWriting.Entry(suiteCase, networkPath: "\(name).yaml"))
    }
    guard !entries.isEmpty else {
      context.diagnostics.note("nothing to save: no change breaks the expectation")
      return
    }
    let text = SuiteWriting.text(
      entries, named: "Worst cases of \(report.suiteCase.media.name)",
      comment: ["The least networks that break \"\(expected)\"; found by 'playhead worst'."],
      in: folder)
    try files.write(text, as: "suite.yaml")
    context.diagnostics.note(
      "\(counted(entries.count, "network")) and suite.yaml written to \(folder)")
  }
}
