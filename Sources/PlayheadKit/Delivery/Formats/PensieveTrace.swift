/// A trace as Pensieve has them: seconds and Mb/s, the rate being that up to the time.
enum PensieveTrace {
  static let columns = TwoColumnTrace(
    time: .seconds("the time in seconds"), rate: .megabits("the rate in Mb/s"))

  static func read(_ text: TraceText) throws(ProfileError) -> IntervalList {
    try columns.read(text)
  }
}
