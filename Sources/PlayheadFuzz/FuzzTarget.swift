import MediaReading
import PlayheadKit

/// A reader of bytes from outside, which may refuse any bytes but must survive them.
enum FuzzTarget: String, CaseIterable {
  /// Media, indexed without decoding.
  case index
  /// Bandwidth profiles of every format.
  case trace
  /// Policies of players.
  case policy
  /// Suites.
  case suite
  /// Baselines.
  case baseline
  /// Reports of sessions, as `--from` reads them.
  case session
  /// Headers of HTTP responses.
  case http

  /// Reads `bytes`, and uses what they say; `folder` is for files.
  func read(_ bytes: [UInt8], in folder: String) {
    switch self {
    case .index: Self.readIndex(bytes, in: folder)
    case .trace: Self.readTrace(bytes)
    case .policy:
      if let policy = try? BufferingPolicy(contents: bytes, name: "fuzz") {
        _ = PlayerFacts(policy: policy).facts
      }
    case .suite:
      if let suite = try? Suite(contents: bytes, path: "Fixtures/suites/fuzz.yaml") {
        _ = CheckMarkdown.text([SuiteResult(skipping: suite)])
        _ = CaseListText.text([suite], style: Self.style)
      }
    case .baseline:
      if let baseline = try? Baseline(contents: bytes) { _ = baseline.json }
    case .session:
      if let record = try? SessionRecord(contents: bytes) { use(record.network.profile) }
      if let session = try? ReportedSession(contents: bytes).session {
        _ = SessionComparison(session, with: session)
      }
    case .http: ResponseText.read(bytes)
    }
  }

  private static let style = TextStyle(width: 40, usesUnicode: true, usesColor: false)

  private static func readIndex(_ bytes: [UInt8], in folder: String) {
    let file = ScratchFile(path: "\(folder)/media")
    guard file.write(bytes),
      let survey = try? MediaReader(cores: 1).survey(file.path, decode: .none)
    else { return }
    _ = survey.media.damage.findings
  }

  /// Reads a trace of the format that it seems to have, and of another one.
  private static func readTrace(_ bytes: [UInt8]) {
    let formats = TraceFormat.allCases
    for format in [nil, formats[bytes.count % formats.count]] {
      if let profile = try? BandwidthProfile(contents: bytes, name: "fuzz", format: format) {
        FuzzTarget.trace.use(profile)
      }
    }
  }

  /// Asks a link that follows `profile`, and describes it.
  private func use(_ profile: BandwidthProfile) {
    let link = NetworkLink(following: profile)
    for time in [WallTime.zero, .seconds(1), .bound] {
      _ = link.rate(at: time)
      _ = link.latency(at: time)
      _ = link.nextPathChange(after: time)
      _ = link.arrival(of: 1_000_000, from: time)
    }
    _ = NetworkText.text(NetworkReport(profile: profile), style: Self.style)
  }
}
