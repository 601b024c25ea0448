public import PlayheadModel

/// A profile in a trace format, and the properties lost in it.
public struct WrittenTrace: Hashable, Sendable {
  /// The whole file, which ends with a line feed.
  public let bytes: [UInt8]
  /// The lost properties; if empty, a link behaves the same over the file read back.
  package let losses: [TraceLoss]
}

extension BandwidthProfile {
  /// Writes the profile in a trace format.
  ///
  /// Sabre's JSON, CSV and Pensieve's columns keep every duration and rate exactly. The profile
  /// read back is then equal, except for its name and the reported losses. A single held interval
  /// becomes one that repeats, which is the same network.
  ///
  /// - Throws: ``ProfileError`` if the file would be empty or absurdly long; both occur only for
  ///   ``WritableTraceFormat/mahimahi``.
  public func written(as format: WritableTraceFormat) throws(ProfileError) -> WrittenTrace {
    if format == .csv, afterwards == .holdsLast, intervals.count == 1 {
      return WrittenTrace(bytes: CSVTrace.constant(intervals[0]), losses: pathLoss)
    }
    var (pass, losses) = onePass()
    if format == .pensieve || format == .mahimahi, pass.contains(where: { $0.latency > .zero }) {
      losses.append(.latency)
    }
    losses += pathLoss
    let bytes =
      switch format {
      case .sabre: SabreTrace.bytes(pass)
      case .csv: CSVTrace.bytes(pass)
      case .pensieve: PensieveTrace.bytes(pass)
      case .mahimahi: try MahimahiTrace.bytes(pass, losses: &losses)
      }
    return WrittenTrace(bytes: bytes, losses: losses)
  }

  private var pathLoss: [TraceLoss] {
    intervals.contains { !$0.path.isEmpty } ? [.path] : []
  }

  /// The written length of a constant rate: long enough that rounding to packets is small.
  private static let constantLength = WallTime.seconds(60)
  /// The written length of a held interval: the default maximum length of a session.
  private static let heldLength = WallTime.seconds(86_400)

  /// The intervals of one pass, prepared to repeat.
  private func onePass() -> (intervals: [Interval], losses: [TraceLoss]) {
    guard afterwards == .holdsLast else { return (intervals, []) }
    let isConstant = intervals.count == 1
    var pass = intervals
    let last = pass.count - 1
    pass[last].duration = max(
      pass[last].duration, isConstant ? Self.constantLength : Self.heldLength)
    return (pass, isConstant ? [] : [.holding(pass[last].duration)])
  }
}

extension [UInt8] {
  /// Appends `value` ÷ 10^`places` as a decimal without trailing zeros.
  mutating func append(_ value: Int64, places: Int) {
    append(contentsOf: decimalText(value, places: places, trimmed: true).utf8)
  }

  /// Appends `text`.
  mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }
}
