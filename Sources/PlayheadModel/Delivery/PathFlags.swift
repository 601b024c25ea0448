/// The restrictions that a network path puts on its users.
///
/// Names and meanings follow Apple's Network framework, `NWPath.isExpensive` and
/// `NWPath.isConstrained`; `URLRequest.allowsExpensiveNetworkAccess` and
/// `URLRequest.allowsConstrainedNetworkAccess` keep a request off such paths.
public struct PathFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// The flags as bits.
  public let rawValue: UInt8

  /// The flags that are set in `rawValue`.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The path costs money, as cellular networks and personal hotspots may.
  public static let expensive = PathFlags(rawValue: 1 << 0)

  /// The user asked to save data on the path, as in Low Data Mode.
  public static let constrained = PathFlags(rawValue: 1 << 1)
}
