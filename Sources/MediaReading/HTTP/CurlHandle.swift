internal import CCurl

/// Prepares libcurl, once in a process; the language sees to it that threads do not collide.
private let globalResult = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

/// Owns one easy handle and what libcurl wants to stay where it is for as long as that lives.
@safe
struct CurlHandle: ~Copyable {
  /// For ``CurlTransfer`` only, which does not outlive this value with it.
  let pointer: UnsafeMutableRawPointer?
  private let errorText: UnsafeMutablePointer<CChar>
  private let buffer: ReceiveBuffer
  private var fields: UnsafeMutablePointer<curl_slist>?

  init(receivingInto buffer: ReceiveBuffer) throws(HTTPError) {
    unsafe pointer = globalResult == CURLE_OK ? unsafe curl_easy_init() : nil
    unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    unsafe fields = nil
    self.buffer = buffer
    guard unsafe pointer != nil else { throw .transferLibrary(detail: "it cannot be initialized") }
    let context = unsafe Unmanaged.passUnretained(buffer).toOpaque()
    try check(unsafe playhead_curl_set_error_buffer(pointer, errorText))
    try check(
      unsafe playhead_curl_set_header_callback(pointer, ReceiveBuffer.collectHeader, context))
    try check(unsafe playhead_curl_set_body_callback(pointer, ReceiveBuffer.collectBody, context))
  }

  deinit {
    unsafe curl_easy_cleanup(pointer)
    unsafe curl_slist_free_all(fields)
    unsafe errorText.deallocate()
  }

  borrowing func set(_ option: CURLoption, _ value: Int) throws(HTTPError) {
    try check(unsafe playhead_curl_set_long(pointer, option, value))
  }

  borrowing func set(_ option: CURLoption, _ value: String) throws(HTTPError) {
    try check(unsafe playhead_curl_set_string(pointer, option, value))
  }

  /// Replaces the request's own fields.
  mutating func setFields(_ lines: [String]) throws(HTTPError) {
    for line in lines {
      guard let longer = unsafe curl_slist_append(fields, line) else {
        throw .transferLibrary(detail: "out of memory")
      }
      unsafe fields = longer
    }
    try check(unsafe playhead_curl_set_headers(pointer, fields))
  }

  /// Refuses every protocol but HTTP, from the user and from redirects.
  borrowing func allowOnlyHTTP() throws(HTTPError) {
    try check(unsafe playhead_curl_allow_only_http(pointer))
  }

  /// Lets an interruption take effect while a name is being looked up.
  borrowing func doNotWaitForLookups() throws(HTTPError) {
    try check(unsafe playhead_curl_do_not_wait_for_lookups(pointer))
  }

  /// A number about the transfer; `nil` if it is not known.
  borrowing func offset(_ info: CURLINFO) -> Int64? {
    var value: curl_off_t = -1
    guard unsafe playhead_curl_get_offset(pointer, info, &value) == CURLE_OK, value >= 0 else {
      return nil
    }
    return Int64(value)
  }

  /// A text about the transfer.
  borrowing func string(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe playhead_curl_get_string(pointer, info, &value) == CURLE_OK else { return nil }
    return unsafe value.map { unsafe String(cString: $0) }
  }

  /// libcurl's words for what went wrong: this transfer's, or those for the code.
  borrowing func explanation(of code: CURLcode) -> String {
    let text = unsafe String(cString: errorText)
    return text.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : text
  }

  private borrowing func check(_ code: CURLcode) throws(HTTPError) {
    guard code == CURLE_OK else { throw .transferLibrary(detail: explanation(of: code)) }
  }
}
