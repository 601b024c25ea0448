import PlayheadFiles
import PlayheadModel

/// The formats of a network.
///
/// The trace formats have the names of `WritableTraceFormat`.
package enum NetworkFormat: String, CaseIterable, Exporter {
  /// For people.
  case text
  /// For programs.
  case json
  /// For tools that read traces.
  case sabre, csv, pensieve, mahimahi

  package func rest(
    of report: NetworkReport, style: TextStyle
  ) throws(ExportError) -> ExportedText {
    let trace: WritableTraceFormat
    switch self {
    case .text: return ExportedText(NetworkText.text(report, style: style))
    case .json: return ExportedText(NetworkJSON.bytes(report))
    case .sabre: trace = .sabre
    case .csv: trace = .csv
    case .pensieve: trace = .pensieve
    case .mahimahi: trace = .mahimahi
    }
    do throws(ProfileError) {
      let written = try report.profile.written(as: trace)
      let jitter = report.profile.jitter.map { _ in "the format has no jitter" }
      return ExportedText(
        written.bytes, losses: written.losses.map(\.description) + [jitter].compactMap(\.self))
    } catch {
      throw ExportError(error.description)
    }
  }
}
