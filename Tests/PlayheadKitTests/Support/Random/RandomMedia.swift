import PlayheadKit

/// A made-up file: up to three tracks laid out in it in one of many ways, good and bad.
struct RandomMedia {
  var index: MediaIndex
  /// The tracks to play; `nil` for the preferred ones.
  var tracks: [Int]?

  init(isCoarse: Bool, readThrough: Int64, using random: inout SplitMix64) {
    let count = random.int(1...3)
    let lastsNoTime = count == 1 && random.chance(5)
    let tracks = (0..<count).map {
      RandomTrack(number: $0, isCoarse: isCoarse, lastsNoTime: lastsNoTime, using: &random)
    }
    var layout = Layout(isCoarse: isCoarse, readThrough: Int(readThrough), using: &random)
    let samples = layout.place(tracks.map(\.samples), using: &random)
    let bytes = layout.position + Int64(random.pick(0, 0, 50, 500))
    // Without an opening, media that lasts no time or takes no bytes is over before it begins.
    let canBeUnopened = samples.allSatisfy { $0.size > 0 && $0.duration > .zero }
    index = MediaIndex(
      name: "random", bytes: bytes, container: "random", announcedDuration: nil,
      openingReads: Self.openingReads(
        bytes, isCoarse, canBeNone: canBeUnopened, using: &random),
      tracks: (0..<count).map {
        Track(
          id: $0, kind: random.chance($0 == 0 ? 85 : 15) ? .video : .audio, codec: "none",
          timeBase: Rational(1, 1000),
          isPreferred: $0 < 2)
      },
      samples: samples)
    self.tracks = random.chance(80) ? nil : [random.int(0...count - 1)]
    showFirstSamples()
  }

  /// Makes sure that there is something to play on each track.
  private mutating func showFirstSamples() {
    for track in index.tracks.indices {
      guard let first = index.samples.firstIndex(where: { $0.track == track }) else { continue }
      index.samples[first].flags.remove(.discarded)
      let time = index.samples[first].presentationTime ?? .zero
      index.samples[first].presentationTime = time
    }
  }

  private static func openingReads(
    _ bytes: Int64, _ isCoarse: Bool, canBeNone: Bool, using random: inout SplitMix64
  ) -> [ByteRange] {
    func range(_ start: Int, _ count: Int) -> ByteRange {
      let start = min(Int64(start), bytes - 1)
      return ByteRange(start, min(bytes, start + Int64(count)))
    }
    let last = Int(bytes)
    let length = isCoarse ? 100 : random.int(1...200)
    let head = range(0, length)
    let tail = range(last - random.int(1...min(last, 300)), 300)
    let back = range(random.int(0...40), length)
    if canBeNone, random.chance(30) { return [] }
    switch random.int(1...6) {
    case 1, 2: return [head]
    case 3: return [head, tail]
    case 4: return [head, tail, back]
    case 5: return [head, range(length + random.int(1...400), length), tail, head]
    default:
      // Here and there: pieces of the media are in before the media is asked for.
      return (0..<random.int(1...4)).map { _ in range(random.int(0...last - 1), length) }
    }
  }
}
