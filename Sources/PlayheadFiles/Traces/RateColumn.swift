import PlayheadModel

/// A column of rates in kbit/s, one for each second.
enum RateColumn {
  private static let quantity = TraceQuantity.kilobits("a rate in kbit/s")

  static func read(_ lines: inout TraceLines) throws(ProfileError) -> IntervalList {
    var list = IntervalList()
    while try lines.next() {
      let rate = try lines.value(quantity)
      try lines.end(after: "one column")
      try list.append(
        duration: 1_000_000_000, bitsPerSecond: rate, at: lines.lineStart, of: lines.text)
    }
    guard !list.isEmpty else { throw ProfileError(.whole, "expected rates in kbit/s, found none") }
    return list
  }
}
