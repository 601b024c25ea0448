import PlayheadKit

/// A player's side of the network, a byte at a time.
struct OracleNetwork {
  struct Request {
    /// The place where it starts.
    var offset: Int
    /// The place of the next byte that it would bring.
    var position: Int
    /// The place after the last byte that the server sends.
    var end: Int
    /// Where it was when it began to flow, or last went on to.
    var base: Int
    /// From when on bytes can come; `nil` while it is blocked.
    var since: Int64?
    /// From when on the first byte could come, had nobody blocked it.
    var due: Int64
    /// How they come from then on.
    var flow: OracleFlow
    /// Until where and when throughput was measured.
    var measured: (position: Int, time: Int64)
    /// The first place that the player may still have of it, besides what it has read.
    var earliest: Int
  }

  /// What a byte may bring about.
  struct News {
    var isOpened = false
    /// The bytes from where the playhead reads on reach farther.
    var isAhead = false
    /// No byte that the request will bring is wanted any more.
    var isEnd = false
    /// The player looks whether to stop loading, if it does not always.
    var isLook = false
    /// How many bytes a measurement of throughput is over, and since when they came.
    var measurement: (bytes: Int, since: Int64)?
  }

  let bytes: OracleBytes
  let readThrough: Int
  /// The bytes that fill the buffer in which a player can go back; none if there is no such buffer.
  private let window: Int?
  let sampleBytes: Int?
  let granularity: Int?
  /// How many of the last bytes of a request are there to go back to; all bytes that ever came if
  /// none.
  let seekBack: Int?

  /// Which places are there.
  var isCached: [Bool]
  /// Which bytes have come, kept or not, that an open request passes over.
  private var hasCome: [Bool]
  private(set) var isOpened: Bool
  /// The requests that are open, by connection.
  var requests: [Request?]
  /// The connections, the one used last first; one is read from at a time.
  var recent: [Int]
  /// How many bytes have come.
  private(set) var received = 0
  /// The position from where on bytes are fetched.
  private(set) var aim = 0
  /// From where on bytes are kept.
  private var kept = 0
  /// From where on the playhead reads.
  private(set) var reading = 0
  /// How many of the bytes that opening the file reads are there.
  private var opened = 0
  /// The position of the byte that is fetched next, once the file is opened.
  private var nextPosition: Int?
  /// The place of the byte that is fetched next.
  private(set) var next: Int?
  /// Up to where the playhead can read.
  private(set) var ahead = 0

  init(
    _ bytes: OracleBytes, _ values: BufferingPolicy.Parameters, connections: Int,
    sampleBytes: Int64?
  ) {
    self.bytes = bytes
    readThrough = Int(values.readThrough)
    window = values.windowReads.map { 2 * bytes.sampleDistance - Int($0) }
    self.sampleBytes = sampleBytes.map { Int($0) }
    granularity = values.loadGranularity.map { Int($0) }
    seekBack = values.seekBack.map { Int(min($0, Int64(Int32.max))) }
    isCached = [Bool](repeating: false, count: bytes.fileSize)
    hasCome = isCached
    isOpened = bytes.opening.isEmpty
    requests = [Request?](repeating: nil, count: connections)
    recent = Array(0..<connections)
    look()
  }

  /// The playhead reads from `position` on; if it was moved there, so is what is fetched.
  mutating func read(from position: Int, isMove: Bool) {
    guard isMove || position != reading else { return }
    reading = position
    guard isMove else { return }
    (aim, kept) = (position, 0)
    hasCome = isCached
    look()
  }

  /// Keeps nothing before `position`.
  ///
  /// An open request goes on where it is all the same, unless nothing is missing after that.
  mutating func keep(from position: Int) {
    guard position != kept else { return }
    kept = position
    for byte in 0..<min(position, bytes.places.count) { isCached[bytes.places[byte]] = false }
    let missing = bytes.firstMissing(from: max(aim, kept), isCached)
    ahead = missing ?? bytes.wantedEnd
    if isOpened, missing == nil || !requests.contains(where: { $0?.since != nil }) {
      setNext(missing)
    }
  }

  /// Fetches nothing any more that is not kept.
  mutating func skip() {
    guard isOpened else { return }
    aim = max(aim, kept)
    look()
  }

  private mutating func look() {
    let missing = bytes.firstMissing(from: max(aim, kept), isCached)
    ahead = missing ?? bytes.wantedEnd
    if isOpened { setNext(missing) } else { next = nextOpening() }
  }

  private mutating func setNext(_ position: Int?) {
    nextPosition = position
    next = position.map { bytes.places[$0] }
  }

