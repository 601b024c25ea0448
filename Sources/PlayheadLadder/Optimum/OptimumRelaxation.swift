import PlayheadModel

/// Plans that start to play alike, with what makes little difference taken for the same, for the better.
///
/// A situation is a segment with its level chosen, when it is requested, and what was stalled by then. Of those
/// whose times are close to each other and whose stalls are in the same row, the earliest time and the highest
/// worth go on together, so no plan scores more than the best of this; the closer, the less does it exceed it.
struct OptimumRelaxation {
  /// How closely situations are told from each other, and which are left out.
  struct Scope {
    var rows: OptimumStallRows
    /// Situations that are requested within so many nanoseconds go on together.
    var grain: Int64
    /// How long who scores more than ``floor`` stalls at most in all, in nanoseconds.
    var longest: Int64
    /// What cannot score more than this is left out.
    var floor: Double
    /// How many situations there may be.
    var limit: Int
  }

  private let session: SequentialSession
  private let start: OptimumStart
  private let scope: Scope
  private let guide: OptimumBounds?
  private let price: OptimumPrice?
  /// The income by ``price`` in each row.
  private let incomes: [OptimumHorizon.Most]
  private let levelCount: Int
  /// What is stalled at least in each row, in nanoseconds.
  let stalls: [Int64]
  private let utilities: [Double]
  /// What a segment of a level is worth after one of another, by the one and then the other.
  private let gains: [Double]
  private let secondCost: Double
  /// The situations after the first segment, and those before each other one.
  private var layers: [Layer] = []
  /// How many situations there are.
  private(set) var situations = 0
  /// How long who scores more than the floor stalls at most in all, in nanoseconds.
  private(set) var longest: Int64 = 0

  /// The situations before a segment, by its level and in the order of their times.
  private struct Layer {
    var times: ContiguousArray<Int64> = []
    var rows: ContiguousArray<Int32> = []
    var worths: ContiguousArray<Double> = []
    /// The entry that each began as.
    var origins: ContiguousArray<Int32> = []
    /// Where each level begins, and the end.
    var levels: [Int] = []
    /// The situation that follows each with each next level; negative if none does.
    var children: ContiguousArray<Int32> = []
    /// What can follow each at most of what was left out.
    var rests: ContiguousArray<Double> = []
    /// What can follow each at most.
    var values: ContiguousArray<Double> = []

    mutating func append(_ entry: Entry, _ worth: Double, _ origin: Int) {
      times.append(entry.time)
      rows.append(Int32(entry.row))
      worths.append(worth)
      origins.append(Int32(origin))
    }

    /// Makes room for what follows, once all situations are there.
    mutating func close(_ levelCount: Int) {
      levels.append(times.count)
      rests = ContiguousArray(repeating: -.infinity, count: times.count)
      children = ContiguousArray(repeating: -1, count: times.count * levelCount)
    }
  }

  /// A situation whose next level is still to be chosen.
  private struct Entry {
    var time: Int64
    var row: Int
    var parent: Int
    var level: Int
    var worth: Double
    /// When its bytes begin to come, and what the link has carried by then, in quanta and in bytes.
    var sent: WallTime = .zero
    var carried: UInt128 = 0
    var carriedBytes = 0.0
  }

  /// The relaxation of the plans of `start`; `nil` if there are too many situations.
  init?(
    _ session: SequentialSession, _ score: SessionScore, of start: OptimumStart, _ scope: Scope,
    guide: OptimumBounds?, price: OptimumPrice?
  ) {
    self.session = session
    self.start = start
    self.scope = scope
    self.guide = guide
    self.price = price
    levelCount = session.lane.levels.count
    let utilities = score.utilities(of: session.lane)
    self.utilities = utilities
    gains = utilities.flatMap { before in
      utilities.map { $0 - score.changeCost * abs($0 - before) }
    }
    secondCost = score.costOfStalledSecond(in: session.lane)
    let stalls = (0...scope.rows.row(of: scope.longest - start.forced)).map {
      start.forced + scope.rows.start(of: $0)
    }
    self.stalls = stalls
    incomes = price.map { price in stalls.map(price.income(stalled:)) } ?? []
    guard run() else { return nil }
    value()
  }

  private func row(of stalled: Int64) -> Int { scope.rows.row(of: stalled - start.forced) }

  private func cost(of row: Int) -> Double { secondCost * Double(stalls[row]) / 1e9 }

  // MARK: Forward

  private mutating func run() -> Bool {
    var roots = Layer()
    var entries: [Entry] = []
    for level in 0..<levelCount {
      roots.levels.append(roots.times.count)
      for root in start.roots where root.level == level {
        let stalled = root.end - start.ends[0]
        guard stalled <= scope.longest else { continue }
        let entry = Entry(
          time: root.request, row: row(of: stalled), parent: roots.times.count, level: level,
          worth: utilities[level])
        roots.append(entry, utilities[level], 0)
        entries.append(entry)
      }
    }
    roots.close(levelCount)
    layers.append(roots)
    let count = session.lane.levels[0].segments.count
    for number in 1..<count {
      entries.sort { ($0.time, $0.row) < ($1.time, $1.row) }
      for index in entries.indices {
        let sent = session.earliestSent(WallTime(nanoseconds: entries[index].time))
        let carried = session.link.carried(until: sent)
        (entries[index].sent, entries[index].carried) = (sent, carried)
        entries[index].carriedBytes = OptimumHorizon.bytes(carried)
      }
      let layer = layer(number, entries)
      situations += layer.times.count
      guard situations <= scope.limit else { return false }
      layers.append(layer)
      entries = following(number, entries, isLast: number + 1 == count)
    }
    return true
  }

