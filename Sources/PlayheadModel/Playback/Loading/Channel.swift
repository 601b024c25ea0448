/// A connection, with the request that is open on it.
struct Channel: Sendable {
  var connection: Connection
  /// The open request; `nil` if none is.
  var request: OpenRequest?
  /// What arrives of dropped requests.
  var waste = Waste()

  /// The number of requests whose bytes the link carries from `wallTime` on, dropped ones included:
  /// one or none, as a request begins only when what is left of the one before it is over.
  func flowCount(at wallTime: WallTime) -> Int {
    if waste.isFlowing(at: wallTime) { return 1 }
    return request.map { $0.isArriving(at: wallTime) } ?? false ? 1 : 0
  }

  /// When the number of flows next changes, other than by the completion of the request.
  func nextFlowChange(after wallTime: WallTime) -> WallTime? {
    let begin = request?.flowStart.flatMap { $0 > wallTime ? $0 : nil }
    guard let change = waste.nextChange(after: wallTime) else { return begin }
    return min(begin ?? change, change)
  }

  /// The bytes that the open request has brought by `wallTime` since it was sent or resumed.
  func bytesReceived(by wallTime: WallTime) -> Int64 {
    request.map { $0.position(at: wallTime) - $0.position } ?? 0
  }

  /// Uses `link`, which is the same up to `wallTime`.
  mutating func switchLink(to link: NetworkLink, at wallTime: WallTime) {
    connection.switchLink(to: link)
    request?.switchLink(to: link, at: wallTime)
    waste.switchLink(to: link)
  }

  /// From `wallTime` on the link is shared by `flows`, of which one is of this channel.
  mutating func share(_ flows: Int, from wallTime: WallTime) {
    if waste.isFlowing(at: wallTime) {
      waste.share(flows, from: wallTime)
    } else {
      request?.share(flows, from: wallTime)
    }
  }
}
