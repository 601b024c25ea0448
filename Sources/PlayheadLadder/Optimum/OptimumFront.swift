/// Those of many candidates that no other one dominates, or comes near to.
///
/// A candidate that is dropped leaves its potential to the one that stands for it.
struct OptimumFront {
  /// A candidate with the next segment chosen but not loaded.
  struct Entry {
    /// The number of the candidate.
    var index: Int
    /// When the segment is requested.
    var request: Int64
    /// When the buffer runs empty.
    var end: Int64
    var worth: Double
    /// The most that anything is worth that the candidate stands for.
    var potential: Double
    /// What is to be added to a worth for an estimate of the score.
    var guide: Double
  }

  /// The entries that are kept, in the order of their requests.
  private(set) var kept: [Entry] = []
  /// Whether stalls are not allowed, so that a buffer that ends earlier cannot stand for a later
  /// one.
  private let isStallFree: Bool
  /// The estimated score above which a potential is not left to another entry.
  private let ceiling: Double
  /// The estimated score from which on an entry is dropped only for a better one.
  private let floor: Double
  /// The kept entries that nothing kept dominates in end and worth, both ascending.
  private var stairs: [(end: Int64, worth: Double, place: Int)] = []

  /// The front of `entries`, which are in the order of their requests.
  init(of entries: [Entry], ceiling: Double, floor: Double, isStallFree: Bool) {
    self.floor = floor
    self.isStallFree = isStallFree
    self.ceiling = ceiling
    for entry in entries { climb(entry) }
  }

  /// Keeps `entry`, or leaves its potential to one that requests no later and whose buffer ends no
  /// later.
  private mutating func climb(_ entry: Entry) {
    var low = 0
    var high = stairs.count
    while low < high {
      let middle = (low + high) / 2
      if stairs[middle].end <= entry.end { low = middle + 1 } else { high = middle }
    }
    let start = low > 0 && stairs[low - 1].end == entry.end ? low - 1 : low
    if low > 0, !isStallFree || start < low {
      let step = stairs[low - 1]
      let isNear =
        entry.worth + entry.guide < floor
        && entry.potential + kept[step.place].guide <= ceiling
      if step.worth >= entry.worth || isNear {
        kept[step.place].potential = max(kept[step.place].potential, entry.potential)
        return
      }
    }
    var last = low
    if !isStallFree {
      while last < stairs.count, stairs[last].worth <= entry.worth { last += 1 }
    }
    stairs.removeSubrange(start..<last)
    stairs.insert((entry.end, entry.worth, kept.count), at: start)
    kept.append(entry)
  }
}
