import PlayheadModel

/// Where a playlist has playback start: `EXT-X-START`.
struct PlaylistStart: Hashable {
  /// The media time from the beginning, or before the end if it is negative.
  let offset: MediaTime
  /// Whether media before it in its segment is not to be shown.
  let isPrecise: Bool

  /// What `tag` says; `nil` after noting a mistake.
  init?(_ tag: PlaylistTag, variables: PlaylistVariables, noting problems: ManifestProblems) {
    guard let attributes = AttributeReader(tag, variables: variables, noting: problems) else {
      return nil
    }
    guard attributes.has("TIME-OFFSET") else {
      problems.forgive(attributes.list.missing("TIME-OFFSET", example: "10.0"), "ignored")
      return nil
    }
    guard let text = attributes.word("TIME-OFFSET"), let attribute = attributes.list["TIME-OFFSET"]
    else { return nil }
    let isNegative = text.hasPrefix("-")
    guard
      let nanoseconds = WrittenDecimal(text.dropFirst(isNegative ? 1 : 0))?
        .times(1_000_000_000, atMost: MediaTime.bound.nanoseconds)
    else {
      problems.forgive(
        attributes.list.problem(
          attribute, "expected seconds, found \(text.excerpt)", hint: "write TIME-OFFSET=10.0"),
        "ignored")
      return nil
    }
    offset = MediaTime(nanoseconds: isNegative ? -nanoseconds : nanoseconds)
    isPrecise = attributes.flag("PRECISE")
  }
}