  /// The first place that opening the file still lacks.
  private mutating func nextOpening() -> Int? {
    if seekBack != nil { return opened < bytes.opening.count ? bytes.opening[opened] : nil }
    while opened < bytes.opening.count, isCached[bytes.opening[opened]] { opened += 1 }
    return opened < bytes.opening.count ? bytes.opening[opened] : nil
  }

  /// Whether the request of a connection brings the byte that is fetched next soon enough.
  func isUseful(_ connection: Int) -> Bool {
    guard let request = requests[connection] else { return false }
    guard let next else { return false }
    return next >= firstKept(request)
      && bytes.blockStart(next) - request.position
        <= max(readThrough, isOpened && window != nil ? bytes.sampleDistance : 0)
  }

  /// The first place to which a player can go back in what a request brought.
  private func firstKept(_ request: Request) -> Int {
    let end = bytes.usable(request.position)
    guard let seekBack else { return end }
    var first = end - seekBack
    // The latest block is there as a whole, if single bytes are not what is requested.
    if bytes.hasBlocks, end > request.earliest { first = min(first, bytes.blockStart(end - 1)) }
    if let window, window > 0, isOpened {
      first = request.earliest
      while first + window + 1 < end { first += window + 1 }
    }
    return max(first, request.earliest)
  }

  /// Reads on, as far as all is there that the request of a connection has brought from `place` on,
  /// and before it as far as it is kept; says whether anything was.
  mutating func readOn(_ connection: Int, from place: Int = .max) -> Bool {
    guard seekBack != nil, let request = requests[connection] else { return false }
    let first = firstKept(request)
    let there = min(place, first)..<bytes.usable(request.position)
    var hasRead = false
    while let place = next, there.contains(place) {
      hasRead = true
      guard isOpened, let position = nextPosition else {
        opened += 1
        next = nextOpening()
        // What has just come is read once, and then kept or not.
        if let again = next, again <= place, again < first { break }
        continue
      }
      isCached[place] = position >= kept
      hasCome[place] = true
      setNext(bytes.firstMissing(from: position + 1, hasCome))
    }
    if ahead < bytes.places.count, isCached[bytes.places[ahead]] {
      ahead = bytes.firstMissing(from: ahead, isCached) ?? bytes.wantedEnd
    }
    return hasRead
  }

  /// Leaves a request as it is, of which only what was read is kept.
  mutating func leave(_ connection: Int) {
    guard let request = requests[connection] else { return }
    requests[connection]?.earliest = bytes.usable(request.position)
  }

  /// Takes the next byte of the request of a connection.
  mutating func takeByte(_ connection: Int) -> News {
    guard var open = requests[connection], open.since != nil else {
      preconditionFailure("nothing flows")
    }
    var news = News()
    let byte = open.position
    let aheadBefore = ahead
    open.position += 1
    received += 1
    requests[connection] = open
    let new = bytes.usable(byte)..<max(bytes.usable(byte), bytes.usable(open.position))
    if seekBack != nil { _ = readOn(connection, from: new.lowerBound) }
    for place in new where seekBack == nil {
      isCached[place] = bytes.positions[place].map { $0 >= kept } ?? true
      hasCome[place] = true
    }
    if isOpened {
      if seekBack == nil, let next, new.contains(next), let nextPosition {
        setNext(bytes.firstMissing(from: nextPosition + 1, hasCome))
      }
    } else {
      next = nextOpening()
    }
    if seekBack == nil, ahead < bytes.places.count, new.contains(bytes.places[ahead]) {
      ahead = bytes.firstMissing(from: ahead + 1, isCached) ?? bytes.wantedEnd
    }
    if !isOpened, next == nil {
      isOpened = true
      if let window, window > 0, seekBack != nil, let headers = bytes.headersEnd,
        headers <= bytes.usable(open.position)
      {
        requests[connection]?.earliest = max(open.earliest, headers)
      }
      if seekBack != nil {
        for place in bytes.probed { (isCached[place], hasCome[place]) = (true, true) }
      }
      aim = reading
      news.isOpened = true
      look()
      _ = readOn(connection)
    }
    news.isAhead = ahead > aheadBefore
    news.isEnd = !isUseful(connection)
    if let granularity {
      news.isLook = news.isEnd || (open.position - open.offset) % granularity == 0
    }
    let measured = open.position - open.measured.position
    if let sampleBytes, measured == sampleBytes || news.isEnd {
      news.measurement = (measured, open.measured.time)
    }
    return news
  }
}
