/// Small numbers that a seed decides, for tests that damage files.
struct SmallNumbers {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The next number, below `bound`.
  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
