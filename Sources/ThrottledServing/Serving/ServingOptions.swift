/// The bounds of a server, and who may ask it.
package struct ServingOptions: Hashable, Sendable {
  /// The maximum number of connections at once; more are closed as they come.
  package var maximumConnections = 64
  /// The maximum number of bytes of a request's head.
  package var maximumHeadBytes = 16 << 10
  /// The seconds that a connection may be idle or take for the head of a request.
  package var idleSeconds = 30
  /// The seconds that a client may take nothing of a response.
  package var blockedSeconds = 3600
  /// Whether pages of other sites may play what is served.
  package var allowsOtherOrigins = false

  /// The default bounds.
  package init() {}
}
