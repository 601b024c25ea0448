import PlayheadKit

/// Finds presentation times that the container does not store, such as those of B frames in AVI.
///
/// Decoding gives the order in which samples are shown. A frame is shown at each decode time, so
/// the nth frame shown gets the nth decode time.
struct PresentationTimes {
  let file: InputFile
  let interruption: Interruption
  let cores: Int

  /// Gives a presentation time to every sample of a playable track that lacks one.
  func complete(_ index: inout MediaIndex) throws(MediaReadingError) {
    var isMissing = [Bool](repeating: false, count: index.tracks.count)
    for sample in index.samples where sample.presentationTime == nil {
      isMissing[Int(sample.track)] = true
    }
    for track in index.tracks where track.isPlayable && isMissing[track.id] {
      if track.kind == .video { try reorder(track.id, &index) }
      Self.fallBackOnDecodeTimes(track.id, &index)
    }
  }

  private func reorder(_ track: Int, _ index: inout MediaIndex) throws(MediaReadingError) {
    let samples = index.samples.indices.filter { Int(index.samples[$0].track) == track }
    let times = samples.compactMap { index.samples[$0].decodeTime }.sorted()
    guard times.count == samples.count else { return }
    var shown: [Int] = []
    var ordinal: Int64 = 0
    let decoding = TrackDecoding(
      file: file, track: track, onlyKeyframes: false, interruption: interruption,
      onPosition: { _ in })
    _ = try decoding.straight(
      threads: cores, isStrict: false,
      transform: { packet in
        packet.setPresentationTimestamp(ordinal)
        ordinal += 1
      },
      onFrame: { frame in
        if let ordinal = frame.presentationTimestamp { shown.append(Int(ordinal)) }
      })
    // A sample without a frame keeps its own decode time.
    var turns = shown.makeIterator()
    let decodable = Set(shown)
    for (rank, time) in times.enumerated() where decodable.contains(rank) {
      guard let sample = turns.next(), samples.indices.contains(sample) else { break }
      index.samples[samples[sample]].presentationTime = time
    }
  }

  private static func fallBackOnDecodeTimes(_ track: Int, _ index: inout MediaIndex) {
    var next = MediaTime.zero
    for number in index.samples.indices where Int(index.samples[number].track) == track {
      if index.samples[number].presentationTime == nil {
        index.samples[number].presentationTime = index.samples[number].decodeTime ?? next
      }
      next = (index.samples[number].presentationTime ?? next) + index.samples[number].duration
    }
  }
}
