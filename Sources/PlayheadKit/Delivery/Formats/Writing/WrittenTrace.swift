/// A profile in a trace format, and what the format could not hold of it.
public struct WrittenTrace: Hashable, Sendable {
  /// The whole file, a text that ends with a line feed.
  public let bytes: [UInt8]
  /// What is lost; if nothing is, a link behaves the same over what is read back.
  public let losses: [TraceLoss]
}

extension BandwidthProfile {
  /// Writes the profile in a trace format.
  ///
  /// Sabre's JSON, CSV and Pensieve's columns hold every duration and every rate exactly. What is
  /// read back is then equal, but for the name and for what the losses tell. A profile of a single
  /// interval that holds becomes one that repeats, which is the same network.
  ///
  /// - Throws: ``ProfileError`` if what is written would hold nothing, or be absurdly long; both
  ///   only as ``WritableTraceFormat/mahimahi``.
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

  /// How long a constant rate is written for: long enough that rounding to packets is small.
  private static let constantLength = MediaTime.seconds(60)
  /// How long a held interval is written for: no session lasts longer unless told to.
  private static let heldLength = MediaTime.seconds(86_400)

  /// The intervals such that they may repeat.
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
  /// Adds `value` ÷ 10^`places` in decimals, zeros at the end cut.
  mutating func append(_ value: Int64, places: Int) {
    append(contentsOf: decimalText(value, places: places, trimmed: true).utf8)
  }

  /// Adds `text`.
  mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }
}
