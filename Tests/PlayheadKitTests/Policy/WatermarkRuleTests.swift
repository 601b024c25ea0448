import Expectations
import PlayheadKit
import Testing

private func seconds(_ high: Int64, _ low: Int64) -> WatermarkRule {
  .mark(Watermark(high: .seconds(high), low: .seconds(low)))
}

private func bytes(_ high: Int64, _ low: Int64) -> WatermarkRule {
  .mark(Watermark(highBytes: high, lowBytes: low))
}

private func buffer(
  _ level: MediaTime, _ bytes: Int64, isFull: Bool = false
) -> BufferSituation {
  BufferSituation(level: level, bytesAhead: bytes, flags: BufferFlags(isFull: isFull))
}

@Suite struct `A watermark rule` {
  @Test func `without marks is never full`() {
    let never = WatermarkRule.any([])
    expect(!never.isFull(in: buffer(.bound, .max)))
    expect(never.amountsToFill(from: buffer(.bound, .max)), equals: BufferAmounts())
    expect(never.amountsToDrain(from: buffer(.bound, .max, isFull: true)), equals: BufferAmounts())
  }

  /// What has to be reached next, for 10 s down to 5 s and 100 bytes down to 50.
  @Test(arguments: [
    // Neither: any watches both, all only the first.
    (0, 0, BufferAmounts(level: .seconds(10), bytes: 100), BufferAmounts(level: .seconds(10))),
    // One: all watches the other.
    (10, 99, nil, BufferAmounts(bytes: 100)), (9, 100, nil, BufferAmounts(level: .seconds(10))),
  ])
  func `tells at which amounts it will be full`(
    level: Int64, count: Int64, any: BufferAmounts?, all: BufferAmounts?
  ) {
    let marks = [seconds(10, 5), bytes(100, 50)]
    let situation = buffer(.seconds(level), count)
    if let any { expect(WatermarkRule.any(marks).amountsToFill(from: situation), equals: any) }
    if let all { expect(WatermarkRule.all(marks).amountsToFill(from: situation), equals: all) }
  }

  /// What has to be reached next by a full buffer, for the same marks.
  @Test(arguments: [
    (11, 110, BufferAmounts(level: .seconds(5)), BufferAmounts(level: .seconds(5), bytes: 50)),
    (5, 110, BufferAmounts(bytes: 50), nil), (11, 50, BufferAmounts(level: .seconds(5)), nil),
  ])
  func `tells at which amounts it will no longer be full`(
    level: Int64, count: Int64, any: BufferAmounts, all: BufferAmounts?
  ) {
    let marks = [seconds(10, 5), bytes(100, 50)]
    let situation = buffer(.seconds(level), count, isFull: true)
    expect(WatermarkRule.any(marks).amountsToDrain(from: situation), equals: any)
    if let all { expect(WatermarkRule.all(marks).amountsToDrain(from: situation), equals: all) }
  }

  @Test func `with one watermark for both asks for more than that`() {
    let rule = seconds(5, 5)
    let at = buffer(.seconds(5), 0)
    expect(!rule.isFull(in: at))
    expect(rule.amountsToFill(from: at), equals: BufferAmounts(level: .seconds(5) + .resolution))
    expect(rule.isFull(in: buffer(.seconds(5) + .resolution, 0)))
  }

  /// Between two amounts that differ in the answer lies one that was told.
  @Test(arguments: Seeds.some(Array(0..<200 as Range<UInt64>), oneIn: 4))
  func `never tells of a change too late`(seed: UInt64) {
    var random = SplitMix64(seed: seed + 8_100_000)
    let rule = Self.rule(&random, depth: 2)
    let all = (0...8 as ClosedRange<Int64>).flatMap { level in
      (0...8 as ClosedRange<Int64>).map { (level: level, bytes: $0) }
    }
    func situation(_ amounts: (level: Int64, bytes: Int64), isFull: Bool) -> BufferSituation {
      buffer(MediaTime(nanoseconds: amounts.level), amounts.bytes, isFull: isFull)
    }
    for start in all {
      let low = situation(start, isFull: false)
      let fill = rule.amountsToFill(from: low)
      let drain = rule.amountsToDrain(from: situation(start, isFull: true))
      for end in all where end.level >= start.level && end.bytes >= start.bytes {
        guard !rule.isFull(in: low), rule.isFull(in: situation(end, isFull: false)) else {
          continue
        }
        let isTold =
          fill.level.map { $0.nanoseconds <= end.level } ?? false
          || fill.bytes.map { $0 <= end.bytes } ?? false
        expect(isTold, "seed \(seed), \(rule) from \(start) to \(end): \(fill)")
      }
      for end in all where end.level <= start.level && end.bytes <= start.bytes {
        guard rule.isFull(in: situation(start, isFull: true)),
          !rule.isFull(in: situation(end, isFull: true))
        else { continue }
        let isTold =
          drain.level.map { $0.nanoseconds >= end.level } ?? false
          || drain.bytes.map { $0 >= end.bytes } ?? false
        expect(isTold, "seed \(seed), \(rule) from \(start) to \(end): \(drain)")
      }
      // An amount that is already reached would be told of again and again.
      if rule.isFull(in: situation(start, isFull: true)) {
        expect(drain.level.map { $0.nanoseconds < start.level } ?? true)
        expect(drain.bytes.map { $0 < start.bytes } ?? true)
      }
    }
  }

  private static func rule(_ random: inout SplitMix64, depth: Int) -> WatermarkRule {
    if depth == 0 || random.chance(30) {
      let high = Int64(random.int(1...7))
      let low = Int64(random.int(0...Int(high)))
      return random.chance(50)
        ? .mark(Watermark(high: MediaTime(nanoseconds: high), low: MediaTime(nanoseconds: low)))
        : bytes(high, low)
    }
    let rules = (0..<random.int(1...3)).map { _ in rule(&random, depth: depth - 1) }
    return random.chance(50) ? .any(rules) : .all(rules)
  }
}
