internal import CCurl

/// One request and its response, advanced step by step.
///
/// In steps rather than one blocking call, so that an interruption takes effect at once and the
/// body is handled outside libcurl's callbacks.
struct CurlTransfer: ~Copyable {
  let easy: CurlHandle
  private let pool: CurlPool

  /// Begins the transfer over a connection of `pool`.
  init(_ easy: consuming CurlHandle, in pool: CurlPool) throws(HTTPError) {
    self.easy = easy
    self.pool = pool
    try pool.add(self.easy)
  }

  deinit {
    pool.remove(easy)
  }

  /// The result once the transfer has ended.
  var result: CURLcode? { pool.result(of: easy) }
}
