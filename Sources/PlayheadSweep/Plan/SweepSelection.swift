import PlayheadModel

/// The jobs of a plan that are played: all, a shard, or a sample.
package struct SweepSelection: Sendable {
  /// A class of networks of which a share of the jobs was drawn.
  package struct Stratum: Hashable, Sendable {
    /// The class.
    package var category: String
    /// The jobs of the plan in it.
    package var jobs: Int
    /// Those that were drawn.
    package var sampled: Int

    package init(category: String, jobs: Int, sampled: Int) {
      self.category = category
      self.jobs = jobs
      self.sampled = sampled
    }
  }

  /// The numbers of a sample, in order; `nil` for all of ``range``.
  private var chosen: [Int]?
  private var range: Range<Int>
  /// The strata of a sample; empty without one.
  package private(set) var strata: [Stratum] = []

  /// All jobs of `plan`.
  package init(all plan: SweepPlan) {
    range = 0..<plan.jobCount
  }

  /// A sample of `count` jobs of `plan`, from each class of networks in proportion to its jobs; the
  /// same for the same `seed`.
  package init(_ count: Int, of plan: SweepPlan, seed: UInt64) {
    self.init(all: plan)
    guard count < plan.jobCount else { return }
    var random = SeededNumbers(seed: seed)
    var classes: [(category: String, networks: [Int])] = []
    for (number, network) in plan.networks.enumerated() {
      if let place = classes.firstIndex(where: { $0.category == network.category }) {
        classes[place].networks.append(number)
      } else {
        classes.append((network.category, [number]))
      }
    }
    classes.sort { $0.category.utf8.lexicographicallyPrecedes($1.category.utf8) }
    let combinations = plan.jobCount / plan.networks.count
    let sizes = classes.map { $0.networks.count * combinations }
    let shares = Self.shares(of: count, among: sizes)
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    for (stratum, share) in zip(classes, shares) {
      let size = stratum.networks.count * combinations
      for drawn in random.distinct(share, below: size) {
        let (combination, network) = drawn.quotientAndRemainder(
          dividingBy: stratum.networks.count)
        numbers.append(plan.number(ofCombination: combination, network: stratum.networks[network]))
      }
      strata.append(Stratum(category: stratum.category, jobs: size, sampled: share))
    }
    chosen = numbers.sorted()
    range = 0..<numbers.count
  }

  /// The `number`th of `count` parts of about the same size, from 1, each of jobs that follow one
  /// another.
  package mutating func keepShard(_ number: Int, of count: Int) {
    precondition((1...count).contains(number), "no such shard")
    func bound(_ part: Int) -> Int {
      Int(Int128(range.count) * Int128(part) / Int128(count))
    }
    range = bound(number - 1)..<bound(number)
  }

  /// How many jobs there are.
  package var count: Int { range.count }

  /// The number in the plan of the job at `position`, from 0.
  package subscript(position: Int) -> Int {
    chosen.map { $0[range.lowerBound + position] } ?? range.lowerBound + position
  }

  /// The positions of the jobs of each source of `plan`, one after the other.
  func groups(of plan: SweepPlan) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    var start = 0
    while start < count {
      let end = plan.jobs(ofSource: plan.source(of: self[start])).upperBound
      var (low, high) = (start, count)
      while low < high {
        let middle = (low + high) / 2
        if self[middle] < end { low = middle + 1 } else { high = middle }
      }
      groups.append(start..<low)
      start = low
    }
    return groups
  }

  /// `count` parts among strata in proportion to `sizes`, by the largest remainders; each has one
  /// at least where there are as many.
  private static func shares(of count: Int, among sizes: [Int]) -> [Int] {
    let total = sizes.reduce(0, +)
    var shares = sizes.map { Int(Int128(count) * Int128($0) / Int128(total)) }
    let remainders = sizes.map { Int128(count) * Int128($0) % Int128(total) }
    let order = sizes.indices.sorted { (remainders[$0], $1) > (remainders[$1], $0) }
    for place in order where shares.reduce(0, +) < count { shares[place] += 1 }
    if count >= sizes.count {
      for place in shares.indices where shares[place] == 0 {
        guard let largest = shares.indices.max(by: { shares[$0] < shares[$1] }),
          shares[largest] > 1
        else { break }
        shares[largest] -= 1
        shares[place] = 1
      }
    }
    return shares
  }
}

extension SweepPlan {
  /// The number of the job that plays the `combination`th of all sources' combinations over a
  /// network.
  fileprivate func number(ofCombination combination: Int, network: Int) -> Int {
    var rest = combination
    for (place, source) in sources.enumerated() {
      if rest < source.combinations.count {
        return jobs(ofSource: place).lowerBound + network * source.combinations.count + rest
      }
      rest -= source.combinations.count
    }
    preconditionFailure("no such combination")
  }
}

/// Random numbers from a seed, the same on every machine.
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A number below `bound`, each as likely as another to one part in 2⁶⁴.
  mutating func next(below bound: Int) -> Int {
    state &+= SplitMix.increment
    return Int(SplitMix.mixed(state).multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// `count` different numbers below `bound`, by Floyd's algorithm.
  mutating func distinct(_ count: Int, below bound: Int) -> Set<Int> {
    var numbers: Set<Int> = []
    for last in bound - count..<bound {
      let number = next(below: last + 1)
      if !numbers.insert(number).inserted { numbers.insert(last) }
    }
    return numbers
  }
}
