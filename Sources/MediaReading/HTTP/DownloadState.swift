/// The progress of a download, which decides how responses and failures are handled.
///
/// It has no connection and no file, so its rules can be tested alone.
struct DownloadState {
  /// What to do with the body of a response.
  enum Verdict: Equatable {
    /// The body is the resource or its beginning; discard what was received before.
    case begin
    /// The body is the rest of the resource or of its beginning.
    case append
    /// Request the resource again from its start: it has changed, or cannot be had in parts.
    case startOver
  }

  private(set) var received: Int64 = 0
  /// The size of the resource in bytes; `nil` if unknown.
  private(set) var total: Int64?
  private(set) var response: ResponseHeaders?
  /// How many times the resource was begun: what came before the last time is gone.
  private(set) var beginnings = 0
  /// What the latest response said of when to ask again.
  var retryAfter: String?
  /// Whether only the beginning is downloaded.
  private(set) var isPart = false
  /// The number of bytes of the beginning to ask for first; `nil` to ask for the whole.
  private var firstBytes: Int64?
  private var schedule: RetrySchedule

  /// The state before the first request, which asks for `firstBytes` bytes or the whole.
  init(_ options: HTTPOptions, firstBytes: Int64? = nil) {
    schedule = RetrySchedule(options)
    self.firstBytes = firstBytes
  }

  /// The size of what is downloaded, in bytes; `nil` if unknown.
  var end: Int64? { isPart ? firstBytes : total }

  /// The part that the next request asks for; `nil` for the whole resource.
  var request: RangeRequest? {
    if let rest { return rest }
    return firstBytes.map { RangeRequest(first: 0, last: $0 - 1) }
  }

  /// The request for the rest; `nil` if there is nothing to go on from, or no way to.
  var rest: RangeRequest? {
    guard received > 0, let response, response.acceptsByteRanges else { return nil }
    return response.rangeValidator.map {
      RangeRequest(first: received, last: isPart ? end.map { $0 - 1 } : nil, validator: $0)
    }
  }

  /// Judges the head of a response to ``request``.
  mutating func judge(
    _ head: ResponseHeaders, phrase: String, contentRange: String?
  ) throws(HTTPError) -> Verdict {
    switch head.status {
    case 200, 203:
      received = 0
      (isPart, firstBytes) = (false, nil)
      total = head.contentLength
      return begin(head)
    case 206 where rest != nil:
      return try judgeRest(head, contentRange: contentRange)
    case 206 where firstBytes != nil:
      return try judgeBeginning(head, contentRange: contentRange)
    case 416 where rest != nil:
      throw .resourceChanged(was: total, now: nil)
    // What a server says to a request for the beginning of nothing.
    case 416 where firstBytes != nil: return startOver()
    default:
      throw .status(head.status, phrase: phrase.isEmpty ? statusPhrase(head.status) : phrase)
    }
  }

  private mutating func startOver() -> Verdict {
    received = 0
    (isPart, firstBytes) = (false, nil)
    return .startOver
  }

  /// Judges the response to the first request.
  private mutating func judgeBeginning(
    _ head: ResponseHeaders, contentRange: String?
  ) throws(HTTPError) -> Verdict {
    let asked = firstBytes ?? 0
    let range = try ContentRange(contentRange, of: head, from: 0)
    guard let total = range.total else { return startOver() }
    guard range.last == min(asked, total) - 1 else { throw Self.otherPart(0, contentRange) }
    isPart = total > asked
    var head = head.whole(of: total)
    head.acceptsByteRanges = true
    // Parts without a way to tell whether they are of the same state could be mixed up.
    if isPart, head.rangeValidator == nil { return startOver() }
    received = 0
    if !isPart { firstBytes = nil }
    self.total = total
    return begin(head)
  }

  private mutating func begin(_ head: ResponseHeaders) -> Verdict {
    response = head
    beginnings += 1
    return .begin
  }

  private mutating func judgeRest(
    _ head: ResponseHeaders, contentRange: String?
  ) throws(HTTPError) -> Verdict {
    let range = try ContentRange(contentRange, of: head, from: received)
    if let response, !response.describesSameState(as: head) {
      received = 0
      guard schedule.left > 0 else { throw .resourceChanged(was: total, now: range.total) }
      schedule.takeOne()
      return .startOver
    }
    if let total, let now = range.total, now != total {
      throw .resourceChanged(was: total, now: now)
    }
    total = total ?? range.total
    if let end, range.last != end - 1 { throw Self.otherPart(received, contentRange) }
    return .append
  }

  private static func otherPart(_ first: Int64, _ found: String?) -> HTTPError {
    .badResponse(detail: "requested bytes from \(first), received “\(found ?? "")”")
  }

  /// Counts bytes that were written to the file.
  mutating func advance(by count: Int) {
    received += Int64(count)
  }

  /// Whether all bytes were received, or their number is unknown.
  var isWhole: Bool {
    end == nil || received == end
  }

  /// How long to wait before a retry after `error`, in milliseconds, at `now`, in seconds since
  /// 1970.
  ///
  /// - Throws: `error` if it is not worth a retry, or there is nothing to go on from.
  mutating func delay(after error: HTTPError, now: Int64) throws(HTTPError) -> Int {
    if case .status = error {
      return try schedule.delay(after: error, retryAfter: retryAfter, now: now)
    }
    guard response != nil, received == 0 || rest != nil else { throw error }
    return try schedule.delay(after: error, retryAfter: nil, now: now)
  }
}

extension ContentRange {
  /// The range of a partial response that has to begin at `first`.
  init(_ text: String?, of head: ResponseHeaders, from first: Int64) throws(HTTPError) {
    guard let text else { throw .badResponse(detail: "a partial response without Content-Range") }
    guard let range = ContentRange(text), range.first == first else {
      throw .badResponse(detail: "requested bytes from \(first), received “\(text)”")
    }
    if let length = head.contentLength, length != range.last - range.first + 1 {
      throw .badResponse(detail: "\(length) bytes for “\(text)”")
    }
    self = range
  }
}
