/// The bounds of a server, and who may ask it.
public struct ServingOptions: Hashable, Sendable {
  /// The maximum number of connections at once; more are closed as they come.
  public var maximumConnections = 64
  /// The maximum number of bytes of a request's head.
  public var maximumHeadBytes = 16 << 10
  /// The seconds that a connection may be idle or take for the head of a request.
  public var idleSeconds = 30
  /// The seconds that a client may take nothing of a response.
  public var blockedSeconds = 3600
  /// Whether pages of other sites may play what is served.
  public var allowsOtherOrigins = false

  /// The default bounds.
  public init() {}
}
