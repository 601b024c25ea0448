import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// What curves look up, against a look at every sample and every byte.
@Suite struct `Where reading has to begin` {
  @Test(arguments: Seeds.blocks(7_000_000..<7_000_400, of: 10, few: 40))
  func `is the first byte of anything still to be shown, or of its group`(block: Range<UInt64>)
    throws
  {
    for seed in block {
      let random = try RandomSession(seed: seed)
      let presentation = try random.presentation
      let rendition = presentation.rendition
      let samples = Self.samples(random.media.index, presentation)
      let last = Int64(presentation.duration.nanoseconds)
      var times: Set<Int64> = [0, 1, last]
      for sample in samples { times.formUnion([sample.until - 1, sample.until, sample.until + 1]) }
      for time in times where time >= 0 && time <= last {
        let needed = samples.filter { time == 0 || $0.until > time }
        let end = rendition.wantedBytes.end.bytes
        expect(
          rendition.decoding.position(at: MediaTime(nanoseconds: time)).bytes,
          equals: needed.map(\.groupOffset).min() ?? end, "seed \(seed) at \(time)")
        expect(
          rendition.firstByteToShow.position(at: MediaTime(nanoseconds: time)).bytes,
          equals: needed.map(\.offset).min() ?? end, "seed \(seed) at \(time)")
      }
    }
  }

  private struct Shown {
    var time: Int64
    var until: Int64
    var offset: Int64
    var groupOffset: Int64
  }

  private static func samples(_ index: MediaIndex, _ presentation: Presentation) -> [Shown] {
    presentation.tracks.flatMap { track in
      var shown: [Shown] = []
      var group = Int64.max
      for sample in index.samples where sample.track == track {
        let offset = min(sample.offset, sample.needs)
        group = sample.isSync ? offset : min(group, offset)
        guard sample.isShown, let time = sample.presentationTime else { continue }
        shown.append(
          Shown(
            time: (time - presentation.origin).nanoseconds, until: 0, offset: offset,
            groupOffset: group))
      }
      shown.sort { $0.time < $1.time }
      for place in shown.indices {
        shown[place].until =
          place + 1 < shown.count ? shown[place + 1].time : presentation.duration.nanoseconds
      }
      return shown
    }
  }

  @Test func `is found by its position too`() throws {
    let curve = PositionCurve(steps: [
      .init(time: .zero, position: ReadPosition(10)),
      .init(time: .seconds(2), position: ReadPosition(30)),
    ])
    expect(
      [9, 10, 11, 30, 31].map { curve.time(reaching: ReadPosition($0)) },
      equals: [.zero, .zero, .seconds(2), .seconds(2), nil])
    expect(curve.time(after: .zero), equals: .seconds(2))
    expect(curve.time(after: .seconds(2)) == nil)
  }
}

@Suite struct `Wanted bytes` {
  @Test(arguments: Seeds.some(Array(0..<200 as Range<UInt64>), oneIn: 4))
  func `are found as by a look at every byte`(seed: UInt64) {
    var random = SplitMix64(seed: seed + 7_100_000)
    // Enough runs for several of the blocks in which gaps are looked over.
    let wanted = Self.runs(&random, count: random.int(0...300))
    var cached = ReadRangeSet()
    for range in Self.runs(&random, count: random.int(0...6)) { cached.insert(range) }
    let bytes = WantedBytes(wanted, end: wanted.last?.upperBound ?? .zero)
    let length = Int(max(bytes.end, cached.end).bytes) + 2
    func marks(_ ranges: [ReadRange]) -> [Bool] {
      (0..<Int64(length)).map { byte in
        ranges.contains { $0.lowerBound.bytes <= byte && byte < $0.upperBound.bytes }
      }
    }
    let isWanted = marks(wanted)
    let isMissing = zip(isWanted, marks(cached.ranges)).map { $0 && !$1 }
    for _ in 0..<20 {
      let position = random.int(0...length - 1)
      let next = isMissing[position...].firstIndex(of: true)
      expect(
        bytes.firstMissing(from: ReadPosition(Int64(position)), besides: cached),
        equals: next.map { ReadPosition(Int64($0)) })
      let end = (isMissing[..<position].lastIndex(of: true) ?? -1) + 1
      expect(
        bytes.endOfMissing(before: ReadPosition(Int64(position)), besides: cached),
        equals: ReadPosition(Int64(end)))
      guard let start = isWanted[position...].firstIndex(of: true) else { continue }
      let gap = random.pick(0, 1, 3, 1000)
      var runEnd = start
      var gone = 0
      for byte in start..<length where gone <= gap {
        gone = isWanted[byte] ? 0 : gone + 1
        if isWanted[byte] { runEnd = byte + 1 }
      }
      expect(
        bytes.runEnd(from: ReadPosition(Int64(start)), readingThrough: Int64(gap)),
        equals: ReadPosition(Int64(runEnd)),
        "seed \(seed) from \(start) through \(gap)")
    }
  }

  private static func runs(_ random: inout SplitMix64, count: Int) -> [ReadRange] {
    var position = Int64(random.int(0...5))
    return (0..<count).map { _ in
      let start = position + Int64(random.pick(1, 1, 2, 4, random.int(1...9)))
      position = start + Int64(random.int(1...6))
      return ReadRange(ReadPosition(start), ReadPosition(position))
    }
  }
}

@Suite struct `A set of time ranges` {
  @Test(arguments: Seeds.some(Array(0..<200 as Range<UInt64>), oneIn: 4))
  func `holds what was put in and not taken out`(seed: UInt64) {
    var random = SplitMix64(seed: seed + 7_200_000)
    var set = TimeRangeSet()
    // Whether the nanosecond after each is in.
    var marks = [Bool](repeating: false, count: 61)
    for _ in 0..<12 {
      if random.chance(20) {
        let time = random.int(0...60)
        set.remove(before: MediaTime(nanoseconds: Int64(time)))
        for place in 0..<time { marks[place] = false }
      } else if random.chance(20) {
        let time = random.int(0...60)
        set.remove(from: MediaTime(nanoseconds: Int64(time)))
        for place in time..<60 { marks[place] = false }
      } else {
        let start = random.int(0...60)
        let end = random.int(start...60)
        set.insert(
          TimeRange(
            start: MediaTime(nanoseconds: Int64(start)), end: MediaTime(nanoseconds: Int64(end))))
        for place in start..<end { marks[place] = true }
      }
      var expected: [TimeRange] = []
      for place in 0..<60 where marks[place] {
        let time = MediaTime(nanoseconds: Int64(place))
        if expected.last?.end == time {
          expected[expected.count - 1].end = time + .resolution
        } else {
          expected.append(TimeRange(start: time, end: time + .resolution))
        }
      }
      expect(set.ranges, equals: expected, "seed \(seed)")
      let time = MediaTime(nanoseconds: Int64(random.int(0...60)))
      expect(set.range(containing: time), equals: expected.last { $0.contains(time) })
    }
  }
}
