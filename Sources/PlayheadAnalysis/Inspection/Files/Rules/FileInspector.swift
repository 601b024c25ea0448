import PlayheadModel

/// Holds the figures of one file against the limits.
struct FileInspector {
  let index: MediaIndex
  let presentation: Presentation
  let decoding: DecodingReport?
  let figures: MediaFigures

  /// All findings, not priced.
  var findings: [FileFinding] { damage + timestamps + layout + tracks + encoding }

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
