import PlayheadKit

/// One track's samples in decoding order, before they have a place in a file.
struct RandomTrack {
  var samples: [Sample] = []

  /// A track whose frames follow one another from somewhere near zero on, in groups that are
  /// decoded out of order, some of them open: with leading frames that come before the sync frame.
  init(
    number: Int, isCoarse: Bool, lastsNoTime: Bool, using random: inout SplitMix64
  ) {
    let times = Self.times(isCoarse, random.int(1...40), &random)
    let maximumInGroup = random.pick(1, 4, 12, 60)
    let openPercent = random.pick(0, 50)
    let reordersPercent = random.pick(0, 80)
    let discardPercent = random.pick(0, 0, 20)
    let priming = random.pick(0, 0, 1, 3)
    let namesDurations = random.chance(70)
    let minimumSize = random.chance(20) ? 0 : 1
    var first = 0
    while first < times.count - 1 {
      let count = min(random.int(1...maximumInGroup), times.count - 1 - first)
      var order = Array(first..<first + count)
      if random.chance(reordersPercent) { order[1...].shuffle(using: &random) }
      if count > 1, random.chance(openPercent) { order.swapAt(0, random.int(1...count - 1)) }
      for (place, frame) in order.enumerated() {
        var flags: Sample.Flags = place == 0 && (first > 0 || random.chance(95)) ? .sync : []
        if frame < priming || random.chance(discardPercent) { flags.insert(.discarded) }
        let length = lastsNoTime ? .zero : times[frame + 1] - times[frame]
        samples.append(
          Sample(
            track: UInt16(number), offset: 0,
            size: UInt32(random.int(minimumSize...(isCoarse ? 3 : 60)) * (isCoarse ? 25 : 1)),
            needs: 0,
            presentationTime: random.chance(2) ? nil : lastsNoTime ? times[0] : times[frame],
            decodeTime: nil, duration: namesDurations ? length : .zero, flags: flags))
      }
      first += count
    }
  }

  /// Where each frame starts, and where the last one ends; now and then with a gap, or twice.
  private static func times(
    _ isCoarse: Bool, _ count: Int, _ random: inout SplitMix64
  ) -> [MediaTime] {
    let unit: Int64 = isCoarse ? 250_000_000 : 1
    let longest = isCoarse ? random.pick(1, 3) : random.pick(40_000_000, 800_000_000)
    let isConstant = random.chance(40)
    var time = MediaTime(nanoseconds: Int64(random.int(-4...12)) * 250_000_000)
    var times = [time]
    for _ in 0..<count {
      var length = isConstant ? longest : random.int(1...longest)
      if random.chance(4) { length *= 5 }
      if random.chance(3) { length = 0 }
      time += MediaTime(nanoseconds: Int64(length) * unit)
      times.append(time)
    }
    return times
  }
}
