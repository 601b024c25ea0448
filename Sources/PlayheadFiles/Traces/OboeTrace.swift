import PlayheadModel

/// An Oboe trace: milliseconds and kb/s.
///
/// Copies of these traces exist in Pensieve's units. As there, a row's rate is the one up to its
/// time, so that a trace and its copy are the same profile.
enum OboeTrace {
  static let columns = TwoColumnTrace(
    time: .milliseconds("the time in milliseconds"), rate: .kilobits("the rate in kb/s"))

  static func read(_ lines: inout TraceLines) throws(ProfileError) -> IntervalList {
    try columns.read(&lines)
  }
}
