internal import CCurl
import PlayheadFiles

/// Initializes libcurl once per process; Swift's globals make that thread-safe.
private let globalResult = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

/// Owns an easy handle and the objects that must stay in place while it lives.
@safe
struct CurlHandle: ~Copyable {
  private let pointer: UnsafeMutableRawPointer?
  private let errorText: UnsafeMutablePointer<CChar>
  private let buffer: ReceiveBuffer
  private let sockets: SocketOpening
  private var fields: UnsafeMutablePointer<curl_slist>?

  init(receivingInto buffer: ReceiveBuffer, sockets: SocketOpening) throws(HTTPError) {
    unsafe pointer = globalResult == CURLE_OK ? unsafe curl_easy_init() : nil
    unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    unsafe fields = nil
    self.buffer = buffer
    self.sockets = sockets
    guard unsafe pointer != nil else { throw .transferLibrary(detail: "it cannot be initialized") }
    let context = unsafe Unmanaged.passUnretained(buffer).toOpaque()
    try check(unsafe playhead_curl_set_error_buffer(pointer, errorText))
    try check(
      unsafe playhead_curl_set_header_callback(pointer, ReceiveBuffer.collectHeader, context))
    try check(unsafe playhead_curl_set_body_callback(pointer, ReceiveBuffer.collectBody, context))
    let opening = unsafe Unmanaged.passUnretained(sockets).toOpaque()
    try check(unsafe playhead_curl_set_open_socket(pointer, SocketOpening.open, opening))
  }

  /// The address of libcurl's handle, by which ``CurlPool`` tells transfers apart.
  var address: UInt { UInt(bitPattern: unsafe pointer) }

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

  /// Replaces the request's additional header fields.
  mutating func setFields(_ lines: [String]) throws(HTTPError) {
    for line in lines {
      guard let longer = unsafe curl_slist_append(fields, line) else {
        throw .transferLibrary(detail: "out of memory")
      }
      unsafe fields = longer
    }
    try check(unsafe playhead_curl_set_headers(pointer, fields))
  }

  /// Allows only HTTP and HTTPS, in the URL and in redirects.
  borrowing func allowOnlyHTTP() throws(HTTPError) {
    try check(unsafe playhead_curl_allow_only_http(pointer))
  }

  /// Lets an interruption take effect during a name lookup.
  borrowing func doNotWaitForLookups() throws(HTTPError) {
    try check(unsafe playhead_curl_do_not_wait_for_lookups(pointer))
  }

  /// A numeric fact about the transfer; `nil` if unknown.
  borrowing func offset(_ info: CURLINFO) -> Int64? {
    var value: curl_off_t = -1
    guard unsafe playhead_curl_get_offset(pointer, info, &value) == CURLE_OK, value >= 0 else {
      return nil
    }
    return Int64(value)
  }

  /// A textual fact about the transfer.
  borrowing func string(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe playhead_curl_get_string(pointer, info, &value) == CURLE_OK else { return nil }
    return unsafe value.map { unsafe String(cString: $0) }
  }

  /// libcurl's message for the failure: this transfer's own, or that of the code.
  borrowing func explanation(of code: CURLcode) -> String {
    let text = unsafe String(cString: errorText)
    return Self.withoutUsers(text.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : text)
  }

  /// `message` without the users and passwords in what it quotes, such as the address of a proxy,
  /// which need not have a scheme.
  static func withoutUsers(_ message: String) -> String {
    message.split(separator: "'", omittingEmptySubsequences: false).map { part in
      guard let at = part.lastIndex(of: "@"), !part.contains("://") else { return String(part) }
      return ShownAddress.mark + part[at...]
    }.joined(separator: "'")
  }

  private borrowing func check(_ code: CURLcode) throws(HTTPError) {
    guard code == CURLE_OK else { throw .transferLibrary(detail: explanation(of: code)) }
  }
}
