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
  /// The steps of loading, each at the position of the requests after which it is done.
  private(set) var steps: [LoadingCurve.Step] = []
  private var cached = ByteRangeSet()

  init(_ presentation: Presentation, readThrough: Int64) {
    for read in presentation.openingReads { fetch(read, readThrough) }
    if let last = requests.last {
      openingRequest = requests.count - 1
      openingEnd = last.upperBound
    }
    var fetched: [ByteRange] = []
    for range in presentation.mediaBytes { fetched += fetch(range, readThrough) }
    steps = Self.steps(of: presentation.loading, fetched)
  }

  /// The steps of `curve` if `fetched` are the media's bytes that opening has not brought.
  ///
  /// Bytes that are in already cost nothing even where an open request runs through them once
  /// more, so what lies among them is loaded with the last byte that is fetched before them.
  private static func steps(
    of curve: LoadingCurve, _ fetched: [ByteRange]
  ) -> [LoadingCurve.Step] {
    var steps: [LoadingCurve.Step] = []
    steps.reserveCapacity(curve.steps.count)
    var position: Int64 = 0
    var next = 0
    for step in curve.steps {
      while next < fetched.count, fetched[next].lowerBound < step.position {
        position = min(step.position, fetched[next].upperBound)
        guard fetched[next].upperBound <= step.position else { break }
        next += 1
      }
      if steps.last?.position == position {
        steps[steps.count - 1].end = step.end
      } else {
        steps.append(LoadingCurve.Step(position: position, end: step.end))
      }
    }
    return steps
  }

  /// Fetches what is missing of `range`; returns that.
  @discardableResult
  private mutating func fetch(_ range: ByteRange, _ readThrough: Int64) -> [ByteRange] {
    let pieces = cached.missing(from: range)
    for missing in pieces {
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
    return pieces
  }
}
