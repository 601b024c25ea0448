import PlayheadModel

/// What no plan scores more than: the best of plans that may load parts of levels, change them for nothing and
/// keep any buffer.
///
/// Who stalls for a time in all has each segment by that much after its time in a session without stalls, so
/// the segments up to each one hold no more bytes than the link carries by then. For one such time the best
/// plan within these bounds takes the steps to higher levels in the order of what a byte of them is worth,
/// each as far as all bounds allow.
struct OptimumCeiling {
  private let session: SequentialSession
  private let secondCost: Double
  private let isStallFree: Bool
  private let utilities: [Double]
  /// The steps to higher levels, the most worthwhile first, but those of the first segment.
  private let steps: [Step]

  /// A step of a segment from one level to a higher one.
  private struct Step {
    var segment: Int
    var bytes: Double
    var gain: Double
  }

  init(_ session: SequentialSession, _ score: SessionScore) {
    self.session = session
    secondCost = score.costOfStalledSecond(in: session.lane)
    isStallFree = score.stallCost == nil
    utilities = score.utilities(of: session.lane)
    let levels = session.lane.levels
    var steps: [Step] = []
    for segment in levels[0].segments.indices.dropFirst() {
      steps += Self.steps(
        of: segment, levels.map { Double($0.segments[segment].resource.bytes) }, utilities)
    }
    self.steps = steps.sorted { $0.gain * $1.bytes > $1.gain * $0.bytes }
  }

  /// The steps of a segment: the upper hull of utilities over bytes, from the fewest bytes on.
  private static func steps(of segment: Int, _ bytes: [Double], _ utilities: [Double]) -> [Step] {
    var steps: [Step] = []
    guard
      var level = bytes.indices.min(by: {
        (bytes[$0], -utilities[$0]) < (bytes[$1], -utilities[$1])
      })
    else { return [] }
    while true {
      let next = bytes.indices.filter { utilities[$0] > utilities[level] }.max {
        let (one, other) = (bytes[$0] - bytes[level], bytes[$1] - bytes[level])
        return ((utilities[$0] - utilities[level]) * other, $0)
          < ((utilities[$1] - utilities[level]) * one, $1)
      }
      guard let next else { return steps }
      steps.append(
        Step(
          segment: segment, bytes: bytes[next] - bytes[level],
          gain: utilities[next] - utilities[level]))
      level = next
    }
  }

  /// Plans that begin with a level and stall for a range of seconds in all.
  private struct Part {
    var bounds: Bounds
    var first: Double
    var low: Double
    var high: Double
    /// The most that one of them scores: as much as with the longest stalls, at the cost of the shortest.
    var value: Double
  }

  /// The most that a plan scores, if one scores `least`.
  ///
  /// The part that may score the most is halved until that makes little difference, or none may score more than
  /// `least`.
  func value(above least: Double) -> Double {
    let count = session.lane.levels[0].segments.count
    let top = utilities.max() ?? 0
    // Where stalls are free, everything can come at the highest level.
    guard isStallFree || secondCost > 0 else { return max(least, Double(count) * top) }
    var parts: [Part] = []
    for (level, content) in session.lane.levels.enumerated() {
      let request = session.start + session.link.latency(at: session.start)
      guard
        let arrival = session.link.arrival(of: content.segments[0].resource.bytes, from: request)
      else { continue }
      let room = utilities[level] + Double(count - 1) * top - least
      // Stalls of more than that cannot pay.
      let longest = isStallFree ? 0 : max(0, room / secondCost)
      let bounds = Bounds(session, first: level, arrival: arrival)
      parts.append(part(bounds, first: utilities[level], 0, longest))
    }
    for _ in 0..<Self.halvings {
      guard let place = parts.indices.max(by: { parts[$0].value < parts[$1].value }),
        parts[place].high - parts[place].low > 0.01, parts[place].value > least
      else { break }
      let half = parts.remove(at: place)
      let middle = (half.low + half.high) / 2
      parts.append(part(half.bounds, first: half.first, half.low, middle))
      parts.append(part(half.bounds, first: half.first, middle, half.high))
    }
    return max(least, parts.map(\.value).max() ?? least)
  }

  private static let halvings = 40

  private func part(_ bounds: Bounds, first: Double, _ low: Double, _ high: Double) -> Part {
    Part(
      bounds: bounds, first: first, low: low, high: high,
      value: first + worth(within: bounds, stalled: high) - secondCost * low)
  }

