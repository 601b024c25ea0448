import PlayheadModel

/// A mahimahi trace: one line for each opportunity to deliver 1500 bytes, in whole milliseconds;
/// the last line's time is the length of a pass.
///
/// A link carries a fluid, so the opportunities of a millisecond are spread evenly over the
/// millisecond that ends there: at every whole millisecond, exactly as many bytes have flowed as
/// mahimahi has allowed, and never more in between. Opportunities at time 0 of a pass coincide with
/// those at the end of the previous pass; the first pass has no previous one, so mahimahi's first
/// delivery at 0 has no counterpart.
enum MahimahiTrace {
  /// The bytes in one delivery opportunity.
  static let packetBytes: Int64 = 1500
  /// The rate, in bit/s, of one opportunity in a millisecond.
  static let packetRate: Int64 = packetBytes * 8 * 1000
  static let millisecond: Int64 = 1_000_000

  private static let quantity = TraceQuantity.count(
    "the time in whole milliseconds", atMost: WallTime.bound.nanoseconds / millisecond)

  static func read(_ lines: inout TraceLines) throws(ProfileError) -> IntervalList {
    var list = IntervalList()
    var atZero: Int64 = 0
    var current: (time: Int64, count: Int64)?
    while try lines.next() {
      let time = try readTime(&lines)
      guard let (last, count) = current else {
        current = (time, 1)
        continue
      }
      guard time >= last else {
        throw lines.text.refusal(
          at: lines.lineStart, "the time \(time) is before that of the line before, \(last)")
      }
      if time == last {
        current = (time, count + 1)
      } else {
        if last == 0 {
          atZero = count
        } else {
          try append(count, at: last, to: &list, lines)
        }
        current = (time, 1)
      }
    }
    guard let (last, count) = current, last > 0 else {
      throw ProfileError(
        .whole,
        "the last line is the length of the trace in milliseconds, "
          + (current == nil ? "and there is none" : "and it is 0"))
    }
    try append(count + atZero, at: last, to: &list, lines)
    return list
  }

  private static func readTime(_ lines: inout TraceLines) throws(ProfileError) -> Int64 {
    let number = try lines.number(quantity)
    let time = try lines.text.value(number, of: quantity)
    guard lines.text.bytes[number.range].allSatisfy(\.isDigit) else {
      throw lines.text.refusal(
        at: number.range.lowerBound,
        "expected \(quantity.name), found \(lines.text.word(at: number.range.lowerBound))")
    }
    guard lines.isAtEnd() else {
      throw lines.text.refusal(
        at: lines.position, "expected one column, found more")
    }
    return time
  }

  /// Appends the `count` opportunities at `time` and the silence before them.
  private static func append(
    _ count: Int64, at time: Int64, to list: inout IntervalList, _ lines: TraceLines
  ) throws(ProfileError) {
    guard count <= BitRate.bound.bitsPerSecond / packetRate else {
      throw lines.text.refusal(
        ofLineAt: lines.lineStart, "millisecond \(time) is faster than \(BitRate.bound.text)")
    }
    let silence = (time - 1) * millisecond - list.length
    if silence > 0 {
      try list.append(duration: silence, bitsPerSecond: 0, at: lines.lineStart, of: lines.text)
    }
    try list.extend(
      by: millisecond, bitsPerSecond: count * packetRate, at: lines.lineStart, of: lines.text)
  }
}
