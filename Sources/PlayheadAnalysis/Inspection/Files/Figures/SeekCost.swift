package import PlayheadModel

/// What a seek has to download before its target can be shown: the bytes of the file from the sync
/// sample before the target to the end of what the target needs.
///
/// Targets are the frames of the track by which players seek: the first video track or, without
/// one, the first track.
package struct SeekCost: Hashable, Sendable {
  /// The number of the track.
  package let track: Int
  /// The mean over all frames shown, to the nearest byte, halves up.
  package let meanBytes: Int64
  /// The most.
  package let worstBytes: Int64
  /// The first frame that costs most, in media time counted from the origin.
  package let worstTarget: MediaTime
  /// The offset of the sync sample before that frame, in bytes.
  package let worstStart: Int64

  /// The cost of seeks in `presentation`, which is of `index`; `nil` if nothing is shown.
  package init?(_ index: MediaIndex, _ presentation: Presentation) {
    guard let track = index.seekTrack(of: presentation) else { return nil }
    var start: Int64?
    var needs: Int64 = 0
    var sum: Int128 = 0
    var count: Int128 = 0
    var worst: (bytes: Int64, target: MediaTime, start: Int64) = (-1, .zero, 0)
    for sample in index.samples where Int(sample.track) == track {
      // Media that does not begin with a sync sample is decoded from its first byte.
      if sample.isSync || start == nil {
        start = min(sample.offset, sample.needs)
        needs = sample.needs
      }
      needs = max(needs, sample.needs)
      guard sample.isShown, let time = sample.presentationTime, let start else { continue }
      let bytes = needs - start
      count += 1
      sum += Int128(bytes)
      let target = time - presentation.origin
      if bytes > worst.bytes || bytes == worst.bytes && target < worst.target {
        worst = (bytes, target, start)
      }
    }
    guard count > 0 else { return nil }
    self.track = track
    meanBytes = Int64((2 * sum + count) / (2 * count))
    (worstBytes, worstTarget, worstStart) = worst
  }
}

extension MediaIndex {
  /// The number of the track by which players seek in `presentation`; `nil` if nothing is shown.
  package func seekTrack(of presentation: Presentation) -> Int? {
    let shown = presentation.tracks.filter { track in
      samples.contains { Int($0.track) == track && $0.isShown }
    }
    return shown.first { tracks[$0].kind == .video } ?? shown.first
  }
}
