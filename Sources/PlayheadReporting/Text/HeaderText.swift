import PlayheadModel

/// What is played, over which network, by which player, and what the user does.
struct HeaderText {
  private let media: MediaDescription
  private let network: [String]
  private let transport: Transport
  private let player: [String?]
  private let run: RunSettings
  private let style: TextStyle
  /// Whether rates and what opening reads are among the facts of the media.
  private var showsFigures = true

  /// The head of a report on one session.
  init(_ setting: SessionSetting, style: TextStyle) {
    let scenario = setting.scenario
    (media, transport) = (setting.media, scenario.transport)
    player = PlayerFacts(policy: scenario.policy, durations: style.durations).facts
    run = RunSettings(scenario)
    network =
      NetworkFacts(
        profile: scenario.link.profile, asked: setting.network.text, durations: style.durations
      ).facts
    self.style = style
  }

  /// The head of a report on many networks.
  init(_ setting: OverviewSetting, style: TextStyle) {
    (media, transport) = (setting.media, setting.transport)
    player = PlayerFacts(policy: setting.policy, durations: style.durations).facts
    run = setting.run
    network = ["\(counted(NetworkPreset.overview.count, "preset")), from slow to fast"]
    self.style = style
  }

  /// The head of a report on requirements, on a network or on none.
  init(_ setting: RequirementsSetting, style: TextStyle) {
    (media, transport) = (setting.media, setting.transport)
    run = RunSettings()
    network =
      setting.link.map {
        NetworkFacts(
          profile: $0.profile, asked: setting.network?.text, durations: style.durations
        ).facts
      } ?? []
    player = ["any", "reads the file in order", "never stops loading"]
    self.style = style
  }

  /// The head of an inspection, which has figures of its own.
  init(_ setting: InspectionSetting, style: TextStyle) {
    (media, transport) = (setting.media, setting.reference.transport)
    run = RunSettings()
    network =
      NetworkFacts(
        profile: setting.reference.link.profile, asked: setting.network?.text,
        durations: style.durations
      ).facts
    player = PlayerFacts(policy: setting.reference.policy, durations: style.durations).facts
    self.style = style
    showsFigures = false
  }

  /// More tracks than this are counted rather than listed, unless it is only one more.
  private static let maximumTracks = 8

  var lines: [String] { rows.flatMap { $0.lines(style) } }

  /// What there is to say, a row each.
  var rows: [FactRow] {
    let parts =
      [row("media", mediaFacts)]
      + (showsFigures ? [row("", facts.rates), row("", facts.opening)] : []) + trackRows
      + facts.restarts.map { row("", [$0]) }
      + [
        row("network", network.isEmpty ? [] : network + [transport.fact]), row("player", player),
        row("session", runFacts),
      ]
    return parts.filter { !$0.facts.isEmpty }
  }

  private func row(_ name: String, _ facts: [String?]) -> FactRow {
    FactRow(name: name, facts: facts.compactMap(\.self))
  }

  private var mediaFacts: [String?] {
    [
      media.name.printable, style.durations.text(media.presentation.duration, places: 2),
      byteText(media.index.bytes),
    ]
  }

  private var facts: MediaFacts { MediaFacts(media: media, durations: style.durations) }

  private var trackRows: [FactRow] {
    let tracks = media.index.tracks
    let shown = tracks.count > Self.maximumTracks + 1 ? Self.maximumTracks : tracks.count
    let rows = tracks.prefix(shown).map { row("", facts(of: $0)) }
    let rest = tracks.count - shown
    return rest > 0 ? rows + [row("", ["and \(counted(rest, "more track"))"])] : rows
  }

  private func facts(of track: Track) -> [String?] {
    let decoded = media.decoding?.report(on: track.id)
    let played = media.presentation.tracks.contains(track.id)
    return [
      "\(track.id) \(track.kind.words) \(track.codec)"
        + (track.profile.map { " \($0)" } ?? "")
        + (track.codecText.map { $0.hasPrefix("hev1") ? " hev1" : "" } ?? ""),
      Self.size(of: track),
      track.frameRate.map { "\(Self.text($0)) fps" },
      facts.keyframes(track),
      track.sampleRate.map { "\($0) Hz" },
      track.channels.map { counted($0, "channel") },
      counted(track.sampleCount, "sample"),
      decoded.map { counted($0.frames, "frame") + " decoded" },
      played ? nil : "not played",
    ]
  }

  /// The size of a track's pictures, and the one that they are shown with where they are turned.
  private static func size(of track: Track) -> String? {
    guard let size = track.dimensions else { return nil }
    let text = "\(size.width)x\(size.height)"
    guard let rotation = track.rotation else { return text }
    let turned = rotation % 180 == 90 ? ", \(size.height)x\(size.width)" : ""
    return "\(text) turned clockwise by \(rotation) degrees\(turned)"
  }

  private static func text(_ rate: Rational) -> String {
    let thousandths =
      (Int64(rate.numerator) * 2000 + Int64(rate.denominator))
      / (Int64(rate.denominator) * 2)
    return decimalText(thousandths, places: 3, trimmed: true)
  }

  private var runFacts: [String] { RunFacts(settings: run, durations: style.durations).facts }
}
