import PlayheadModel

/// A trace of two columns, the time and the rate up to it, as in Pensieve and Oboe.
///
/// The rate of row i applies from the time of row i − 1 to its own, so the first row only sets the
/// origin: its rate is not used, as in Pensieve's own simulator. The second row follows the last.
struct TwoColumnTrace {
  let time: TraceQuantity
  let rate: TraceQuantity

  func read(_ lines: inout TraceLines) throws(ProfileError) -> IntervalList {
    var list = IntervalList()
    var last: Int64?
    while try lines.next() {
      let (time, rate) = try readRow(&lines)
      if let last {
        guard time >= last else {
          throw lines.text.refusal(
            at: lines.lineStart, "\(self.time.name) is less than in the row before")
        }
        try list.append(
          duration: time - last, bitsPerSecond: rate, at: lines.lineStart, of: lines.text)
      }
      last = time
    }
    guard !list.isEmpty else {
      throw ProfileError(
        .whole,
        "expected two rows or more, as the rate of a row holds since the previous one, "
          + "found \(last == nil ? "none" : "one")")
    }
    return list
  }

  /// Parses one row, in nanoseconds and bits per second.
  func readRow(_ lines: inout TraceLines) throws(ProfileError) -> (time: Int64, rate: Int64) {
    let time = try lines.value(self.time)
    let rate = try lines.value(self.rate)
    try lines.end(after: "two columns")
    return (time, rate)
  }
}
