/// What a path through the network asks of those who use it.
///
/// The words and their meanings are those of Apple's Network framework, `NWPath.isExpensive` and
/// `NWPath.isConstrained`; `URLRequest.allowsExpensiveNetworkAccess` and
/// `URLRequest.allowsConstrainedNetworkAccess` keep a request from such paths.
public struct PathFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// The flags as bits.
  public let rawValue: UInt8

  /// The flags that are set in `rawValue`.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The path costs its user money, as cellular networks and personal hotspots may.
  public static let expensive = PathFlags(rawValue: 1 << 0)

  /// Its user asked to save data on the path, as Low Data Mode does.
  public static let constrained = PathFlags(rawValue: 1 << 1)
}
