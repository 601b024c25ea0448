internal import CCurl

/// One request and its response, advanced step by step.
///
/// In steps rather than one blocking call, so that an interruption takes effect at once and the
/// body is handled outside libcurl's callbacks.
@safe
struct CurlTransfer: ~Copyable {
  let easy: CurlHandle
  private let multi: UnsafeMutableRawPointer?

  init(_ easy: consuming CurlHandle) throws(HTTPError) {
    self.easy = easy
    unsafe multi = curl_multi_init()
    guard unsafe multi != nil else { throw .transferLibrary(detail: "out of memory") }
    try Self.check(unsafe curl_multi_add_handle(multi, self.easy.pointer))
  }

  deinit {
    unsafe curl_multi_remove_handle(multi, easy.pointer)
    unsafe curl_multi_cleanup(multi)
  }

  /// Transfers without waiting; returns the result once the transfer has ended.
  borrowing func step() throws(HTTPError) -> CURLcode? {
    var running: Int32 = 0
    try Self.check(unsafe curl_multi_perform(multi, &running))
    var result = CURLE_OK
    return unsafe playhead_curl_take_result(multi, &result) != 0 ? result : nil
  }

  /// Waits for network activity, at most `milliseconds`.
  borrowing func wait(milliseconds: Int32) throws(HTTPError) {
    try Self.check(unsafe curl_multi_poll(multi, nil, 0, milliseconds, nil))
  }

  private static func check(_ code: CURLMcode) throws(HTTPError) {
    guard code == CURLM_OK else {
      throw .transferLibrary(detail: unsafe String(cString: curl_multi_strerror(code)))
    }
  }
}