  /// The most that the segments after the first are worth with stalls of `stalled` seconds in all; minus
  /// infinity if that does not do for the fewest bytes.
  private func worth(within bounds: Bounds, stalled: Double) -> Double {
    guard var slack = bounds.slack(stalled: stalled) else { return -.infinity }
    let lowest = utilities.min() ?? 0
    var worth = lowest * Double(session.lane.levels[0].segments.count - 1)
    worth += bounds.gainOfFewestBytes(utilities, over: lowest)
    for step in steps {
      let room = slack.least(from: step.segment)
      guard step.bytes > room else {
        slack.take(step.bytes, from: step.segment)
        worth += step.gain
        continue
      }
      guard room > 0 else { continue }
      slack.take(room, from: step.segment)
      worth += step.gain * room / step.bytes
    }
    return worth
  }
}

/// What the link carries by the time at which each segment has to be there.
private struct Bounds {
  private let session: SequentialSession
  private let playback: WallTime
  /// The bytes of the first segment and of the fewest of each after it, up to each.
  private let fewest: [Double]
  private let fewestLevels: [Int]
  private let carriedBefore: UInt128

  init(_ session: SequentialSession, first: Int, arrival: WallTime) {
    self.session = session
    playback = max(arrival, session.playback)
    carriedBefore = session.link.carried(
      until: session.start + session.link.latency(at: session.start))
    let levels = session.lane.levels
    let lowest = levels[0].segments.indices.map { segment in
      levels.indices.min {
        (levels[$0].segments[segment].resource.bytes, -$0)
          < (levels[$1].segments[segment].resource.bytes, -$1)
      } ?? 0
    }
    var sum = 0.0
    fewest = lowest.enumerated().map { segment, level in
      sum += Double(levels[segment == 0 ? first : level].segments[segment].resource.bytes)
      return sum
    }
    fewestLevels = lowest
  }

  /// What the segments after the first are worth more than `lowest` each where the fewest bytes are those of a
  /// higher level.
  func gainOfFewestBytes(_ utilities: [Double], over lowest: Double) -> Double {
    fewestLevels.dropFirst().reduce(0) { $0 + utilities[$1] - lowest }
  }

  /// The bytes that are left at each segment with the fewest bytes of all; `nil` if they are too many.
  func slack(stalled: Double) -> Slack? {
    let stalled = WallTime(nanoseconds: Int64((min(stalled, 1e9) * 1e9).rounded(.up)))
    var due = playback + stalled
    var values: [Double] = []
    for (segment, content) in session.lane.levels[0].segments.enumerated() {
      let duration = WallTime(nanoseconds: content.duration.nanoseconds)
      // The first segment defines when playback starts. The last bytes of one that is played as it comes have
      // to be there before its end.
      let carried = session.link.carried(until: session.takesSamples ? due + duration : due)
      let bytes = Double(carried - min(carried, carriedBefore)) / Double(BitRate.quantaPerByte)
      let left = segment == 0 ? Double.infinity : bytes - fewest[segment]
      // What doubles round off of bytes.
      guard left > -1 else { return nil }
      values.append(max(left, 0) + 1)
      due += duration
    }
    return Slack(values)
  }
}

/// Numbers of which the least from a place to the end is found, and all from a place on lowered, at once: a tree
/// over them.
private struct Slack {
  private let leaves: Int
  /// The least of each node's numbers, without what its parents' were lowered by.
  private var least: [Double]
  private var lowered: [Double]

  init(_ values: [Double]) {
    var leaves = 1
    while leaves < values.count { leaves *= 2 }
    self.leaves = leaves
    least = Array(repeating: .infinity, count: 2 * leaves)
    lowered = Array(repeating: 0, count: 2 * leaves)
    for (place, value) in values.enumerated() { least[leaves + place] = value }
    for node in stride(from: leaves - 1, to: 0, by: -1) {
      least[node] = min(least[2 * node], least[2 * node + 1])
    }
  }

  /// The least of the numbers from `place` on.
  func least(from place: Int) -> Double {
    var node = leaves + place
    var value = least[node]
    while node > 1 {
      if node.isMultiple(of: 2) { value = min(value, least[node + 1]) }
      node /= 2
      value -= lowered[node]
    }
    return value
  }

  /// Lowers all numbers from `place` on by `bytes`.
  mutating func take(_ bytes: Double, from place: Int) {
    var node = leaves + place
    least[node] -= bytes
    while node > 1 {
      if node.isMultiple(of: 2) {
        least[node + 1] -= bytes
        lowered[node + 1] += bytes
      }
      node /= 2
      least[node] = min(least[2 * node], least[2 * node + 1]) - lowered[node]
    }
  }
}
