extension LadderPlayer {
  /// What of a player decides what it makes of the documents and segments of a ladder.
  package struct Reader: Hashable, Sendable {
    /// The product whose parser of manifests is known; `nil` where it does what most do.
    package let parser: String?
    /// ``LadderPlayer/unplayableCodecs``.
    package let unplayableCodecs: [String]
    /// Whether times are those of edit lists.
    package let appliesEditLists: Bool
    /// Whether segments are played before all of them is in.
    package let appendsParts: Bool
  }

  /// What it reads of a ladder; players with the same reader read the same.
  package var reader: Reader {
    Reader(
      parser: Self.knownParsers.contains(product) ? product : nil,
      unplayableCodecs: unplayableCodecs, appliesEditLists: loading.appliesEditLists,
      appendsParts: loading.appends == .samples)
  }

  /// The products whose parsers' treatment of departures is known.
  package static let knownParsers = ["hls.js", "dash.js", "shaka", "media3", "chromium"]
}
