internal import CCurl

/// One request for a resource or its rest, from connecting to the last byte or a failure.
struct DownloadAttempt: ~Copyable {
  /// How an attempt ends when it does not fail.
  enum End {
    case whole(ResponseHeaders)
    case declined(ResponseHeaders)
    case startOver
  }

  private let transfer: CurlTransfer
  private let buffer = ReceiveBuffer()
  private let redirectLimit: Int

  /// The interval at which an idle transfer checks for an interruption, in milliseconds.
  private static let pollMilliseconds: Int32 = 50

  /// Prepares the request; nothing is sent yet.
  init(_ url: String, rest: DownloadState.Rest?, options: HTTPOptions) throws(HTTPError) {
    redirectLimit = options.redirectLimit
    var easy = try CurlHandle(receivingInto: buffer)
    try easy.allowOnlyHTTP()
    try easy.doNotWaitForLookups()
    try easy.set(CURLOPT_NOSIGNAL, 1)
    try easy.set(CURLOPT_URL, url)
    try easy.set(CURLOPT_USERAGENT, options.userAgent)
    try easy.set(CURLOPT_FOLLOWLOCATION, 1)
    try easy.set(CURLOPT_MAXREDIRS, options.redirectLimit)
    try easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    try easy.set(CURLOPT_CONNECTTIMEOUT, options.connectSeconds)
    try easy.set(CURLOPT_LOW_SPEED_LIMIT, 1)
    try easy.set(CURLOPT_LOW_SPEED_TIME, options.stallSeconds)
    // Not CURLOPT_ACCEPT_ENCODING, which would also decode: the raw bytes are needed.
    var fields = ["Accept-Encoding: identity"]
    if let rest {
      try easy.set(CURLOPT_RANGE, "\(rest.offset)-")
      fields.append("If-Range: \(rest.validator)")
    }
    try easy.setFields(fields)
    transfer = try CurlTransfer(easy)
  }

  /// Runs the request to its end and keeps `state` in step with `file`.
  borrowing func run(
    _ state: inout DownloadState,
    into file: borrowing TemporaryFile,
    interruption: Interruption,
    progress: (Int64, Int64?) -> Void,
    accept: (ResponseHeaders) -> Bool
  ) throws(HTTPError) -> End {
    var isJudged = false
    while true {
      guard !interruption.isRequested else { throw .interrupted }
      let result = try transfer.step()
      let isOver = result == CURLE_OK
      if !isJudged, buffer.head.isComplete, isOver || !buffer.head.isFollowed {
        isJudged = true
        if let end = try judge(&state, file, accept) { return end }
        progress(state.received, state.total)
      }
      if !buffer.body.isEmpty {
        try store(&state, file)
        progress(state.received, state.total)
      }
      if let result {
        return try end(result, state)
      }
      try transfer.wait(milliseconds: Self.pollMilliseconds)
    }
  }

  /// Judges the head of the final response; returns the end if its body is not needed.
  private borrowing func judge(
    _ state: inout DownloadState,
    _ file: borrowing TemporaryFile,
    _ accept: (ResponseHeaders) -> Bool
  ) throws(HTTPError) -> End? {
    let response = ResponseHeaders(
      buffer.head, url: transfer.easy.string(CURLINFO_EFFECTIVE_URL) ?? "",
      contentLength: transfer.easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T))
    let verdict = try state.judge(
      response, phrase: buffer.head.phrase, contentRange: buffer.head["content-range"])
    switch verdict {
    case .append: return nil
    case .startOver: return .startOver
    case .begin:
      guard accept(response) else { return .declined(response) }
      do {
        try file.empty()
        try file.requireRoom(for: state.total ?? 0)
      } catch {
        throw .temporaryFile(error)
      }
      return nil
    }
  }

  private borrowing func store(
    _ state: inout DownloadState, _ file: borrowing TemporaryFile
  ) throws(HTTPError) {
    do {
      try file.write(buffer.body.span, at: state.received)
    } catch {
      throw .temporaryFile(error)
    }
    state.advance(by: buffer.body.count)
    buffer.body.removeAll(keepingCapacity: true)
  }

  private borrowing func end(
    _ result: CURLcode, _ state: DownloadState
  ) throws(HTTPError) -> End {
    guard result == CURLE_OK else { throw failure(result, state) }
    guard let response = state.response else {
      throw .badResponse(detail: "it has no headers")
    }
    guard state.isWhole else {
      throw .connectionBroke(
        received: state.received, total: state.total, detail: "the server closed it")
    }
    return .whole(response)
  }

  /// The error for libcurl's code.
  private borrowing func failure(_ code: CURLcode, _ state: DownloadState) -> HTTPError {
    let detail = transfer.easy.explanation(of: code)
    let isRedirected = (300..<400).contains(buffer.head.status)
    switch code {
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
      if isRedirected { return .refusedRedirect(location: buffer.head["location"] ?? "") }
      // A response without a status line (HTTP/0.9) has the code of an unknown protocol.
      return code == CURLE_URL_MALFORMAT ? .badURL(detail: detail) : .badResponse(detail: detail)
    case CURLE_TOO_MANY_REDIRECTS: return .tooManyRedirects(limit: redirectLimit)
    case CURLE_WEIRD_SERVER_REPLY, CURLE_WRITE_ERROR, CURLE_BAD_CONTENT_ENCODING:
      return .badResponse(detail: detail)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
      return .insecure(detail: detail)
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      return state.response == nil ? .cannotResolve(detail: detail) : broke(state, detail)
    case CURLE_COULDNT_CONNECT, CURLE_PROXY:
      return state.response == nil ? .cannotConnect(detail: detail) : broke(state, detail)
    case CURLE_OPERATION_TIMEDOUT:
      // This time is set once the connection is ready for the request.
      if transfer.easy.offset(CURLINFO_PRETRANSFER_TIME_T) ?? 0 > 0 {
        return .timedOut(received: state.received, total: state.total)
      }
      return state.response == nil ? .cannotConnect(detail: detail) : broke(state, detail)
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      return broke(state, detail)
    default: return .transferLibrary(detail: detail)
    }
  }

  private func broke(_ state: DownloadState, _ detail: String) -> HTTPError {
    .connectionBroke(received: state.received, total: state.total, detail: detail)
  }
}
