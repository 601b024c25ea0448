/// The requests of a player that reads a file from its first byte to its last and never stops.
///
/// Which bytes each request brings depends on the file alone; when they arrive depends on the link.
/// The player opens the file, then streams it in byte order, one request at a time.
package struct StraightDownload: Sendable {
  /// A request, and the bytes that it brings.
  package struct Request: Hashable, Sendable {
    /// The position of the first byte.
    package let start: ReadPosition
    /// The position after the last byte.
    package fileprivate(set) var end: ReadPosition

    /// The number of bytes.
    package var bytes: Int64 { end - start }
  }

  /// How much has arrived once all bytes before a position have.
  package struct Place: Hashable, Sendable, BitwiseCopyable {
    /// The number of the request that brings the last byte, counted from zero; −1 if nothing has to
    /// arrive.
    package var request: Int
    /// The number of its bytes that arrive up to there.
    package var bytes: Int64

    /// The first bytes of a request.
    package init(request: Int, bytes: Int64) {
      self.request = request
      self.bytes = bytes
    }

    /// Nothing has to arrive.
    package static let start = Place(request: -1, bytes: 0)
  }

  /// The requests, in the order in which they are sent; a request is sent when the one before it is
  /// complete.
  package private(set) var requests: [Request] = []
  /// The place at which the file is opened.
  package private(set) var opening = Place.start
  /// The first request that brings media.
  private var firstOfMedia = 0
  /// What opening the file brings.
  private var opened = ReadRangeSet()
  private var openedRanges: [ReadRange] = []
  private let wanted: WantedBytes
  /// The size of the file, in bytes.
  private let fileSize: Int64

  /// The download of `presentation` by a player that reads through gaps of up to `readThrough`
  /// bytes; `nil` if that is negative.
  package init?(of presentation: Presentation, readingThrough readThrough: Int64) {
    var parameters = BufferingPolicy.Parameters()
    parameters.readThrough = readThrough
    guard let policy = try? BufferingPolicy(parameters) else { return nil }
    // What each request brings is the same on any link, so on one without latency.
    let interval = BandwidthProfile.Interval(
      duration: .zero, rate: BitRate(bitsPerSecond: 8_000_000_000))
    let link = NetworkLink(
      following: BandwidthProfile(
        unchecked: "a byte a nanosecond", [interval], .holdsLast, jitter: nil, notes: []))
    var loader = Loader(presentation, link: link, transport: .fluid, policy: policy)
    wanted = loader.media
    fileSize = presentation.resourceBytes
    var time = WallTime.zero
    while !loader.isFinished {
      _ = loader.continueLoading(isFull: false, at: time)
      guard let request = loader.channel.request, request.isFlowing else { break }
      note(request)
      guard let end = request.arrival(before: request.end) else { break }
      let wasOpened = loader.isOpened
      _ = loader.arrive(at: end)
      if loader.isOpened, !wasOpened {
        opening = Place(request: requests.count - 1, bytes: request.end - request.start)
        opened = loader.cached
        openedRanges = opened.ranges
        // The last request of the opening may read on.
        let readsOn = loader.channel.request.map { $0.end > request.end } ?? false
        firstOfMedia = readsOn ? requests.count - 1 : requests.count
        if readsOn, let request = loader.channel.request { note(request) }
      }
      time = end
    }
  }

  /// The download of whole resources of `sizes` bytes, one request after the other over one
  /// connection.
  package init(ofResources sizes: [Int64]) {
    wanted = WantedBytes([], end: .zero)
    fileSize = 0
    var start = ReadPosition.zero
    for size in sizes {
      requests.append(Request(start: start, end: start + size))
      start = start + size
    }
  }

  private mutating func note(_ request: OpenRequest) {
    if request.number > requests.count {
      requests.append(Request(start: request.start, end: request.end))
    } else {
      requests[requests.count - 1].end = request.end
    }
  }

  /// The place at which all bytes before `position` have arrived that playback needs, and the file
  /// is opened.
  package func place(before position: ReadPosition) -> Place {
    var position = position
    let isOpened = openedRanges.contains { $0.lowerBound < position && position <= $0.upperBound }
    if isOpened { position = wanted.endOfMissing(before: position, besides: opened) }
    let number = mediaRequest(before: position)
    guard position > .zero, number < requests.count, requests[number].start < position else {
      return opening
    }
    return Place(request: number, bytes: position - requests[number].start)
  }

  /// The number of the request for media that brings the byte before `position`.
  private func mediaRequest(before position: ReadPosition) -> Int {
    var (low, high) = (firstOfMedia, requests.count)
    while low < high {
      let middle = low + (high - low) / 2
      if requests[middle].end >= position { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// When each of `places` is reached over `link`; `nil` where that never happens.
  ///
  /// - Precondition: no place comes before the one that it follows.
  package func arrivals(
    at places: [Place], over link: NetworkLink, by transport: Transport
  ) -> [WallTime?] {
    var connection = Connection(over: link, by: transport)
    var arrivals: [WallTime?] = []
    arrivals.reserveCapacity(places.count)
    while arrivals.count < places.count, places[arrivals.count].request < 0 {
      arrivals.append(.zero)
    }
    var sent = WallTime.zero
    for (number, request) in requests.enumerated() {
      var flow = connection.sendRequest(at: sent, notBefore: .zero)
      while arrivals.count < places.count, places[arrivals.count].request == number {
        let arrival = flow.arrival(of: places[arrivals.count].bytes)
        arrivals.append(arrival)
        // Of what is windowed, round trips that are over need not be gone through again.
        if let arrival { flow.advance(to: arrival) }
      }
      guard let end = flow.arrival(of: request.bytes) else { break }
      flow.advance(to: end)
      // A request goes to the end of the file: what is left of it is dropped with its connection.
      if request.end.bytes < fileSize { connection.close() } else { connection.rest(flow, at: end) }
      sent = end
    }
    return arrivals + Array(repeating: nil, count: places.count - arrivals.count)
  }
}
