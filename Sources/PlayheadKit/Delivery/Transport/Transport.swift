/// How a link's rate reaches a request: at once, or as TCP lets it.
public enum Transport: Hashable, Sendable {
  /// Bytes flow at the link's rate from the first one on.
  case fluid
  /// A connection is set up in `setUpRoundTrips` round trips, and what is under way begins with a
  /// small window that doubles each round trip up to the link's rate.
  ///
  /// TCP alone takes one round trip; TLS 1.3 on top of it takes one more (RFC 8446).
  case slowStart(setUpRoundTrips: Int)

  /// A short name: `none`, `slow-start` or, with more than one round trip of set-up,
  /// `slow-start+tls`.
  public var name: String {
    switch self {
    case .fluid: "none"
    case .slowStart(let setUpRoundTrips): setUpRoundTrips > 1 ? "slow-start+tls" : "slow-start"
    }
  }

  /// The first window in bytes, ten segments of 1460: that of RFC 6928 with Ethernet's segments.
  public static let initialWindow: Int64 = 10 * 1460

  /// How long a connection rests before it begins with a small window again: after one
  /// retransmission timeout (RFC 5681, 4.1), which is at least a second (RFC 6298, 2.4).
  public static let idleTimeout: MediaTime = .seconds(1)
}
