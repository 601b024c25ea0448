import PlayheadModel

/// An HSDPA log from Norway: unix time in seconds, uptime in milliseconds, latitude, longitude,
/// bytes received since the previous row, and milliseconds elapsed.
///
/// Each row is an interval of the elapsed time, at the rate that carries its bytes. Only measured
/// time counts: a gap between two rows takes no time.
enum NorwayTrace {
  private static let unix = TraceQuantity.seconds("the unix time in seconds")
  private static let uptime = TraceQuantity.milliseconds("the uptime in milliseconds")
  private static let latitude = TraceQuantity.count("the latitude", atMost: 90)
  private static let longitude = TraceQuantity.count("the longitude", atMost: 180)
  private static let bytes = TraceQuantity.count("the number of bytes", atMost: 1 << 60)
  private static let elapsed = TraceQuantity.milliseconds("the elapsed time in milliseconds")

  static func read(_ lines: inout TraceLines) throws(ProfileError) -> IntervalList {
    var list = IntervalList()
    var last: Int64 = 0
    while try lines.next() {
      // Setting the clock makes unix time jump; uptime is unaffected.
      _ = try lines.number(unix)
      lines.skipBlanks()
      let stamp = lines.position
      let time = try lines.value(uptime)
      guard time >= last else {
        throw lines.text.refusal(at: stamp, "\(uptime.name) is less than in the row before")
      }
      last = time
      _ = try lines.number(latitude)
      _ = try lines.number(longitude)
      let bytes = try lines.value(bytes)
      let elapsed = try lines.value(elapsed)
      try lines.end(after: "six columns")
      try list.append(
        duration: elapsed, bitsPerSecond: try rate(bytes, in: elapsed, lines),
        at: lines.lineStart, of: lines.text)
    }
    guard !list.isEmpty else {
      throw ProfileError(.whole, "expected rows of six columns, found none")
    }
    return list
  }

  /// The rate that carries `bytes` in `elapsed` nanoseconds, rounded to nearest, halves up.
  private static func rate(
    _ bytes: Int64, in elapsed: Int64, _ lines: TraceLines
  ) throws(ProfileError) -> Int64 {
    guard bytes > 0 else { return 0 }
    guard elapsed > 0 else {
      throw lines.text.refusal(ofLineAt: lines.lineStart, "\(bytes) bytes arrive within 0 ms")
    }
    let quanta = Int128(bytes) * Int128(BitRate.quantaPerByte)
    let rate = (quanta * 2 + Int128(elapsed)) / (Int128(elapsed) * 2)
    guard rate <= Int128(BitRate.bound.bitsPerSecond) else {
      throw lines.text.refusal(
        ofLineAt: lines.lineStart, "\(bytes) bytes in that time is more than \(BitRate.bound.text)")
    }
    return Int64(rate)
  }
}
