internal import CCurl
import PlayheadKit

/// Fetches parts of a resource, several at a time, and takes up what breaks off.
struct RangeFetch {
  /// The URL to ask, with all that it needs.
  let url: String
  /// The size of the resource in bytes.
  let size: Int64
  /// The facts of the state of the resource that all parts must be of.
  let state: ResponseHeaders
  let options: HTTPOptions
  let pool: CurlPool
  let meter: DownloadMeter
  let interruption: Interruption
  let onRetry: @Sendable (HTTPError, _ milliseconds: Int) -> Void
  /// How much further on in the file its bytes are written than they lie in the resource.
  var shift: Int64 = 0

  /// Fetches `ranges` into `file`, and adds to `held` what has come, even if it fails.
  ///
  /// `progress` is called with the number of bytes that are still missing.
  func fetch(
    _ ranges: [ByteRange], into file: borrowing TemporaryFile, held: inout ByteRangeSet,
    progress: (Int64) -> Void
  ) throws(HTTPError) {
    let transfers = RangeTransfers(self)
    try transfers.begin(ranges)
    try transfers.run(into: file, held: &held, until: { _ in false }, progress: progress)
  }
}

/// A part that is being fetched.
final class RangePart {
  private let range: ByteRange
  private let shift: Int64
  private let exchange: HTTPExchange
  private var isJudged = false
  private(set) var received: Int64 = 0

  init(_ range: ByteRange, _ fetch: RangeFetch) throws(HTTPError) {
    self.range = range
    shift = fetch.shift
    exchange = try HTTPExchange(
      fetch.url,
      range: RangeRequest(
        first: range.lowerBound, last: range.upperBound - 1,
        validator: fetch.state.rangeValidator),
      options: fetch.options, in: fetch.pool)
  }

  /// What has not come yet.
  var rest: ByteRange { ByteRange(range.lowerBound + received, range.upperBound) }

  var retryAfter: String? { exchange.head["retry-after"] }

  /// Takes what has come; whether that is all.
  func advance(
    into file: borrowing TemporaryFile, held: inout ByteRangeSet, meter: DownloadMeter,
    state: ResponseHeaders, _ size: Int64
  ) throws(HTTPError) -> Bool {
    let result = exchange.result
    if !isJudged, exchange.hasHead {
      try judge(state, size)
      isJudged = true
    }
    if isJudged { try store(into: file, held: &held, meter) }
    guard let result else { return false }
    guard result == CURLE_OK else {
      let failure = exchange.failure(
        result, received: received, total: range.count, hadResponse: true)
      // A connection that breaks behind the last byte is no loss.
      if isJudged, received == range.count, failure.isPassing { return true }
      throw failure
    }
    guard isJudged else { throw .badResponse(detail: "it has no headers") }
    guard received == range.count else {
      throw .connectionBroke(
        received: received, total: range.count, detail: "the server closed it")
    }
    return true
  }

  private func store(
    into file: borrowing TemporaryFile, held: inout ByteRangeSet, _ meter: DownloadMeter
  ) throws(HTTPError) {
    let place = range.lowerBound + received + shift
    let left = range.count - received
    var taken: Int64 = 0
    try exchange.takeBody { (bytes) throws(HTTPError) in
      guard Int64(bytes.count) <= left else {
        throw .badResponse(detail: "it is longer than the range that was requested")
      }
      try meter.count(bytes.count)
      do throws(TemporaryFileError) {
        try file.write(bytes, at: place)
      } catch {
        throw .temporaryFile(error)
      }
      taken = Int64(bytes.count)
    }
    received += taken
    held.insert(ByteRange(place, place + taken))
  }

  /// Judges the head of the response, whose body has to be this part of the same state.
  private func judge(_ state: ResponseHeaders, _ size: Int64) throws(HTTPError) {
    let head = exchange.head
    let response = try exchange.response()
    switch response.status {
    case 206:
      let text = head["content-range"]
      let found = try ContentRange(text, of: response, from: range.lowerBound)
      if let total = found.total, total != size { throw .resourceChanged(was: size, now: total) }
      guard state.describesSameState(as: response) else {
        throw .resourceChanged(was: size, now: found.total)
      }
      guard found.last == range.upperBound - 1 else {
        throw .badResponse(
          detail: "requested bytes \(range.lowerBound)-\(range.upperBound - 1), "
            + "received “\(text ?? "")”")
      }
    // The answer to a condition that no longer holds.
    case 200, 203:
      guard state.isKnownToDiffer(from: response, size: size) else {
        throw .badResponse(detail: "the whole resource in place of a part")
      }
      throw .resourceChanged(was: size, now: response.contentLength)
    case 412, 416: throw .resourceChanged(was: size, now: nil)
    default:
      throw .status(
        response.status, phrase: head.phrase.isEmpty ? statusPhrase(response.status) : head.phrase)
    }
  }
}

extension ResponseHeaders {
  /// Whether a response with a whole resource is not of the same state, as far as it tells.
  fileprivate func isKnownToDiffer(from other: ResponseHeaders, size: Int64) -> Bool {
    if let length = other.contentLength, length != size { return true }
    return !describesSameState(as: other) || other.entityTag == nil && other.lastModified == nil
  }
}
