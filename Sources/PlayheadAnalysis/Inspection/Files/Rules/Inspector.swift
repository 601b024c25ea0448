import PlayheadModel

/// Holds the figures of one file against the limits.
struct Inspector {
  let index: MediaIndex
  let presentation: Presentation
  let decoding: DecodingReport?
  let figures: MediaFigures

  /// All findings without their costs, by rule.
  var findings: [Finding] {
    let found = damage + timestamps + layout + tracks + encoding
    let order = Dictionary(
      uniqueKeysWithValues: InspectionRule.allCases.enumerated().map { ($1, $0) })
    return found.enumerated().sorted { left, right in
      (order[left.element.rule] ?? 0, left.offset) < (order[right.element.rule] ?? 0, right.offset)
    }.map(\.element)
  }

  /// The bytes of the first sample of `track` shown at `time` or later.
  func place(of track: Int, at time: MediaTime) -> ByteRange? {
    let sample = index.samples.first { sample in
      Int(sample.track) == track && sample.isShown
        && (sample.presentationTime ?? .zero) - presentation.origin >= time
    }
    return sample.map { ByteRange($0.offset, $0.offset + Int64($0.size)) }
  }

  /// The bytes of the sample at `offset`.
  func place(ofSampleAt offset: Int64) -> ByteRange {
    let size = index.samples.first { $0.offset == offset }?.size ?? 0
    return ByteRange(offset, offset + Int64(size))
  }
}
