import PlayheadKit

/// A made-up file of pictures and sound without oddities, in which the samples of each track are
/// known apart from where they lie.
struct PackedMedia {
  /// A sample, and the media time up to which its track can be played without it.
  struct Unit {
    var sample: Sample
    var due: MediaTime
  }

  /// The samples of each track in decoding order.
  var tracks: [[Unit]]
  /// The bytes before the media.
  var head: Int64 = 100
  /// The bytes of an index behind the media, which opening reads.
  var tail: Int64 = 0

  /// Pictures in groups with nested B frames, and sound, both in quarters of a frame.
  init(seed: UInt64) {
    var random = SplitMix64(seed: seed ^ 0x9999)
    let groups = random.int(1...6)
    let frame = MediaTime.milliseconds(Int64(random.pick(40, 100, 250)))
    var video: [Sample] = []
    for _ in 0..<groups {
      let count = random.int(1...3) * 4 + 1
      let start = frame * Int64(video.count)
      let order = random.chance(70) ? Self.nested(count) : Array(0..<count)
      for number in order {
        let size = number == 0 ? random.int(200...4000) : random.int(1...400)
        video.append(
          Sample(
            at: start + frame * Int64(number), lasting: frame, bytes: 0..<Int64(size),
            flags: number == 0 ? .sync : []))
      }
    }
    let length = frame * Int64(video.count)
    let audioFrame = MediaTime.milliseconds(Int64(random.pick(20, 50, 100)))
    let audioCount = length.nanoseconds / audioFrame.nanoseconds
    let audio = (0..<max(1, audioCount)).map {
      Sample(
        at: audioFrame * $0, lasting: audioFrame, bytes: 0..<Int64(random.int(1...80)), track: 1)
    }
    tracks = [video, audio].map(Self.units)
    if random.chance(30) { tracks.removeLast() }
    if random.chance(40) { tail = Int64(random.int(1...500)) }
  }

  /// A key frame, then groups of four: the last of each before the middle one and the others.
  private static func nested(_ count: Int) -> [Int] {
    stride(from: 1, to: count, by: 4).reduce(into: [0]) { order, first in
      order += [first + 3, first + 1, first, first + 2]
    }
  }

  private static func units(_ samples: [Sample]) -> [Unit] {
    var due = MediaTime.bound
    return samples.reversed().map { sample in
      due = min(due, sample.presentationTime ?? .zero)
      return Unit(sample: sample, due: due)
    }.reversed()
  }

  /// The samples in an order in which each track's are in their own, runs of random length by
  /// turns.
  func mixed(longestRun: Int, seed: UInt64) -> [Unit] {
    var random = SplitMix64(seed: seed)
    var rest = tracks.map { $0[...] }
    var units: [Unit] = []
    while rest.contains(where: { !$0.isEmpty }) {
      for track in rest.indices {
        let count = min(rest[track].count, random.int(1...longestRun))
        units += rest[track].prefix(count)
        rest[track] = rest[track].dropFirst(count)
      }
    }
    return units
  }

  /// The samples by when they are due; those of one instant by the number of their track.
  var byDueTime: [Unit] {
    tracks.joined().enumerated().sorted {
      ($0.element.due, $0.element.sample.track, $0.offset)
        < ($1.element.due, $1.element.sample.track, $1.offset)
    }.map(\.element)
  }

  /// The file with its samples in this order, one after the other.
  func index(_ units: [Unit], isFastStart: Bool = false) -> MediaIndex {
    var position = head + (isFastStart ? tail : 0)
    let samples = units.map { unit in
      var sample = unit.sample
      sample.offset = position
      position += Int64(sample.size)
      sample.needs = position
      return sample
    }
    var reads = [ByteRange(0, head)]
    if tail > 0 {
      reads =
        isFastStart ? [ByteRange(0, head + tail)] : reads + [ByteRange(position, position + tail)]
    }
    let kinds: [Track.Kind] = [.video, .audio]
    return MediaIndex(
      name: "packed", bytes: position + (isFastStart ? 0 : tail), container: "none",
      announcedDuration: nil, openingReads: reads,
      tracks: tracks.indices.map {
        Track(
          id: $0, kind: kinds[$0], codec: "none", timeBase: Rational(1, 1000), isPreferred: true)
      },
      samples: samples)
  }
}
