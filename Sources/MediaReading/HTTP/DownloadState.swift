/// The progress of a download, which decides how responses and failures are handled.
///
/// It has no connection and no file, so its rules can be tested alone.
struct DownloadState {
  /// What to do with the body of a response.
  enum Verdict: Equatable {
    /// The body is the whole resource; discard what was received before.
    case begin
    /// The body is the rest of the resource.
    case append
    /// The resource has changed: request it again from its start.
    case startOver
  }

  /// The parameters of a request for the rest of a resource.
  struct Rest: Equatable {
    let offset: Int64
    let validator: String
  }

  private(set) var received: Int64 = 0
  private(set) var total: Int64?
  private(set) var response: ResponseHeaders?
  private var retriesLeft: Int

  init(retries: Int) {
    retriesLeft = retries
  }

  /// The next request; `nil` for the whole resource.
  var rest: Rest? {
    guard received > 0, let response, response.acceptsByteRanges else { return nil }
    return response.rangeValidator.map { Rest(offset: received, validator: $0) }
  }

  /// Judges the head of a response to a request for ``rest``.
  mutating func judge(
    _ head: ResponseHeaders, phrase: String, contentRange: String?
  ) throws(HTTPError) -> Verdict {
    switch head.status {
    case 200, 203:
      received = 0
      total = head.contentLength
      response = head
      return .begin
    case 206 where rest != nil:
      return try judgePart(head, contentRange: contentRange)
    case 416 where rest != nil:
      throw .resourceChanged(was: total, now: nil)
    default:
      throw .status(head.status, phrase: phrase.isEmpty ? statusPhrase(head.status) : phrase)
    }
  }

  private mutating func judgePart(
    _ head: ResponseHeaders, contentRange: String?
  ) throws(HTTPError) -> Verdict {
    guard let contentRange else {
      throw .badResponse(detail: "a partial response without Content-Range")
    }
    guard let range = ContentRange(contentRange), range.first == received else {
      throw .badResponse(detail: "requested bytes from \(received), received “\(contentRange)”")
    }
    if let response, !response.describesSameState(as: head) {
      received = 0
      guard retriesLeft > 0 else { throw .resourceChanged(was: total, now: range.total) }
      retriesLeft -= 1
      return .startOver
    }
    if let total, let now = range.total, now != total {
      throw .resourceChanged(was: total, now: now)
    }
    total = total ?? range.total
    return .append
  }

  /// Counts bytes that were written to the file.
  mutating func advance(by count: Int) {
    received += Int64(count)
  }

  /// Whether all bytes were received, or the total is unknown.
  var isWhole: Bool {
    total == nil || received == total
  }

  /// Whether to retry after `error`; counts the retry.
  mutating func retries(after error: HTTPError) -> Bool {
    guard retriesLeft > 0, response != nil, received == 0 || rest != nil else { return false }
    switch error {
    case .connectionBroke, .timedOut: break
    default: return false
    }
    retriesLeft -= 1
    return true
  }
}
