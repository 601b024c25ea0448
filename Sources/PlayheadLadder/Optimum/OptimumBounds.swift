/// What can still follow at most of plans that start to play alike: for each segment and its level, by when it is
/// requested and how long was stalled.
struct OptimumBounds {
  /// A situation of which it is known what can follow at most, and so of those that request no earlier: as much
  /// after longer stalls, and after shorter ones no more than what these cost less.
  struct Known {
    var time: Int64
    /// What was stalled at least by then, in nanoseconds.
    var stalled: Int64
    var value: Double
  }

  private let levelCount: Int
  private let secondCost: Double
  /// Where the situations of each segment and level begin, and the end.
  private var places: [Int]
  /// In the order of their times, of each segment and level.
  private var known: ContiguousArray<Known> = []

  /// Bounds without a segment to choose a level of.
  init(levels: Int, secondCost: Double) {
    levelCount = levels
    self.secondCost = secondCost
    places = Array(repeating: 0, count: levels + 1)
  }

  /// What can follow at most from a time on that only grows, after stalls of some lengths.
  struct Sweep {
    private let known: ContiguousArray<Known>.SubSequence
    private let stalls: [Int64]
    private let secondCost: Double
    private var place: Int
    /// The least by the number of the stall.
    private var least: [Double]

    fileprivate init(
      _ known: ContiguousArray<Known>.SubSequence, _ stalls: [Int64], _ secondCost: Double
    ) {
      (self.known, self.stalls, self.secondCost) = (known, stalls, secondCost)
      place = known.startIndex
      least = Array(repeating: .infinity, count: stalls.count)
    }

    /// What can follow at most from `time` on after the stall number `row`.
    ///
    /// - Precondition: `time` is not before the one asked for last.
    @inline(__always)
    mutating func value(from time: Int64, row: Int) -> Double {
      while place < known.endIndex, known[place].time <= time {
        _ = take(known[place])
        place += 1
      }
      return least[row]
    }

    /// Takes what is known into account; returns whether it is news.
    fileprivate mutating func take(_ known: Known) -> Bool {
      var isNews = false
      for row in stalls.indices {
        let longer = max(known.stalled - stalls[row], 0)
        let value = known.value + secondCost * Double(longer) / 1e9
        if value < least[row] {
          least[row] = value
          isNews = true
        }
      }
      return isNews
    }
  }

  /// What can follow at most if segment `number` of a level is requested, after `stalls` of some lengths in
  /// nanoseconds.
  func sweep(_ number: Int, level: Int, stalls: [Int64]) -> Sweep {
    let place = number * levelCount + level
    return Sweep(known[places[place]..<places[place + 1]], stalls, secondCost)
  }

  /// Adds a level of the next segment with `situations`, in the order of their times, and with what is known of
  /// it already by `others`, as far as it matters after `stalls` of some lengths.
  mutating func append(_ situations: [Known], and others: OptimumBounds?, stalls: [Int64]) {
    let place = places.count - 1
    var old = ContiguousArray<Known>.SubSequence()
    if let others { old = others.known[others.places[place]..<others.places[place + 1]] }
    var sweep = Sweep([], stalls, secondCost)
    func take(_ situation: Known) {
      if sweep.take(situation) { known.append(situation) }
    }
    for situation in situations {
      while let first = old.first, first.time <= situation.time {
        take(first)
        old.removeFirst()
      }
      take(situation)
    }
    for situation in old { take(situation) }
    places.append(known.count)
  }
}
