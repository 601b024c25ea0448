/// How a request ramps up to the link's rate: at once, or with TCP slow start.
public enum Transport: Hashable, Sendable {
  /// Bytes flow at the link's rate from the first byte on.
  case fluid
  /// Connection setup takes `setUpRoundTrips` round trips; the flow starts with a small window that
  /// doubles each round trip up to the link's rate.
  ///
  /// TCP alone takes one round trip; TLS 1.3 adds one more (RFC 8446).
  case slowStart(setUpRoundTrips: Int)

  /// A short name: `none`, `slow-start` or, with more than one setup round trip, `slow-start+tls`.
  public var name: String {
    switch self {
    case .fluid: "none"
    case .slowStart(let setUpRoundTrips): setUpRoundTrips > 1 ? "slow-start+tls" : "slow-start"
    }
  }

  /// The initial window in bytes, ten segments of 1460: RFC 6928 with Ethernet's segment size.
  public static let initialWindow: Int64 = 10 * 1460

  /// The idle time after which a connection restarts with the initial window: one retransmission
  /// timeout (RFC 5681, 4.1), which is at least a second (RFC 6298, 2.4).
  public static let idleTimeout: WallTime = .seconds(1)
}
