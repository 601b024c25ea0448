import PlayheadKit

/// What the connections of a server share, guarded by a lock.
struct ServerState: Sendable {
  var pacer: Pacer
  /// The clock's time at which the link's time began; `nil` before the first request.
  var epoch: WallTime?
  /// The date at that time, in nanoseconds since 1970.
  var epochDate: Int64 = 0
  /// How many times it has begun.
  var session = 0
  /// The value of the argument `session` that the present one began with.
  var sessionName: String?
  var requestCount = 0
  var connectionCount = 0
  var connections: [Int: OpenConnection] = [:]
  /// The latest requests served.
  var served: [ServedRequest] = []

  struct OpenConnection: Sendable {
    let socket: Int32
    /// Since when it waits for a request; `nil` while it has one.
    var idleSince: WallTime?
  }

  /// What a request is told as it begins.
  struct Beginning {
    let number: Int
    let session: Int
    /// The clock's time at which the link's time began.
    let epoch: WallTime
    /// The clock's time at which the head of the response is due.
    let due: WallTime
  }

  /// The wall time of the link at `instant` of the clock; `nil` before it began.
  func time(at instant: WallTime) -> WallTime? {
    epoch.map { max(.zero, instant - $0) }
  }

  /// Has the link's time begin again: with the next request, or at `instant` of the clock.
  mutating func restart(at instant: WallTime? = nil, date: Int64 = 0) {
    pacer = pacer.restarted()
    epoch = instant
    epochDate = date
    session += instant == nil ? 0 : 1
  }

  /// Has the link's time begin with a request that came at `instant` of the clock, if it did not
  /// yet, or if it is of a new session.
  mutating func enter(named sessionName: String?, at instant: WallTime, date: Int64) {
    if let sessionName, sessionName != self.sessionName {
      if self.sessionName != nil || epoch != nil { restart() }
      self.sessionName = sessionName
    }
    if epoch == nil {
      epoch = instant
      epochDate = date
      session += 1
    }
  }

  /// Begins a request that came at `instant` of the clock, behind ``enter(named:at:date:)``.
  mutating func begin(on connection: Int, bytes: Int64, at instant: WallTime) -> Beginning {
    let epoch = epoch ?? instant
    requestCount += 1
    connections[connection]?.idleSince = nil
    let due = pacer.begin(
      requestCount, on: connection, bytes: bytes, at: max(.zero, instant - epoch))
    return Beginning(number: requestCount, session: session, epoch: epoch, due: epoch + due)
  }

  /// The sockets of connections that have taken longer than `limit` for the head of a request.
  func overdue(at instant: WallTime, limit: WallTime) -> [Int32] {
    connections.values.compactMap { connection in
      guard let since = connection.idleSince, instant - since > limit else { return nil }
      return connection.socket
    }
  }

  mutating func note(_ request: ServedRequest) {
    served.append(request)
    if served.count > ThrottledServer.maximumKeptRequests { served.removeFirst() }
  }
}