  /// Chooses each level of segment `number` after `entries`, which are in the order of their times.
  private mutating func layer(_ number: Int, _ entries: [Entry]) -> Layer {
    var layer = Layer()
    var children = layers[number - 1].children
    var rests = layers[number - 1].rests
    (layers[number - 1].children, layers[number - 1].rests) = ([], [])
    for level in 0..<levelCount {
      layer.levels.append(layer.times.count)
      // The best with each row or one before it.
      var best = Array(repeating: (worth: -Double.infinity, index: -1), count: stalls.count)
      var sweep = guide?.sweep(number, level: level, stalls: stalls)
      var open = Array(repeating: (grain: Int64.min, index: -1), count: stalls.count)
      for (origin, entry) in entries.enumerated() {
        let gain = gains[entry.level * levelCount + level]
        let worth = entry.worth + gain
        guard best[entry.row].worth < worth else {
          children[entry.parent * levelCount + level] = Int32(best[entry.row].index)
          continue
        }
        var rest = sweep?.value(from: entry.time, row: entry.row) ?? .infinity
        if let price {
          let priced = price.rest(
            number, level: level, incomes[entry.row], carried: entry.carriedBytes)
          rest = min(rest, priced - utilities[level])
        }
        guard worth + rest > scope.floor else {
          rests[entry.parent] = max(rests[entry.parent], gain + rest)
          continue
        }
        let grain = entry.time / scope.grain
        var index = open[entry.row].index
        if open[entry.row].grain == grain {
          layer.worths[index] = worth
        } else {
          index = layer.times.count
          open[entry.row] = (grain, index)
          layer.append(entry, worth, origin)
        }
        children[entry.parent * levelCount + level] = Int32(index)
        var row = entry.row
        while row < stalls.count, best[row].worth < worth {
          best[row] = (worth, index)
          row += 1
        }
      }
    }
    layer.close(levelCount)
    (layers[number - 1].children, layers[number - 1].rests) = (children, rests)
    return layer
  }

  /// What follows the situations before segment `number`, which began as `begun`.
  private mutating func following(_ number: Int, _ begun: [Entry], isLast: Bool) -> [Entry] {
    let end = start.ends[number - 1]
    let room = isLast ? nil : session.timeOfRoom(for: number + 1, end: start.leastEnds[number])
    var entries: [Entry] = []
    for level in 0..<levelCount {
      for index in layers[number].levels[level]..<layers[number].levels[level + 1] {
        let origin = begun[Int(layers[number].origins[index])]
        let coming = session.coming(
          number, level: level, sent: origin.sent, carried: origin.carried, end: end)
        guard let coming, coming.ready - end <= scope.longest else { continue }
        let row = max(Int(layers[number].rows[index]), row(of: coming.ready - end))
        let worth = layers[number].worths[index]
        if isLast {
          let cost = cost(of: row)
          layers[number].rests[index] = -cost
          guard worth - cost > scope.floor, secondCost > 0 else { continue }
          longest = max(
            longest, OptimumPrice.stall(costing: worth - scope.floor, secondCost))
        } else {
          let time = max(coming.arrival, room ?? coming.arrival)
          entries.append(Entry(time: time, row: row, parent: index, level: level, worth: worth))
        }
      }
    }
    return entries
  }

  // MARK: Backward

  private mutating func value() {
    for place in layers.indices.reversed() {
      var values = layers[place].rests
      for level in 0..<levelCount {
        for index in layers[place].levels[level]..<layers[place].levels[level + 1] {
          for next in 0..<levelCount {
            let child = Int(layers[place].children[index * levelCount + next])
            guard child >= 0 else { continue }
            values[index] = max(
              values[index], gains[level * levelCount + next] + layers[place + 1].values[child])
          }
        }
      }
      layers[place].values = values
    }
  }

  /// What can still follow each situation at most, and those that come to the same.
  func bounds() -> OptimumBounds {
    var bounds = OptimumBounds(levels: levelCount, secondCost: secondCost)
    for layer in layers.dropFirst() {
      for level in 0..<levelCount {
        let known = (layer.levels[level]..<layer.levels[level + 1]).map { index in
          OptimumBounds.Known(
            time: layer.times[index], stalled: stalls[Int(layer.rows[index])],
            value: layer.values[index])
        }
        bounds.append(known, and: guide, stalls: stalls)
      }
    }
    return bounds
  }

  /// What no plan scores more than that begins with a level, or the floor.
  func ceiling(first level: Int) -> Double {
    let layer = layers[0]
    return (layer.levels[level]..<layer.levels[level + 1]).map {
      layer.worths[$0] + layer.values[$0]
    }.max() ?? -.infinity
  }
}
