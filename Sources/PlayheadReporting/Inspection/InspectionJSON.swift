import PlayheadAnalysis
import PlayheadFiles
import PlayheadModel

/// What JSON says of an inspected file or ladder.
///
/// Seconds carry `Seconds`, rates `BitsPerSecond`, sizes `Bytes`; numbers are exact; what does not
/// exist is null.
enum InspectionJSON {
  static func value(_ report: InspectionReport) -> JSONValue {
    let (subject, scenario) = (report.subject, report.subject.scenario)
    let profile = scenario.link.profile
    let media = JSONValue.list(["media": MediaJSON.value(subject)])
    let reference = JSONValue.list([
      "network": SessionJSON.network(
        profile, by: scenario.transport, asked: report.network ?? GivenNetwork(profile: profile)),
      "player": SessionJSON.player(subject),
    ])
    return switch report.content {
    case .file(let file): .object(media + reading(file) + reference + found(file))
    case .ladder(let ladder): .object(media + reference + found(ladder))
    }
  }

  /// The rule, the severity and what was found.
  static func head<Fault>(_ finding: Finding<Fault>, _ sentence: String) -> [JSONValue.Member] {
    JSONValue.list([
      "rule": .string(finding.rule.rawValue),
      "severity": .string(finding.severity.rawValue),
      "message": .string(sentence),
    ])
  }
}
