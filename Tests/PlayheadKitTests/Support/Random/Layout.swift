import PlayheadKit

/// How samples lie in a file: their order, what is between them, and what they need besides.
struct Layout {
  private(set) var position: Int64
  private let step: Int
  private let framing: Int
  private let gapPercent: Int
  private let gap: Int
  /// The most that a sample needs past its own end.
  private let tailing: Int
  /// The most samples of one track in a run; a large one is bad interleaving.
  private let run: Int
  private let hidesPositions: Bool

  init(isCoarse: Bool, readThrough: Int, using random: inout SplitMix64) {
    step = isCoarse ? 25 : 1
    position = Int64(random.pick(0, 0, 50, 2 * readThrough)) / Int64(step) * Int64(step) + 100
    framing = random.pick(0, 0, 4)
    gapPercent = random.pick(0, 0, 0, 5)
    // On either side of what is read through.
    gap = readThrough + random.int(-1...1)
    tailing = random.pick(0, 0, 17, 300)
    run = random.pick(1, 1, 5, 1000)
    hidesPositions = random.chance(10)
  }

  /// Gives each sample its place; returns all of them in the order in which a reader has them.
  mutating func place(_ tracks: [[Sample]], using random: inout SplitMix64) -> [Sample] {
    var samples: [Sample] = []
    var next = tracks.map { _ in 0 }
    var needs = tracks.map { _ in Int64(0) }
    var offsets = tracks.map { _ in Int64(0) }
    while let track = behind(tracks, next) {
      for _ in 0..<random.int(1...run) where next[track] < tracks[track].count {
        var sample = tracks[track][next[track]]
        next[track] += 1
        if random.chance(gapPercent) { position += Int64(max(0, gap)) }
        position += Int64(framing)
        if hidesPositions, offsets[track] > 0, random.chance(30) {
          sample.offset = offsets[track]
          sample.flags.insert(.positionUnknown)
        } else {
          sample.offset = position
        }
        offsets[track] = sample.offset
        position += Int64(sample.size)
        let more = tailing > 0 ? random.int(0...tailing / step) * step : 0
        needs[track] = max(needs[track], position + Int64(more))
        sample.needs = needs[track]
        samples.append(sample)
      }
    }
    position = max(position, needs.max() ?? 0)
    // The library's sort is stable.
    return samples.sorted { $0.needs < $1.needs }
  }

  /// The track that has come least far in its own list.
  private func behind(_ tracks: [[Sample]], _ next: [Int]) -> Int? {
    tracks.indices.filter { next[$0] < tracks[$0].count }
      .min { next[$0] * tracks[$1].count < next[$1] * tracks[$0].count }
  }
}
