/// A player's connection to a server, with one request at a time.
package struct Connection: Sendable {
  private var link: NetworkLink
  private let transport: Transport
  /// Whether bytes flow at the link's rate from the first one on.
  var isFluid: Bool { transport == .fluid }
  private let initialWindow: Int64
  /// The congestion window as it was left; `nil` while there is no connection.
  private var left: (window: Int64?, at: WallTime)?

  /// A connection that has yet to be set up, whose first window has `initialWindow` bytes.
  package init(
    over link: NetworkLink, by transport: Transport, initialWindow: Int64 = Transport.initialWindow
  ) {
    self.link = link
    self.transport = transport
    self.initialWindow = initialWindow
  }

  /// Sends a request, after connection setup if needed, and returns its flow, which delivers
  /// nothing before `earliest`; one that follows another at once has a `credit`.
  package mutating func sendRequest(
    at wallTime: WallTime, notBefore earliest: WallTime, credit: SendingCredit? = nil
  ) -> Flow {
    let roundTrip = link.latency(at: wallTime)
    guard case .slowStart(let setUpRoundTrips) = transport else {
      return Flow(over: link, since: max(earliest, wallTime + roundTrip), credit: credit)
    }
    let roundTrips = left == nil ? 1 + setUpRoundTrips : 1
    return flow(
      since: max(earliest, wallTime + roundTrip * Int64(roundTrips)), roundTrip, at: wallTime)
  }

  /// The same in place of `flow`, the connection's latest.
  package mutating func sendRequest(
    as flow: inout Flow, at wallTime: WallTime, notBefore earliest: WallTime, credit: SendingCredit?
  ) {
    guard isFluid else {
      flow = sendRequest(at: wallTime, notBefore: earliest)
      return
    }
    flow.begin(at: max(earliest, wallTime + link.latency(at: wallTime)), credit: credit)
  }

  /// Resumes a request whose sender was blocked and returns its flow from now on, which delivers
  /// nothing before `earliest`.
  package mutating func resume(at wallTime: WallTime, notBefore earliest: WallTime) -> Flow {
    flow(since: max(earliest, wallTime), link.latency(at: wallTime), at: wallTime)
  }

  /// Leaves the connection idle from `wallTime` on, but open.
  package mutating func rest(_ flow: Flow, at wallTime: WallTime) {
    if !isFluid { left = (flow.window, wallTime) }
  }

  /// Uses `link`, which is the same up to now, for what is sent from now on.
  mutating func switchLink(to link: NetworkLink) {
    self.link = link
  }

  /// Closes the connection; HTTP/1.1 has no other way to cancel a request.
  package mutating func close() {
    left = nil
  }

  private func flow(since: WallTime, _ roundTrip: WallTime, at wallTime: WallTime) -> Flow {
    guard case .slowStart = transport else { return Flow(over: link, since: since) }
    var window: Int64? = initialWindow
    if let left, wallTime - left.at <= Transport.idleTimeout { window = left.window }
    return Flow(over: link, since: since, roundTrip: roundTrip, window: window)
  }
}
