import PlayheadKit

/// A player's side of the network, a byte at a time.
struct OracleNetwork {
  struct Request {
    /// Where it starts in the file.
    var offset: Int
    /// The next byte that it would bring.
    var position: Int
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
  let sampleBytes: Int?
  let granularity: Int?

  var isCached: [Bool]
  /// Which bytes have come, kept or not, that an open request passes over.
  private var hasCome: [Bool]
  private(set) var isOpened: Bool
  /// The request that is open.
  var request: Request?
  /// How many bytes have come.
  private(set) var received = 0
  /// From where on bytes are fetched.
  private(set) var aim = 0
  /// From where on bytes are kept.
  private var kept = 0
  /// From where on the playhead reads.
  private(set) var reading = 0
  /// How many of the bytes that opening the file reads are there.
  private var opened = 0
  /// The byte that is fetched next.
  private(set) var next: Int?
  /// Up to where the playhead can read.
  private(set) var ahead = 0

  init(_ bytes: OracleBytes, readThrough: Int64, sampleBytes: Int64?, granularity: Int64?) {
    self.bytes = bytes
    self.readThrough = Int(readThrough)
    self.sampleBytes = sampleBytes.map { Int($0) }
    self.granularity = granularity.map { Int($0) }
    isCached = [Bool](repeating: false, count: bytes.fileSize)
    hasCome = isCached
    isOpened = bytes.opening.isEmpty
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
    for byte in 0..<position { isCached[byte] = false }
    let missing = bytes.firstMissing(from: max(aim, kept), isCached)
    ahead = missing ?? bytes.wantedEnd
    if missing == nil || request?.since == nil { next = missing }
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
    next = isOpened ? missing : nextOpening()
  }

  /// The first byte that opening the file still lacks.
  private mutating func nextOpening() -> Int? {
    while opened < bytes.opening.count, isCached[bytes.opening[opened]] { opened += 1 }
    return opened < bytes.opening.count ? bytes.opening[opened] : nil
  }

  /// Whether the open request brings the byte that is fetched next soon enough.
  var isUseful: Bool {
    guard let request, let next else { return false }
    return next >= request.position && next - request.position <= readThrough
  }

  /// Takes the next byte of the open request.
  mutating func takeByte() -> News {
    guard var open = request, open.since != nil else { preconditionFailure("nothing flows") }
    var news = News()
    let byte = open.position
    let aheadBefore = ahead
    isCached[byte] = byte >= kept
    hasCome[byte] = true
    open.position += 1
    received += 1
    request = open
    if byte == next {
      next = isOpened ? bytes.firstMissing(from: byte + 1, hasCome) : nextOpening()
    }
    if byte == ahead {
      ahead = bytes.firstMissing(from: byte + 1, isCached) ?? bytes.wantedEnd
    }
    if !isOpened, next == nil {
      isOpened = true
      aim = reading
      news.isOpened = true
      look()
    }
    news.isAhead = ahead > aheadBefore
    news.isEnd = !isUseful
    if let granularity {
      news.isLook = news.isEnd || (open.position - open.offset) % granularity == 0
    }
    let new = open.position - open.measured.position
    if let sampleBytes, new == sampleBytes || news.isEnd {
      news.measurement = (new, open.measured.time)
    }
    return news
  }
}
