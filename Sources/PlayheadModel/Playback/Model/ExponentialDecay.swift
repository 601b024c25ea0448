/// Powers of ½ in fixed point, so that they are identical on every machine.
enum ExponentialDecay {
  /// One, in units of 2⁻⁶².
  static let one: UInt64 = 1 << 62

  /// 2 to the power of −2⁻¹, −2⁻², … −2⁻⁴⁸, each the root of the one before it.
  fileprivate static let roots: [UInt64] = {
    var roots: [UInt64] = []
    var power = one / 2
    for _ in 0..<48 {
      power = (UInt128(power) << 62).squareRoot
      roots.append(power)
    }
    return roots
  }()
}

extension UInt64 {
  /// A fixed-point number, at most ``ExponentialDecay/one``, after exponential decay over `time`
  /// with `halfLife`; accurate to about 2⁻⁵⁵ of it.
  func halved(over time: WallTime, halfLife: WallTime) -> UInt64 {
    let (halvings, rest) = time.nanoseconds.quotientAndRemainder(
      dividingBy: halfLife.nanoseconds)
    guard halvings < 62 else { return 0 }
    var left = self >> UInt64(halvings)
    let fraction = (UInt128(rest) << 48) / UInt128(halfLife.nanoseconds)
    for (place, root) in ExponentialDecay.roots.enumerated()
    where fraction >> UInt128(47 - place) & 1 == 1 {
      left = UInt64((UInt128(left) * UInt128(root)) >> 62)
    }
    return left
  }
}
