import PlayheadAnalysis
import PlayheadFiles

/// The JSON report of an overview of a ladder, schema `playhead.ladder-overview/1`.
///
/// What it shares with the overview of a file and the session of a ladder has the same keys.
enum LadderOverviewJSON {
  /// The report in UTF-8, with a newline at its end.
  static func bytes(_ report: LadderOverviewReport) -> [UInt8] {
    let (setting, scenario) = (report.setting, report.setting.scenario)
    var printer = JSONPrinter(openLevels: 2)
    printer.print(
      .members([
        "schema": .string("playhead.ladder-overview/1"),
        "generator": setting.generator.map(SessionJSON.generator) ?? .null,
        "media": LadderJSON.media(setting.media),
        "tcp": .string(scenario.transport.name),
        "player": LadderJSON.player(scenario, rule: setting.rule),
        "run": .object(
          ScenarioJSON.run(
            scenario.actions, loops: scenario.repeats + 1, scenario.options, limit: scenario.limit)),
        "startupLimitSeconds": .seconds(report.overview.startupLimit),
        "networks": .array(report.overview.networks.map(OverviewJSON.network)),
        "minimumRate": OverviewJSON.minimumRate(report.overview.minimumRate),
      ]))
    return printer.bytes + [UInt8(ascii: "\n")]
  }
}
