internal import CCurl
import Synchronization

/// The connections that transfers share, and their results.
final class CurlPool: Sendable {
  private let state: Mutex<State>

  @safe
  private struct State: ~Copyable {
    let multi: UnsafeMutableRawPointer?
    /// The results not taken yet, by the address of the handle.
    var results: [UInt: CURLcode] = [:]

    init() {
      unsafe multi = curl_multi_init()
    }

    deinit {
      unsafe curl_multi_cleanup(multi)
    }
  }

  /// A pool of at most `connections` connections to a host.
  init(connections: Int) throws(HTTPError) {
    state = Mutex(State())
    try state.withLock { (state) throws(HTTPError) in
      guard unsafe state.multi != nil else { throw .transferLibrary(detail: "out of memory") }
      try Self.check(
        unsafe playhead_curl_multi_set_long(
          state.multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections))
    }
  }

  /// Begins the transfer of `easy`, which must be removed before it ends.
  func add(_ easy: borrowing CurlHandle) throws(HTTPError) {
    let address = easy.address
    try state.withLock { (state) throws(HTTPError) in
      try Self.check(
        unsafe curl_multi_add_handle(state.multi, UnsafeMutableRawPointer(bitPattern: address)))
    }
  }

  /// Ends the transfer of `easy`; its connection is kept if the transfer had ended by itself.
  func remove(_ easy: borrowing CurlHandle) {
    let address = easy.address
    state.withLock { state in
      unsafe curl_multi_remove_handle(
        state.multi, UnsafeMutableRawPointer(bitPattern: address))
      state.results[address] = nil
    }
  }

  /// Transfers what is there, without waiting.
  func step() throws(HTTPError) {
    try state.withLock { (state) throws(HTTPError) in
      var running: Int32 = 0
      try Self.check(unsafe curl_multi_perform(state.multi, &running))
      var result = CURLE_OK
      while let easy = unsafe playhead_curl_take_result(state.multi, &result) {
        state.results[UInt(bitPattern: easy)] = result
      }
    }
  }

  /// Waits for network activity, at most `milliseconds`.
  func wait(milliseconds: Int32) throws(HTTPError) {
    try state.withLock { (state) throws(HTTPError) in
      try Self.check(unsafe curl_multi_poll(state.multi, nil, 0, milliseconds, nil))
    }
  }

  /// How the transfer of `easy` ended; `nil` as long as it has not.
  func result(of easy: borrowing CurlHandle) -> CURLcode? {
    let address = easy.address
    return state.withLock { $0.results[address] }
  }

  private static func check(_ code: CURLMcode) throws(HTTPError) {
    guard code == CURLM_OK else {
      throw .transferLibrary(detail: unsafe String(cString: curl_multi_strerror(code)))
    }
  }
}
