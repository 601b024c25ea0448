import PlayheadModel

/// A 4G or 5G log in the format of Raca et al.: CSV with a header, whose columns `Timestamp`, such
/// as `2018.02.12_16.14.02`, and `DL_bitrate` in kb/s are read.
///
/// A row's rate begins at its time. Rows with the same time share the time until the next one in
/// equal parts, in order; the last time lasts one second, the resolution of the times.
enum RacaTrace {
  static let time = "Timestamp"
  static let rate = TraceQuantity.kilobits("DL_bitrate")
  private static let second: Int64 = 1_000_000_000

  static func read(_ lines: inout TraceLines) throws(ProfileError) -> IntervalList {
    guard try lines.next() else {
      throw ProfileError(.whole, "expected a header with Timestamp and DL_bitrate")
    }
    let header = CSVHeader(&lines)
    let timeColumn = try header.required(time, in: lines.text)
    let rateColumn = try header.required(rate.name, in: lines.text)
    var list = IntervalList()
    var fields: [Range<Int>] = []
    var current: Int64?
    var rates: [Int64] = []
    while try lines.next() {
      try header.readRow(&lines, into: &fields)
      let field = fields[timeColumn]
      guard let stamp = CalendarStamp(lines.text.bytes[field])?.seconds else {
        throw lines.text.refusal(
          at: field.lowerBound,
          "expected a time such as 2018.02.12_16.14.02, found \(lines.text.word(at: field.lowerBound))"
        )
      }
      if let last = current, stamp != last {
        guard stamp > last else {
          throw lines.text.refusal(
            at: field.lowerBound, "the time is before that of the previous row")
        }
        try append(rates, lasting: stamp - last, to: &list, lines)
        rates.removeAll(keepingCapacity: true)
      }
      current = stamp
      rates.append(try lines.text.value(fields[rateColumn], of: rate))
    }
    guard !rates.isEmpty else {
      throw ProfileError(.whole, "the header has no rows below it")
    }
    try append(rates, lasting: 1, to: &list, lines)
    return list
  }

  /// Divides `seconds` between `rates`; remainders are spread as single nanoseconds, so that no
  /// time is lost.
  private static func append(
    _ rates: [Int64], lasting seconds: Int64, to list: inout IntervalList, _ lines: TraceLines
  ) throws(ProfileError) {
    guard seconds <= WallTime.bound.nanoseconds / second else {
      throw lines.text.refusal(ofLineAt: lines.lineStart, "the time is far from the row before")
    }
    let length = Int128(seconds * second)
    let count = Int128(rates.count)
    for (index, rate) in rates.enumerated() {
      let start = length * Int128(index) / count
      let end = length * Int128(index + 1) / count
      try list.append(
        duration: Int64(end - start), bitsPerSecond: rate, at: lines.lineStart, of: lines.text)
    }
  }
}
