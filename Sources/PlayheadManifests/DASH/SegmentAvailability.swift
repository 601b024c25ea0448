import PlayheadModel

/// How much sooner than its end a segment of a live MPD can be asked for: `availabilityTimeOffset`.
struct SegmentAvailability: Hashable {
  /// By how much.
  let offset: MediaTime
  /// Whether it comes in chunks then, as they are captured (`availabilityTimeComplete` is false).
  let comesInChunks: Bool

  /// How much sooner it is there as a whole.
  var wholeOffset: MediaTime { comesInChunks ? .zero : offset }

  /// More counts as this, as does `INF`.
  private static let longest = MediaTime.seconds(60)

  /// What the `addressing` of segments says, or `base`, the `BaseURL` that they lie at; `nil` of
  /// none.
  ///
  /// The addressing comes first, as in dash.js (`src/dash/models/DashManifestModel.js`) and Media3
  /// (`DashManifestParser.java`).
  init?(_ addressing: SegmentAddressing, _ base: XMLElement?) {
    let name = "availabilityTimeOffset"
    let owner = addressing.element(with: name) ?? base
    guard let text = owner?[name] else { return nil }
    let seconds =
      text == "INF"
      ? Self.longest
      : WrittenDecimal(text[...])?.times(1_000_000_000, atMost: MediaTime.bound.nanoseconds)
        .map { min(MediaTime(nanoseconds: $0), Self.longest) }
    guard let seconds, seconds > .zero else { return nil }
    offset = seconds
    let complete = addressing.element(with: "availabilityTimeComplete") ?? base
    comesInChunks = complete?["availabilityTimeComplete"] == "false"
  }
}
