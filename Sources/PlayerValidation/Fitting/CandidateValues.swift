import PlayheadKit

/// The values of a field to try: first some of every size, then ever nearer to the best of these.
struct CandidateValues {
  private var rest: [Int64?]
  private var best: Int64?
  /// The distance to the next ones to try, once those of every size are tried; `nil` until then.
  private var step: Int64?
  /// The least distance; `nil` if those of every size are all.
  private let leastStep: Int64?
  /// The least value that a field can have.
  private let least: Int64

  init(of field: PolicyField, besides value: Int64?) {
    let millisecond: Int64 = 1_000_000
    best = value
    least = field.row.unit == .factor ? 1_000_000 : 0
    switch field.row.unit {
    case .time:
      rest = [
        0, 20, 40, 60, 80, 100, 150, 200, 300, 400, 500, 750, 1000, 1250, 1500, 2000, 2500, 3000,
        4000, 5000, 6000, 8000, 10_000, 15_000, 20_000, 30_000, 60_000,
      ].map { $0 * millisecond }
      leastStep = 10 * millisecond
    case .bytes:
      rest = [0] + (12...28).map { 1 << $0 }
      leastStep = 4096
    case .rate:
      rest = (16...30).map { 1 << $0 }
      leastStep = 10_000
    case .factor:
      rest = [100, 125, 150, 200, 250, 300, 400, 800].map { $0 * 10_000 }
      leastStep = 50_000
    case .count:
      rest = (0...16).map(Int64.init)
      leastStep = nil
    case .flag:
      rest = [0, 1]
      leastStep = nil
    case .word(let words):
      rest = words.indices.map(Int64.init)
      leastStep = nil
    }
    if field.row.isOptional { rest.append(nil) }
    rest.removeAll { $0 == value }
  }

  /// `value` is the best now.
  mutating func choose(_ value: Int64?) { best = value }

  /// The next value to try; `nil` once there is none, and `.some(nil)` for none.
  mutating func next() -> Int64?? {
    while rest.isEmpty {
      guard let best, let leastStep else { return nil }
      // From half of the value down to the least step.
      let half = (step ?? best) / 2
      guard half >= leastStep else { return nil }
      step = half
      let whole = half - half % leastStep
      rest = [best - whole, best + whole].filter { $0 >= least }
    }
    return .some(rest.removeFirst())
  }
}
