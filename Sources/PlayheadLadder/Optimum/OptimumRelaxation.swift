import PlayheadModel

/// All plans, with what makes little difference taken for the same, for the better.
///
/// A situation is a segment with its level chosen, when it is requested, and how much the plan is
/// delayed by then (see ``OptimumStarts``). Of those whose times are close to each other and whose
/// delays are in the same row, the earliest time and the highest worth go on together, so no plan
/// scores more than the best of this; the closer, the less does it exceed it.
struct OptimumRelaxation {
  /// How closely situations are told from each other, and which are left out.
  struct Scope {
    var rows: OptimumDelayRows
    /// Situations that are requested within so many nanoseconds go on together, or more where there
    /// are too many.
    var grain: Int64
    /// How much who scores more than ``floor`` is delayed at most, in nanoseconds.
    var longest: Int64
    /// What cannot score more than this is left out.
    var floor: Double
    /// How many situations there may be.
    var limit: Int
  }

  private let session: SequentialSession
  private let starts: OptimumStarts
  private let scope: Scope
  private let guide: OptimumBounds?
  private let price: OptimumPrice?
  /// The income by ``price`` in each row.
  private let incomes: [OptimumHorizon.Most]
  private let levelCount: Int
  private let mayStall: Bool
  private let utilities: [Double]
  /// What a segment of a level is worth after one of another, by the one and then the other.
  private let gains: [Double]
  private let secondCost: Double
  /// The situations after the first segment, and those before each other one.
  private var layers: [Layer] = []
  /// Situations that are requested within so many nanoseconds go on together.
  private var grain: Int64
  /// How many situations there are.
  private(set) var situations = 0
  /// How much who scores more than the floor is delayed at most, in nanoseconds.
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
    /// What can follow each at most; what was known of it, until that is found.
    var values: ContiguousArray<Double> = []
    /// What was left out by its price alone, of each level in the order of their times.
    var leftOut: [[OptimumBounds.Known]] = []

