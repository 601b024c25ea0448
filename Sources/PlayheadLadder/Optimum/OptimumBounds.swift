/// What can still follow at most: for each segment and its level, by when it is requested and how
/// much the plan is delayed.
struct OptimumBounds {
  /// A situation of which it is known what can follow at most, and so of those that request no
  /// earlier and are delayed no less, or as much where stalls are not allowed.
  struct Known {
    var time: Int64
    /// What is delayed at least, in nanoseconds.
    var delay: Int64
    var value: Double
  }

  private let levelCount: Int
  private let mayStall: Bool
  /// Where the situations of each segment and level begin, and the end.
  private var places: [Int]
  /// In the order of their times, of each segment and level.
  private var known: ContiguousArray<Known> = []

  /// Bounds without a segment to choose a level of.
  init(levels: Int, mayStall: Bool) {
    levelCount = levels
    self.mayStall = mayStall
    places = Array(repeating: 0, count: levels + 1)
  }

  /// What can follow at most from a time on that only grows, with some delays.
  struct Sweep {
    private let known: ContiguousArray<Known>.SubSequence
    private let delays: [Int64]
    private let mayStall: Bool
    private var place: Int
    /// The least by the number of the delay.
    private var least: [Double]

    fileprivate init(
      _ known: ContiguousArray<Known>.SubSequence, _ delays: [Int64], mayStall: Bool
    ) {
      (self.known, self.delays, self.mayStall) = (known, delays, mayStall)
      place = known.startIndex
      least = Array(repeating: .infinity, count: delays.count)
    }

    /// What can follow at most from `time` on with the delay number `row`.
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
      let first = delays.partitionPoint { $0 >= known.delay }
      var row = first
      // With longer delays no more follows, so that the least only falls from row to row.
      while row < delays.count, mayStall || delays[row] == known.delay, known.value < least[row] {
        least[row] = known.value
        row += 1
      }
      return row > first
    }
  }

  /// What can follow at most if segment `number` of a level is requested, with some `delays` in
  /// nanoseconds.
  func sweep(_ number: Int, level: Int, delays: [Int64]) -> Sweep {
    let place = number * levelCount + level
    return Sweep(known[places[place]..<places[place + 1]], delays, mayStall: mayStall)
  }

  /// Adds a level of the next segment with `situations` and `more`, each in the order of their
  /// times, and with what is known of it already by `others`, as far as it matters with some
  /// `delays`.
  mutating func append(
    _ situations: [Known], _ more: [Known], and others: OptimumBounds?, delays: [Int64]
  ) {
    let place = places.count - 1
    var lists = [situations[...], more[...]]
    if let others {
      lists.append(Array(others.known[others.places[place]..<others.places[place + 1]])[...])
    }
    var sweep = Sweep([], delays, mayStall: mayStall)
    while true {
      var next: (list: Int, time: Int64)?
      for (list, situations) in lists.enumerated() {
        guard let time = situations.first?.time, time < next?.time ?? .max else { continue }
        next = (list, time)
      }
      guard let next else { break }
      let situation = lists[next.list].removeFirst()
      if sweep.take(situation) { known.append(situation) }
    }
    places.append(known.count)
  }
}
