/// What is known of every request, in the order in which they were sent.
package struct RequestLog: Sendable {
  /// The requests in the order in which they were sent.
  package private(set) var requests: [MediaRequest] = []

  /// No requests.
  package init() {}

  /// Makes room for `count` requests.
  package mutating func reserve(_ count: Int) { requests.reserveCapacity(count) }

  /// Notes a request for the bytes of `resource` from `offset` up to `endOffset`, or for the rest;
  /// returns its number.
  package mutating func send(
    from offset: Int64, to endOffset: Int64? = nil, of resource: Int = 0, at wallTime: WallTime
  ) -> Int {
    let number = requests.count + 1
    requests.append(
      MediaRequest(
        number: number, resource: resource, offset: offset, endOffset: endOffset, sent: wallTime))
    return number
  }

  /// Notes that the player took all that arrived of `request` by `wallTime`.
  mutating func receive(_ request: OpenRequest, by wallTime: WallTime) {
    receive(
      request.position(at: wallTime) - request.position, of: request.number,
      from: request.firstArrival, to: request.flow?.lastArrival(by: wallTime))
  }

  /// Notes that the player took `bytes` of request `number`, which arrived from `first` to `last`.
  package mutating func receive(
    _ bytes: Int64, of number: Int, from first: WallTime?, to last: WallTime?
  ) {
    guard bytes > 0 else { return }
    requests[number - 1].bytesReceived += bytes
    if requests[number - 1].firstByte == nil { requests[number - 1].firstByte = first }
    requests[number - 1].lastByte = last
  }

  /// Notes that all `bytes` of request `number` are in, which arrived from `first` to `last`.
  package mutating func complete(
    _ number: Int, bytes: Int64, from first: WallTime?, to last: WallTime?
  ) {
    requests[number - 1].complete(bytes, from: first, to: last)
  }

  /// Notes that `bytes` of request `number` arrived after it was dropped.
  package mutating func waste(_ bytes: Int64, of number: Int) {
    requests[number - 1].bytesWasted += bytes
  }

  /// Notes that request `number` ended at `wallTime` or, if that is `nil`, is open as the session
  /// ends; a complete one ended with its last byte.
  package mutating func end(_ number: Int, _ reason: MediaRequest.EndReason, at wallTime: WallTime?)
  {
    requests[number - 1].endReason = reason
    requests[number - 1].end = reason == .complete ? requests[number - 1].lastByte : wallTime
  }
}

/// A request that was dropped.
struct DroppedRequest: Hashable, Sendable {
  /// Its number.
  var number: Int
  /// The bytes that the link carries in vain before the sender learns of it.
  var wastedBytes: Int64
}

extension MediaRequest {
  /// All `bytes` of the request are in, which arrived from `first` to `last`.
  fileprivate mutating func complete(_ bytes: Int64, from first: WallTime?, to last: WallTime?) {
    endReason = .complete
    if bytes > 0 {
      bytesReceived += bytes
      firstByte = firstByte ?? first
      lastByte = last
    }
    // What has no bytes, as it is refused, ends all the same.
    end = lastByte ?? last
  }
}
