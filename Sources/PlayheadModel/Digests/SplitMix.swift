/// The arithmetic of SplitMix64, a generator of random numbers (Steele, Lea and Flood 2014).
package enum SplitMix {
  /// What the state grows by from one number to the next.
  package static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The number that the generator has in `state`.
  package static func mixed(_ state: UInt64) -> UInt64 {
    let once = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    let twice = (once ^ (once >> 27)) &* 0x94D0_49BB_1331_11EB
    return twice ^ (twice >> 31)
  }
}
