internal import CCurl
import PlayheadKit
import PlayheadManifests

/// A request of a recorder, and what came of its response.
final class RecordingTransfer {
  /// What of a resource is asked for.
  enum Extent: Equatable {
    /// All of it.
    case whole
    /// Its head, for its size.
    case head
    /// Its first byte, of a server that has no answer to a request for a head.
    case firstByte
  }

  let role: RecordedResponse.Role
  let url: String
  let extent: Extent
  let sent: Int64
  private let exchange: HTTPExchange
  private let maximumBytes: Int
  private(set) var body: [UInt8] = []
  /// Whether its response was left as it has more bytes than may be received.
  private(set) var lacksRoom = false
  /// The bytes that are yet to come of a response whose length is known.
  private(set) var rest: Int64 = 0
  private var isAdmitted = false

  /// Sends a request at `sent`; `fields` are those of a condition.
  init(
    _ role: RecordedResponse.Role, _ url: String, _ extent: Extent, fields: [String] = [],
    at sent: Int64, atMost maximumBytes: Int, options: HTTPOptions, in pool: CurlPool
  ) throws(HTTPError) {
    (self.role, self.url, self.extent, self.sent) = (role, url, extent, sent)
    self.maximumBytes = maximumBytes
    exchange = try HTTPExchange(
      url, range: extent == .firstByte ? RangeRequest(first: 0, last: 0) : nil, fields: fields,
      headersOnly: extent == .head, options: options, in: pool)
  }

  /// Takes what has come; the response once all of it has, which was at `now`.
  ///
  /// Of a response with more than `room` bytes, only its head is taken.
  func advance(
    _ meter: DownloadMeter, room: Int64, now: () -> Int64
  ) throws(HTTPError) -> RecordedResponse? {
    if extent == .whole, !isAdmitted, exchange.hasHead {
      isAdmitted = true
      let length = try exchange.response().contentLength ?? 0
      guard length <= room else {
        lacksRoom = true
        return try response(at: now())
      }
      rest = length
    }
    try exchange.takeBody { (bytes) throws(HTTPError) in
      try meter.count(bytes.count)
      rest = max(0, rest - Int64(bytes.count))
      // What comes with a redirect is none of the resource.
      guard exchange.hasHead else { return }
      guard body.count + bytes.count <= maximumBytes else { throw tooLarge }
      unsafe bytes.withUnsafeBufferPointer { unsafe body.append(contentsOf: $0) }
    }
    let result = exchange.result
    // The size is in the head; the rest is left.
    if extent != .whole, exchange.hasHead, result == nil || result == CURLE_OK {
      return try response(at: now())
    }
    if extent == .whole, exchange.hasHead, let length = try exchange.response().contentLength,
      length > Int64(maximumBytes)
    {
      throw tooLarge
    }
    guard let result else { return nil }
    guard result == CURLE_OK else {
      throw exchange.failure(
        result, received: Int64(body.count), total: nil, hadResponse: exchange.hasHead)
    }
    guard exchange.hasHead else { throw .badResponse(detail: "it has no headers") }
    return try response(at: now())
  }

  private var tooLarge: HTTPError {
    .badResponse(detail: "it has more than \(maximumBytes >> 20) MiB")
  }

  private func response(at time: Int64) throws(HTTPError) -> RecordedResponse {
    let (head, facts) = (exchange.head, try exchange.response())
    var headers: [String: String] = [:]
    for name in RecordedResponse.keptHeaders { headers[name] = head[name] }
    var response = RecordedResponse(
      role, url, sent: sent, at: time, status: facts.status, headers: headers)
    if facts.url != url, !facts.url.isEmpty { response.location = facts.url }
    switch extent {
    case .whole where lacksRoom: response.bytes = facts.contentLength
    case .whole: response.bytes = facts.status == 304 ? nil : Int64(body.count)
    case .head: response.bytes = facts.contentLength
    case .firstByte:
      response.bytes =
        facts.status == 206
        ? head["content-range"].flatMap { ContentRange($0)?.total } : facts.contentLength
    }
    return response
  }
}
