/// What is played, over what, by what.
struct HeaderText {
  private let media: MediaDescription
  private let network: [String]
  private let transport: Transport
  private let policy: BufferingPolicy
  private let style: TextStyle

  /// The head of a report on one session.
  init(report: SessionReport, style: TextStyle) {
    (media, transport, policy) = (report.media, report.transport, report.policy)
    network = NetworkFacts(profile: report.link.profile).facts
    self.style = style
  }

  /// The head of a report on many networks.
  init(report: OverviewReport, style: TextStyle) {
    (media, transport, policy) = (report.media, report.transport, report.policy)
    network = ["\(counted(report.overview.networks.count, "preset")), from slow to fast"]
    self.style = style
  }

  /// More tracks than this are counted rather than listed.
  private static let mostTracks = 8

  var lines: [String] {
    row("media", mediaFacts) + trackLines
      + row("network", network + [transportFact])
      + row("player", PlayerFacts(policy: policy).facts)
  }

  private func row(_ name: String, _ facts: [String?]) -> [String] {
    WrappedRow(name: name, nameWidth: 9, style: style)
      .lines(facts.compactMap(\.self), separator: style.usesUnicode ? " · " : ", ")
  }

  private var mediaFacts: [String?] {
    [
      media.name.printable, media.presentation.duration.text(places: 2),
      byteText(media.index.bytes), media.averageRate?.rounded.text,
      media.index.isFastStart ? "fast start" : "index at the end",
    ]
  }

  private var trackLines: [String] {
    let tracks = media.index.tracks
    let lines = tracks.prefix(Self.mostTracks).flatMap { row("", facts($0)) }
    let rest = tracks.count - Self.mostTracks
    return rest > 0 ? lines + row("", ["and \(counted(rest, "more track"))"]) : lines
  }

  private func facts(_ track: Track) -> [String?] {
    let decoded = media.decoding?.report(on: track.id)
    let played = media.presentation.tracks.contains(track.id)
    return [
      "\(track.id) \(track.kind.rawValue) \(track.codec)"
        + (track.profile.map { " \($0)" } ?? ""),
      track.dimensions.map { "\($0.width)x\($0.height)" },
      track.frameRate.map { "\(Self.text($0)) fps" },
      track.sampleRate.map { "\($0) Hz" },
      track.channels.map { counted($0, "channel") },
      counted(track.sampleCount, "sample"),
      decoded.map { counted($0.frames, "frame") + " decoded" },
      played ? nil : "not played",
    ]
  }

  private static func text(_ rate: Rational) -> String {
    let thousandths =
      (Int64(rate.numerator) * 2000 + Int64(rate.denominator))
      / (Int64(rate.denominator) * 2)
    return decimalText(thousandths, places: 3, trimmed: true)
  }

  private var transportFact: String {
    switch transport {
    case .fluid: "TCP not modelled"
    case .slowStart(let setUpRoundTrips):
      setUpRoundTrips > 1 ? "TCP slow start with TLS 1.3" : "TCP slow start"
    }
  }
}

extension String {
  /// The text with spaces behind it up to `width` columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text with spaces before it up to `width` columns.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// The text without characters that would act on a terminal.
  var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
          default: scalar
          }
        }))
  }
}