    mutating func append(_ entry: Entry, _ worth: Double, _ origin: Int, most: Double) {
      times.append(entry.time)
      rows.append(Int32(entry.row))
      worths.append(worth)
      origins.append(Int32(origin))
      values.append(most)
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

  /// The relaxation of the plans of `starts`; `nil` if there are too many situations.
  init?(
    _ session: SequentialSession, _ score: SessionScore, of starts: OptimumStarts, _ scope: Scope,
    guide: OptimumBounds?, price: OptimumPrice?
  ) {
    self.session = session
    self.starts = starts
    self.scope = scope
    grain = scope.grain
    self.guide = guide
    self.price = price
    levelCount = session.lane.levels.count
    mayStall = score.stallCost != nil
    let utilities = score.utilities(of: session.lane)
    self.utilities = utilities
    gains = utilities.flatMap { before in
      utilities.map { $0 - score.changeCost * abs($0 - before) }
    }
    secondCost = score.costOfStalledSecond(in: session.lane)
    incomes = price.map { price in scope.rows.least.map(price.income(delay:)) } ?? []
    guard run() else { return nil }
    value()
  }

  private func cost(of delay: Int64) -> Double { secondCost * Double(delay) / 1e9 }

  // MARK: Forward

  private mutating func run() -> Bool {
    var roots = Layer()
    var entries: [Entry] = []
    for level in 0..<levelCount {
      roots.levels.append(roots.times.count)
      if let root = starts.root(level), root.delay <= scope.longest {
        let entry = Entry(
          time: root.request, row: scope.rows.row(of: root.delay), parent: roots.times.count,
          level: level, worth: utilities[level] + cost(of: root.lateness))
        roots.append(entry, entry.worth, 0, most: .infinity)
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
      // Each segment has its share of the room, and what those before it have left.
      let room = (scope.limit - situations) / (count - number)
      grain = max(grain / 2, scope.grain)
      var layer = layer(number, entries)
      while layer.times.count > room {
        // Each row of each level has one at least.
        guard layer.times.count > scope.rows.count * levelCount else { return false }
        grain *= 2
        layer = self.layer(number, entries)
      }
      situations += layer.times.count
      layers.append(layer)
      entries = following(number, entries, isLast: number + 1 == count)
    }
    return true
  }

  /// Chooses each level of segment `number` after `entries`, which are in the order of their times.
  private mutating func layer(_ number: Int, _ entries: [Entry]) -> Layer {
    var layer = Layer()
    let rowCount = scope.rows.count
    var children = layers[number - 1].children
    var rests = layers[number - 1].rests
    (layers[number - 1].children, layers[number - 1].rests) = ([], [])
    for level in 0..<levelCount {
      layer.levels.append(layer.times.count)
      // The best with each row or one before it; without stalls, no delay stands for another one.
      var best = Array(repeating: (worth: -Double.infinity, index: -1), count: rowCount)
      var sweep = guide?.sweep(number, level: level, delays: scope.rows.least)
      layer.leftOut.append([])
      // The least that a price alone has left out of each row.
      var priced = Array(repeating: Double.infinity, count: rowCount)
      var open = Array(repeating: (place: Int64.min, index: -1), count: rowCount)
      for (origin, entry) in entries.enumerated() {
        let gain = gains[entry.level * levelCount + level]
        let worth = entry.worth + gain
        guard best[entry.row].worth < worth else {
          children[entry.parent * levelCount + level] = Int32(best[entry.row].index)
          continue
        }
        let known = sweep?.value(from: entry.time, row: entry.row) ?? .infinity
        var rest = known
        if let price {
          let most = price.rest(
            number, level: level, incomes[entry.row], carried: entry.carriedBytes)
          rest = min(rest, most - utilities[level])
        }
        guard worth + rest > scope.floor else {
          rests[entry.parent] = max(rests[entry.parent], gain + rest)
          if rest < min(known, priced[entry.row]) {
            priced[entry.row] = rest
            layer.leftOut[level].append(
              .init(time: entry.time, delay: scope.rows.least[entry.row], value: rest))
          }
          continue
        }
        let place = entry.time / grain
        var index = open[entry.row].index
        if open[entry.row].place == place {
          layer.worths[index] = worth
        } else {
          index = layer.times.count
          open[entry.row] = (place, index)
          layer.append(entry, worth, origin, most: rest)
        }
        children[entry.parent * levelCount + level] = Int32(index)
        var row = entry.row
        repeat {
          best[row] = (worth, index)
          row += 1
        } while mayStall && row < rowCount && best[row].worth < worth
      }
    }
    layer.close(levelCount)
    (layers[number - 1].children, layers[number - 1].rests) = (children, rests)
    return layer
  }

  /// What follows the situations before segment `number`, which began as `begun`.
  private mutating func following(_ number: Int, _ begun: [Entry], isLast: Bool) -> [Entry] {
    let end = starts.ends[number - 1]
    let delays = scope.rows.least
    let rooms = delays.map {
      isLast ? nil : session.timeOfRoom(for: number + 1, end: starts.leastEnd(number, delay: $0))
    }
    var entries: [Entry] = []
    for level in 0..<levelCount {
      for index in layers[number].levels[level]..<layers[number].levels[level + 1] {
        let origin = begun[Int(layers[number].origins[index])]
        let coming = session.coming(
          number, level: level, sent: origin.sent, carried: origin.carried, end: end)
        guard let coming, coming.ready - end <= scope.longest else { continue }
        var row = Int(layers[number].rows[index])
        if coming.ready - end > delays[row] {
          guard mayStall else { continue }
          row = max(row, scope.rows.row(of: coming.ready - end))
        }
        let worth = layers[number].worths[index]
        if isLast {
          let cost = cost(of: delays[row])
          layers[number].rests[index] = -cost
          guard worth - cost > scope.floor else { continue }
          let delay = OptimumPrice.delay(costing: worth - scope.floor, secondCost)
          longest = max(longest, min(delay, scope.longest))
        } else {
          let time = max(coming.arrival, rooms[row] ?? coming.arrival)
          entries.append(Entry(time: time, row: row, parent: index, level: level, worth: worth))
        }
      }
    }
    return entries
  }

  // MARK: Backward

  private mutating func value() {
    for place in layers.indices.reversed() {
      let most = layers[place].values
      var values = layers[place].rests
      for level in 0..<levelCount {
        for index in layers[place].levels[level]..<layers[place].levels[level + 1] {
          for next in 0..<levelCount {
            let child = Int(layers[place].children[index * levelCount + next])
            guard child >= 0 else { continue }
            values[index] = max(
              values[index], gains[level * levelCount + next] + layers[place + 1].values[child])
          }
          values[index] = min(values[index], most[index])
        }
      }
      layers[place].values = values
    }
  }

  /// What can still follow each situation at most, and those that come to the same.
  func bounds() -> OptimumBounds {
    var bounds = OptimumBounds(levels: levelCount, mayStall: mayStall)
    for layer in layers.dropFirst() {
      for level in 0..<levelCount {
        let known = (layer.levels[level]..<layer.levels[level + 1]).map { index in
          OptimumBounds.Known(
            time: layer.times[index], delay: scope.rows.least[Int(layer.rows[index])],
            value: layer.values[index])
        }
        bounds.append(known, layer.leftOut[level], and: guide, delays: scope.rows.least)
      }
    }
    return bounds
  }

  /// What no plan scores more than, or the floor.
  var ceiling: Double {
    zip(layers[0].worths, layers[0].values).map { $0 + $1 }.max() ?? -.infinity
  }
}
