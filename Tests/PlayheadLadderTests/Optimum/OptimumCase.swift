import PlayheadModel

@testable import PlayheadLadder

/// A ladder, a link and a buffer goal.
struct OptimumCase {
  var lane: LadderLane
  var link: NetworkLink
  let goal: MediaTime
  /// Whether segments are played as they come.
  var takesSamples = false
  /// When playback starts, unless the first media comes later.
  var playback = WallTime.zero

  init(seed: UInt64, segments: Int, levels: Int) throws {
    var random = RandomNumbers(seed: seed)
    var rates: [Int64] = [random.next(100_000...500_000)]
    while rates.count < levels {
      rates.append(rates[rates.count - 1] * random.next(11...25) / 10)
    }
    let sizes = (0..<segments).map { _ in rates.map { $0 * random.next(30...90) / 100 } }
    let made = LadderLane.made(rates, segments: segments, milliseconds: 4000) { sizes[$1][$0] }
    lane = LadderLane(
      made.kind,
      levels: made.levels.map { level in
        var level = level
        for place in level.segments.indices {
          level.segments[place].parts = Self.parts(of: level.segments[place], seed: seed)
        }
        return level
      })
    link = NetworkLink(
      following: try BandwidthProfile(
        name: "random", intervals: BandwidthProfile.Interval.some(using: &random)))
    goal = .milliseconds(random.next(5000...30_000))
  }

  var session: SequentialSession {
    SequentialSession(
      of: lane, over: link, bufferGoal: goal, playback: playback, takesSamples: takesSamples)
  }

  /// Gives each interval of the link a latency of its own.
  mutating func varyLatency(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
    let intervals = link.profile.intervals.map {
      BandwidthProfile.Interval(
        duration: $0.duration, rate: $0.rate, latency: .milliseconds(random.next(0...900)))
    }
    link = NetworkLink(following: try BandwidthProfile(name: "varying", intervals: intervals))
  }

  /// Adds jitter to the link's latency.
  mutating func jitterLatency(seed: UInt64) throws {
    let jitter = try LatencyJitter(
      magnitude: .milliseconds(Int64(seed * 97 % 800) + 1), seed: seed)
    link = NetworkLink(following: link.profile.jittered(by: jitter))
  }

  /// Up to three parts of a segment.
  private static func parts(of segment: LadderSegment, seed: UInt64) -> [LadderSegment.Part] {
    var random = RandomNumbers(seed: seed &+ UInt64(segment.resource.bytes))
    let count = random.next(0...3)
    let bytes = Set((0..<count).map { _ in random.next(1...segment.resource.bytes - 1) })
    let ends = Set((0..<count).map { _ in random.next(1...8) * 500 })
    return zip(bytes.sorted(), ends.sorted()).map {
      .init(bytes: $0, end: segment.shown.start + .milliseconds($1))
    }
  }

  /// Where a plan that is played step by step stands, with the buffer as a number of its own.
  struct Standing {
    var now = WallTime.zero
    var buffer: Int64 = 0
    var stalled: Int64 = 0
    /// When playback started.
    var started: WallTime?
  }

  /// The standing after the segments of which `levels` are; `nil` if one of them never comes.
  func standing(after levels: [Int]) -> Standing? {
    var standing = Standing()
    for (number, level) in levels.enumerated() {
      let segment = lane.levels[level].segments[number]
      wait(&standing, before: number)
      let sent = standing.now + link.latency(at: standing.now)
      let parts = takesSamples ? segment.parts : []
      let whole = LadderSegment.Part(bytes: segment.resource.bytes, end: segment.shown.end)
      var end = segment.shown.start
      for part in parts + [whole] {
        guard let arrival = link.arrival(of: part.bytes, from: sent) else { return nil }
        if let started = standing.started {
          // Nothing drains before playback starts.
          let time = max(arrival - max(standing.now, started), .zero).nanoseconds
          standing.stalled += max(time - standing.buffer, 0)
          standing.buffer = max(standing.buffer - time, 0)
        }
        standing.started = standing.started ?? max(arrival, playback)
        standing.buffer += (part.end - end).nanoseconds
        end = part.end
        standing.now = arrival
      }
    }
    return standing
  }

  /// Waits until there is room for segment `number`.
  func wait(_ standing: inout Standing, before number: Int) {
    guard number > 0, standing.buffer > 0, number < lane.levels[0].segments.count else { return }
    let length = lane.levels[0].segments[number].duration
    let excess = standing.buffer + length.nanoseconds - goal.nanoseconds
    let wait = min(max(excess, 0), standing.buffer)
    guard wait > 0 else { return }
    standing.now = max(standing.now, standing.started ?? .zero) + WallTime(nanoseconds: wait)
    standing.buffer -= wait
  }

  /// The situation before the next segment is requested: when it is, and when the buffer runs
  /// empty.
  func situation(
    after levels: some Collection<Int>, _ score: SessionScore
  ) -> (request: Int64, end: Int64)? {
    guard var standing = standing(after: Array(levels)), let started = standing.started,
      score.stallCost != nil || standing.stalled == 0
    else { return nil }
    wait(&standing, before: levels.count)
    let end = max(standing.now, started).nanoseconds + standing.buffer
    return (standing.now.nanoseconds, end)
  }

  /// The best that follows each beginning of two segments or more, of five of three levels.
  func best(_ score: SessionScore) -> [[Int]: Double] {
    var best: [[Int]: Double] = [:]
    for plan in 0..<243 {
      let levels = [81, 27, 9, 3, 1].map { plan / $0 % 3 }
      guard let value = naiveScore(levels, score) else { continue }
      for length in 2...5 {
        let beginning = Array(levels.prefix(length))
        best[beginning] = max(best[beginning] ?? value, value)
      }
    }
    return best
  }

  /// The score of a plan, played step by step.
  func naiveScore(_ levels: [Int], _ score: SessionScore) -> Double? {
    guard let standing = standing(after: levels) else { return nil }
    return score.value(of: levels, stalled: WallTime(nanoseconds: standing.stalled), in: lane)
  }
}

extension BandwidthProfile.Interval {
  /// Up to six intervals of one latency, some of them outages.
  static func some(using random: inout RandomNumbers) -> [Self] {
    let latency = WallTime.milliseconds(random.next(0...200))
    return (0..<random.next(1...6)).map { number in
      Self(
        duration: .milliseconds(random.next(300...9000)),
        rate: BitRate(
          bitsPerSecond: number > 0 && random.next(0...4) == 0
            ? 0 : random.next(50_000...3_000_000)),
        latency: latency)
    }
  }
}
