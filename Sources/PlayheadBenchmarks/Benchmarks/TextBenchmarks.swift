import Foundation
import PlayheadKit

/// How long the text of a long session takes, beside a script that writes the same rows.
enum TextBenchmarks {
  static let all: [Benchmark] = [
    Benchmark(
      name: "timeline", abstract: "write the timeline of a session of two hours, 14400 rows"
    ) { bench throws(BenchmarkError) in
      let report = try report()
      let ticks = report.session.ticks.count
      guard ticks >= 14_400 else {
        throw BenchmarkError("cannot measure, timeline: it has only \(ticks) rows")
      }
      var plain = TextStyle(width: 120, usesUnicode: true, usesColor: false)
      let ours = contender("SessionText, 120 columns, \(ticks) rows", report, plain)
      try bench.inform(ours, within: 0.1)
      plain.width = 80
      try bench.inform(contender("in 80 columns", report, plain), within: 0.1)
      plain.usesColor = true
      try bench.inform(contender("in 80 columns, in colour", report, plain), within: 0.1)
      plain.durations = .iso8601
      try bench.inform(contender("and with ISO 8601", report, plain), within: 0.1)
      try bench.inform(
        Contender("SessionJSON, for comparison") { () throws(BenchmarkError) in
          try Stopwatch.measure { _ = SessionJSON.bytes(report) }
        })
      guard Tool.isOnPath("awk") else { return }
      let path = try bench.workshop.write(csv(report), to: "ticks.csv")
      try bench.compare(
        ours, with: Contender(ProcessCommand("printf of a CSV, awk", "awk", [script, path])),
        // The script has times as text to begin with, and writes neither marks nor parts of
        // columns.
        target: 1.5)
    }
  ]

  private static func contender(
    _ label: String, _ report: SessionReport, _ style: TextStyle
  ) -> Contender {
    Contender(label) { () throws(BenchmarkError) in
      try Stopwatch.measure { _ = SessionText.body(report, style: style) }
    }
  }

  /// Twelve times ten minutes on a link that comes and goes.
  private static func report() throws(BenchmarkError) -> SessionReport {
    let scene = try SyntheticScene()
    let presentation = try scene.presentation()
    let policy = try scene.policy(high: .seconds(30), low: .seconds(20))
    let scenario = FileScenario(
      presentation, over: scene.link, policy: policy, repeats: 11,
      options: SessionOptions(limit: .seconds(10_000)))
    var simulation = Simulation(scenario)
    let media = MediaDescription(
      name: "synthetic", index: scene.index, presentation: presentation, decoding: nil)
    return SessionReport(SessionSetting(media, scenario), simulation.run())
  }

  /// What of the rows the script writes: both times, progress, end of what is loaded, level, rate
  /// and state.
  private static func csv(_ report: SessionReport) -> String {
    report.session.ticks.map { tick in
      "\(tick.wallTime.secondsText),\(tick.mediaTime.secondsText),\(tick.progress.text),"
        + "\(tick.buffered.text),\(tick.bufferLevel.secondsText),"
        + "\(report.link.rate(at: tick.wallTime).bitsPerSecond),\(tick.status.name)\n"
    }.joined()
  }

  /// The same rows with a bar of as many columns, whole ones only, and no marks.
  private static let script = """
    BEGIN { FS = ","; width = 70
      for (n = 0; n <= width; n++) {
        played[n] = played[n - 1] (n ? "█" : ""); loaded[n] = loaded[n - 1] (n ? "▒" : "")
        track[n] = track[n - 1] (n ? "·" : "") } }
    { a = int($3 * width); b = int($4 * width)
      printf "%8.3f%8.3f %s%s%s%8.3f%13s %s\\n", $1, $2, played[a], loaded[b - a],
        track[width - b], $5, $6 / 1000 " kbit/s", $7 }
    """
}
