internal import CCurl

/// One request for a resource, its beginning or its rest.
struct DownloadAttempt: ~Copyable {
  /// How an attempt ends when it does not fail.
  enum End {
    case whole(ResponseHeaders)
    case part(ResponseHeaders)
    case declined(ResponseHeaders)
    case startOver
  }

  private let exchange: HTTPExchange
  private let pool: CurlPool
  private let meter: DownloadMeter

  /// The interval at which an idle transfer checks for an interruption, in milliseconds.
  static let pollMilliseconds: Int32 = 50

  /// Begins the request that `state` asks for.
  init(
    _ url: String, _ state: DownloadState, options: HTTPOptions, in pool: CurlPool,
    _ meter: DownloadMeter
  ) throws(HTTPError) {
    self.pool = pool
    self.meter = meter
    exchange = try HTTPExchange(url, range: state.request, options: options, in: pool)
  }

  /// Runs the request to its end and keeps `state` in step with `file`.
  ///
  /// `start` is when the download began, by the meter's clock. `onBeginning` is called each time
  /// that something of a beginning may have come.
  borrowing func run(
    _ state: inout DownloadState,
    into file: borrowing TemporaryFile,
    since start: Int64,
    interruption: Interruption,
    progress: (Int64, Int64?) -> Void,
    onBeginning: (borrowing TemporaryFile, DownloadState) -> Void,
    accept: (ResponseHeaders) -> Bool
  ) throws(HTTPError) -> End {
    var isJudged = false
    state.retryAfter = nil
    while true {
      guard !interruption.isRequested else { throw .interrupted }
      try meter.checkTime(since: start)
      try pool.step()
      let result = exchange.result
      if !isJudged, exchange.hasHead {
        isJudged = true
        if let end = try judge(&state, file, accept) { return end }
        progress(state.received, state.end)
      }
      if try store(&state, file) { progress(state.received, state.end) }
      if state.isPart { onBeginning(file, state) }
      if let result {
        return try end(result, state)
      }
      try pool.wait(milliseconds: Self.pollMilliseconds)
    }
  }

  /// Judges the head of the final response; returns the end if its body is not needed.
  private borrowing func judge(
    _ state: inout DownloadState,
    _ file: borrowing TemporaryFile,
    _ accept: (ResponseHeaders) -> Bool
  ) throws(HTTPError) -> End? {
    let head = exchange.head
    state.retryAfter = head["retry-after"]
    let verdict = try state.judge(
      try exchange.response(), phrase: head.phrase, contentRange: head["content-range"])
    switch verdict {
    case .append: return nil
    case .startOver: return .startOver
    case .begin:
      guard let response = state.response else { return .startOver }
      guard accept(response) else { return .declined(response) }
      try meter.admit(state.end ?? 0)
      do {
        try file.empty()
        try file.requireRoom(for: state.end ?? 0)
      } catch {
        throw .temporaryFile(error)
      }
      return nil
    }
  }

  /// Writes what came of the body to `file`; `false` if nothing did.
  private borrowing func store(
    _ state: inout DownloadState, _ file: borrowing TemporaryFile
  ) throws(HTTPError) -> Bool {
    var hasStored = false
    let meter = meter
    try exchange.takeBody { (bytes) throws(HTTPError) in
      guard state.response != nil else { return }
      if let end = state.end, Int64(bytes.count) > end - state.received {
        throw .badResponse(detail: "it is longer than it says")
      }
      try meter.count(bytes.count)
      do throws(TemporaryFileError) {
        try file.write(bytes, at: state.received)
      } catch {
        throw .temporaryFile(error)
      }
      state.advance(by: bytes.count)
      hasStored = true
    }
    return hasStored
  }

  private borrowing func end(
    _ result: CURLcode, _ state: DownloadState
  ) throws(HTTPError) -> End {
    if result != CURLE_OK {
      let failure = exchange.failure(
        result, received: state.received, total: state.end, hadResponse: state.response != nil)
      // A connection that breaks behind the last byte is no loss.
      guard state.end != nil, state.isWhole, failure.isPassing else { throw failure }
    }
    guard let response = state.response else {
      throw .badResponse(detail: "it has no headers")
    }
    guard state.isWhole else {
      throw .connectionBroke(
        received: state.received, total: state.end, detail: "the server closed it")
    }
    return state.isPart ? .part(response) : .whole(response)
  }
}
