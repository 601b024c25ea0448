extension UInt128 {
  /// The square root, rounded down.
  var squareRoot: UInt64 {
    var root: UInt64 = 0
    var bit: UInt64 = 1 << 63
    while bit > 0 {
      let candidate = UInt128(root | bit)
      if candidate * candidate <= self { root |= bit }
      bit >>= 1
    }
    return root
  }
}
