import PlayheadModel

extension MediaFacts {
  /// The file, its rates and what opening reads, and its tracks, a row each.
  var rows: [FactRow] { rows(with: [FactRow("", rates), FactRow("", opening)]) }

  /// The file and its tracks, a row each.
  var rowsWithoutFigures: [FactRow] { rows(with: []) }

  private func rows(with figures: [FactRow]) -> [FactRow] {
    let name = FactRow(
      "media",
      [
        media.name.printable, durations.text(media.presentation.duration, places: 2),
        byteText(media.index.bytes),
      ])
    return [name] + figures + trackRows + restarts.map { FactRow("", [$0]) }
  }

  /// More tracks than this are counted rather than listed, unless it is only one more.
  private static let maximumTracks = 8

  private var trackRows: [FactRow] {
    let tracks = media.index.tracks
    let shown = tracks.count > Self.maximumTracks + 1 ? Self.maximumTracks : tracks.count
    let rows = tracks.prefix(shown).map { FactRow("", facts(of: $0)) }
    let rest = tracks.count - shown
    return rest > 0 ? rows + [FactRow("", ["and \(counted(rest, "more track"))"])] : rows
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
      keyframes(track),
      track.sampleRate.flatMap { $0 > 0 ? "\($0) Hz" : nil },
      track.channels.flatMap { $0 > 0 ? counted($0, "channel") : nil },
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
}
