/// The requests with which a player that reads in byte order fetches a presentation.
///
/// First come the reads that opening the file takes, in their order, then the media in byte order.
/// Bytes once fetched are not fetched again. A request starts at the first byte that is missing;
/// a short way ahead within an open request reads through, any other move is a new request.
struct FetchPlan: Hashable, Sendable {
  /// The bytes taken from each request, in order.
  private(set) var requests: [ByteRange] = []
  /// The request in which opening the file is complete; `nil` if opening reads nothing.
  private(set) var openingRequest: Int?
  /// The position in that request at which it is.
  private(set) var openingEnd: Int64 = 0
  private var cached = ByteRangeSet()

  init(_ presentation: Presentation, readThrough: Int64) {
    for read in presentation.openingReads { fetch(read, readThrough) }
    if let last = requests.last {
      openingRequest = requests.count - 1
      openingEnd = last.upperBound
    }
    for range in presentation.mediaBytes { fetch(range, readThrough) }
  }

  private mutating func fetch(_ range: ByteRange, _ readThrough: Int64) {
    for missing in cached.missing(from: range) {
      if let open = requests.last?.upperBound, missing.lowerBound >= open,
        missing.lowerBound - open <= readThrough
      {
        cached.insert(ByteRange(open, missing.upperBound))
        requests[requests.count - 1].upperBound = missing.upperBound
      } else {
        cached.insert(missing)
        requests.append(missing)
      }
    }
  }
}
