package import PlayheadAnalysis
package import PlayheadFiles
import PlayheadLadder
package import PlayheadModel

/// Everything that a report on one inspected file or ladder is made from.
package struct InspectionReport: Sendable {
  /// What was inspected and found.
  let content: Content
  /// The network as it was asked for; `nil` for the default link.
  let network: GivenNetwork?

  /// What is a file's or a ladder's.
  enum Content: Sendable {
    case file(InspectedFile)
    case ladder(InspectedLadder)
  }

  /// The report on the file `media`, whose index has its samples.
  ///
  /// - Parameters:
  ///   - media: the file.
  ///   - scenario: the link and the player that findings are priced on.
  ///   - network: the network as it was asked for; `nil` for the default link.
  ///   - tracks: the numbers of the tracks that were asked for; `nil` if none were.
  ///   - decoding: how much was decoded.
  package init(
    _ media: MediaDescription, _ scenario: FileScenario, network: GivenNetwork? = nil,
    tracks: [Int]? = nil, decoding: DecodeMode
  ) {
    content = .file(InspectedFile(media, scenario, tracks: tracks, decoding: decoding))
    self.network = network
  }

  /// The report on the ladder of `subject`, priced on how it is played.
  package init(_ subject: LadderSubject, network: GivenNetwork? = nil) {
    content = .ladder(
      InspectedLadder(subject: subject, inspection: LadderInspection(subject.scenario)))
    self.network = network
  }
}

/// A file with what was found in it.
struct InspectedFile: Sendable {
  /// The file; its index has no samples.
  let media: MediaDescription
  /// What findings are priced on.
  let scenario: FileScenario
  /// The numbers of the tracks that were asked for; `nil` if none were.
  let tracks: [Int]?
  /// How much was decoded.
  let decoding: DecodeMode
  let inspection: FileInspection
  /// Where in the file its tracks lie.
  let strip: FileStrip

  init(
    _ media: MediaDescription, _ scenario: FileScenario, tracks: [Int]?, decoding: DecodeMode
  ) {
    inspection = FileInspection(media.index, scenario, decoding: media.decoding)
    strip = FileStrip(media.index)
    var media = media
    // Of several files, one at a time is held with its samples.
    media.index.samples = []
    media.index.demuxerOrder = nil
    self.media = media
    self.scenario = scenario
    self.tracks = tracks
    self.decoding = decoding
  }
}

/// A ladder with what was found in it.
struct InspectedLadder: Sendable {
  /// The ladder, and what findings are priced on.
  let subject: LadderSubject
  let inspection: LadderInspection

  var ladder: Ladder { subject.media.ladder }
}

// MARK: What reports on both have

extension InspectionReport {
  /// What was inspected, and what findings are priced on.
  var subject: SessionSubject {
    switch content {
    case .file(let file): .file(file.media, file.scenario)
    case .ladder(let ladder): .ladder(ladder.subject)
    }
  }

  /// The severity and the rule of each finding, in the order of the report.
  var ranking: [(severity: Severity, rule: InspectionRule)] {
    switch content {
    case .file(let file): file.inspection.findings.map { ($0.severity, $0.rule) }
    case .ladder(let ladder): ladder.inspection.findings.map { ($0.severity, $0.rule) }
    }
  }

  /// The severity of the worst finding; `nil` without any.
  package var worst: Severity? { ranking.map(\.severity).max() }

  /// How long the media is.
  var length: MediaTime {
    switch content {
    case .file(let file): file.media.presentation.duration
    case .ladder(let ladder):
      ladder.ladder.lanes[0].levels[0].segments.last?.declared.end ?? .zero
    }
  }

  /// How many bytes it has.
  var bytes: Int64 {
    switch content {
    case .file(let file): file.media.index.bytes
    case .ladder(let ladder):
      ladder.ladder.lanes.flatMap(\.levels).flatMap(\.segments)
        .reduce(0) { $0 + $1.resource.bytes }
    }
  }

  /// The findings as all reports show them.
  func findings(_ durations: TextStyle.Durations = .clock) -> [ReportedFinding] {
    switch content {
    case .file(let file):
      file.inspection.findings.map { ReportedFinding($0, file.media, durations) }
    case .ladder(let ladder):
      ladder.inspection.findings.map { ReportedFinding($0, ladder.ladder, durations) }
    }
  }

  /// The head of the report, a row of facts each; a file has figures of its own.
  func header(_ style: TextStyle) -> HeaderText {
    HeaderText(subject, asked: network, hasFigures: false, style: style)
  }
}
