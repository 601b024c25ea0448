internal import CCurl

/// The part of a resource that a request asks for.
struct RangeRequest: Equatable {
  /// The offset of the first byte.
  var first: Int64
  /// The offset of the last byte; `nil` for all that follows.
  var last: Int64?
  /// What `If-Range` says, so that a changed resource is sent whole; `nil` as long as nothing is
  /// known of it.
  var validator: String?

  /// The value of CURLOPT_RANGE.
  fileprivate var text: String { "\(first)-" + (last.map { "\($0)" } ?? "") }
}

/// One request, from connecting to the last byte or a failure.
struct HTTPExchange: ~Copyable {
  private let transfer: CurlTransfer
  private let buffer = ReceiveBuffer()
  private let sockets: SocketOpening
  private let options: HTTPOptions

  /// Begins the request of `url`, of a part of it, or of its headers only, with more header
  /// `fields`.
  init(
    _ url: String, range: RangeRequest?, fields more: [String] = [], headersOnly: Bool = false,
    options: HTTPOptions, in pool: CurlPool
  ) throws(HTTPError) {
    self.options = options
    let limits = options.limits
    sockets = SocketOpening(options)
    var easy = try CurlHandle(receivingInto: buffer, sockets: sockets)
    try easy.allowOnlyHTTP()
    try easy.doNotWaitForLookups()
    try easy.set(CURLOPT_NOSIGNAL, 1)
    try easy.set(CURLOPT_URL, url)
    if headersOnly { try easy.set(CURLOPT_NOBODY, 1) }
    try easy.set(CURLOPT_USERAGENT, options.userAgent)
    try easy.set(CURLOPT_FOLLOWLOCATION, 1)
    try easy.set(CURLOPT_MAXREDIRS, options.redirectLimit)
    try easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    try easy.set(CURLOPT_CONNECTTIMEOUT, options.connectSeconds)
    let rate = limits.rate.map { ($0.bitsPerSecond + 7) / 8 } ?? 1
    try easy.set(CURLOPT_LOW_SPEED_LIMIT, Int(clamping: max(1, rate)))
    try easy.set(CURLOPT_LOW_SPEED_TIME, options.stallSeconds)
    // What a proxy connects to is not seen from here.
    if limits.refusesPrivateHosts { try easy.set(CURLOPT_PROXY, "") }
    // Not CURLOPT_ACCEPT_ENCODING, which would also decode: the raw bytes are needed.
    var fields = ["Accept-Encoding: identity"] + more
    if let range {
      try easy.set(CURLOPT_RANGE, range.text)
      if let validator = range.validator { fields.append("If-Range: \(validator)") }
    }
    try easy.setFields(fields)
    transfer = try CurlTransfer(easy, in: pool)
  }

  /// The head of the latest response.
  var head: HeaderBlock { buffer.head }

  /// How the transfer ended; `nil` as long as it has not.
  var result: CURLcode? { transfer.result }

  /// Whether the head of the final response is complete.
  var hasHead: Bool {
    buffer.head.isComplete && (!buffer.head.isFollowed || transfer.result == CURLE_OK)
  }

  /// Gives `body` what came of the body since the last call.
  func takeBody<Failure: Error>(
    _ body: (borrowing Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    guard !buffer.body.isEmpty else { return }
    try body(buffer.body.span)
    buffer.body.removeAll(keepingCapacity: true)
  }

  /// The facts in the head of the final response.
  func response() throws(HTTPError) -> ResponseHeaders {
    guard !buffer.head.hasConflictingLengths else {
      throw .badResponse(detail: "its Content-Length fields differ")
    }
    return ResponseHeaders(
      buffer.head, url: transfer.easy.string(CURLINFO_EFFECTIVE_URL) ?? "",
      contentLength: transfer.easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T))
  }

  /// The error for libcurl's code, when so much was received of a resource.
  ///
  /// Before there was any response, a host that cannot be reached is not one that was lost.
  func failure(
    _ code: CURLcode, received: Int64, total: Int64?, hadResponse: Bool
  ) -> HTTPError {
    let detail = transfer.easy.explanation(of: code)
    let isRedirected = (300..<400).contains(buffer.head.status)
    let broke = HTTPError.connectionBroke(received: received, total: total, detail: detail)
    if sockets.hasRefused, [CURLE_COULDNT_CONNECT, CURLE_ABORTED_BY_CALLBACK].contains(code) {
      return .privateHost
    }
    switch code {
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
      if isRedirected { return .refusedRedirect(location: buffer.head["location"] ?? "") }
      // A response without a status line (HTTP/0.9) has the code of an unknown protocol.
      return code == CURLE_URL_MALFORMAT ? .badURL(detail: detail) : .badResponse(detail: detail)
    case CURLE_TOO_MANY_REDIRECTS: return .tooManyRedirects(limit: options.redirectLimit)
    case CURLE_WRITE_ERROR where !buffer.head.isComplete:
      return .badResponse(detail: "its headers are too long")
    // What grows beyond libcurl's own limits is told as a lack of memory before 8.6.
    case CURLE_OUT_OF_MEMORY where !buffer.head.isComplete || isRedirected,
      CURLcode(rawValue: 100):
      return .badResponse(detail: "its headers are too long")
    case CURLE_WEIRD_SERVER_REPLY, CURLE_WRITE_ERROR, CURLE_BAD_CONTENT_ENCODING:
      return .badResponse(detail: detail)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
      return .insecure(detail: detail)
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      return hadResponse ? broke : .cannotResolve(detail: detail)
    case CURLE_COULDNT_CONNECT, CURLE_PROXY:
      return hadResponse ? broke : .cannotConnect(detail: detail)
    case CURLE_OPERATION_TIMEDOUT:
      // This time is set once the connection is ready for the request.
      if transfer.easy.offset(CURLINFO_PRETRANSFER_TIME_T) ?? 0 > 0 {
        return options.limits.rate == nil
          ? .timedOut(received: received, total: total)
          : .tooSlow(received: received, total: total)
      }
      return hadResponse ? broke : .cannotConnect(detail: detail)
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      return broke
    default: return .transferLibrary(detail: detail)
    }
  }
}
