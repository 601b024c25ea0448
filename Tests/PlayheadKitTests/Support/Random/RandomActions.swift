import PlayheadKit

extension UserAction {
  /// Mostly a handful of actions, now and then dozens of seeks; in order, often several at once.
  static func random(
    isCoarse: Bool, duration: MediaTime, using random: inout SplitMix64
  ) -> [UserAction] {
    let isRestless = random.chance(5)
    let count = isRestless ? random.int(20...60) : random.int(1...8)
    // While it opens, plays, or is over.
    let span = random.pick(
      .seconds(3), .seconds(12), .seconds(40),
      WallTime(nanoseconds: duration.nanoseconds * 3 + 5_000_000_000))
    var times = (0..<count).map { _ in time(within: span, isCoarse, &random) }.sorted()
    for number in times.indices.dropFirst() where random.chance(20) {
      times[number] = times[number - 1]
    }
    return times.sorted().map {
      UserAction(at: $0, kind(isCoarse, isRestless, duration, &random))
    }
  }

  private static func kind(
    _ isCoarse: Bool, _ isRestless: Bool, _ duration: MediaTime, _ random: inout SplitMix64
  ) -> Kind {
    if isRestless, random.chance(80) { return seek(isCoarse, duration, &random) }
    return switch random.int(1...10) {
    case 1, 2: .play
    case 3: .pause
    case 4: .setRate(random.chance(20) ? .zero : rate(isCoarse, &random))
    case 5: .setRate(rate(isCoarse, &random))
    case 6: .playImmediately(random.chance(50) ? .normal : rate(isCoarse, &random))
    default: seek(isCoarse, duration, &random)
    }
  }

  /// A seek to anywhere, the very ends and beyond the end too.
  private static func seek(
    _ isCoarse: Bool, _ duration: MediaTime, _ random: inout SplitMix64
  ) -> Kind {
    let target =
      switch random.int(1...12) {
      case 1, 2: MediaTime.zero
      case 3: duration
      case 4: duration + time(within: .seconds(10), isCoarse, &random)
      case 5: max(.zero, duration - .resolution)
      default: time(within: duration, isCoarse, &random)
      }
    return .seek(to: target, random.pick(.exact, .exact, .keyframe))
  }

  private static func rate(_ isCoarse: Bool, _ random: inout SplitMix64) -> PlaybackRate {
    let thousandths =
      isCoarse
      ? random.pick(250, 500, 1000, 1000, 2000, 4000)
      : random.pick(250, 4000, 1000, 1500, random.int(250...4000), random.int(800...1200))
    return PlaybackRate(thousandths: Int64(thousandths)) ?? .normal
  }

  private static func time<Clock>(
    within span: Time<Clock>, _ isCoarse: Bool, _ random: inout SplitMix64
  ) -> Time<Clock> {
    let quarter = 250_000_000
    let most = Int(span.nanoseconds)
    return Time(
      nanoseconds: Int64(
        isCoarse ? random.int(0...most / quarter) * quarter : random.int(0...most)))
  }
}
