import PlayheadModel

/// Where in a file its tracks lie, as a strip of bytes that a person can take in.
package struct FileStrip: Hashable, Sendable {
  /// The bytes of each track that has some, by number; ranges that are near each other are one.
  let tracks: [(track: Int, ranges: [ByteRange])]

  /// In how many parts what is near counts as one.
  private static let parts: Int64 = 400

  /// The strip of the samples of `index`.
  init(_ index: MediaIndex) {
    let gap = index.bytes / Self.parts
    var ranges = [[ByteRange]](repeating: [], count: index.tracks.count)
    for sample in index.samples {
      let track = Int(sample.track)
      let (start, end) = (sample.offset, sample.offset + Int64(sample.size))
      if let last = ranges[track].last, start >= last.lowerBound, start - last.upperBound <= gap {
        ranges[track][ranges[track].count - 1] = ByteRange(
          last.lowerBound, max(last.upperBound, end))
      } else {
        ranges[track].append(ByteRange(start, end))
      }
    }
    tracks = ranges.enumerated().filter { !$1.isEmpty }.map { ($0, $1) }
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.tracks.elementsEqual(right.tracks) { $0 == $1 }
  }

  package func hash(into hasher: inout Hasher) {
    for (track, ranges) in tracks {
      hasher.combine(track)
      hasher.combine(ranges)
    }
  }
}
