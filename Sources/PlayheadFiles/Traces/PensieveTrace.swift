import PlayheadModel

/// A Pensieve trace: seconds and Mb/s, where the rate is the one up to the time.
enum PensieveTrace {
  static let columns = TwoColumnTrace(
    time: .seconds("the time in seconds"), rate: .megabits("the rate in Mb/s"))

  static func read(_ lines: inout TraceLines) throws(ProfileError) -> IntervalList {
    try columns.read(&lines)
  }
}

extension PensieveTrace {
  /// The file for the durations and rates of `intervals`.
  static func bytes(_ intervals: [BandwidthProfile.Interval]) -> [UInt8] {
    var bytes: [UInt8] = []
    var time = WallTime.zero
    append(time, intervals.first?.rate ?? .zero, to: &bytes)
    for interval in intervals {
      time += interval.duration
      append(time, interval.rate, to: &bytes)
    }
    return bytes
  }

  private static func append(_ time: WallTime, _ rate: BitRate, to bytes: inout [UInt8]) {
    bytes.append(time.nanoseconds, places: 9)
    bytes.append("\t")
    bytes.append(rate.bitsPerSecond, places: 6)
    bytes.append("\n")
  }
}
