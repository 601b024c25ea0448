internal import CMicroHTTPD
import PlayheadKit

/// What libmicrohttpd calls, on the thread of a connection; the context of each is the
/// ``ServerCore``, which outlives the server.
enum ServerCallbacks {
  /// Notes that a connection was opened or closed.
  static let connection: MHD_NotifyConnectionCallback = { context, connection, number, event in
    guard let context = unsafe context, let connection = unsafe connection,
      let number = unsafe number
    else { return }
    let core = unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    if event == playhead_mhd_opened {
      let opened = core.openConnection(unsafe playhead_mhd_socket(connection))
      unsafe number.pointee = UnsafeMutableRawPointer(bitPattern: opened)
    } else {
      core.closeConnection(Int(bitPattern: unsafe number.pointee))
    }
  }

  /// Leaves percent-encoding as it is: a path is decoded by its parts, each on its own.
  static let unescape: Unescape = { _, _, text in
    guard let text = unsafe text else { return 0 }
    return unsafe String(cString: text).utf8.count
  }

  typealias Unescape =
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int

  /// Answers a request.
  static let handle: MHD_AccessHandlerCallback = {
    context, connection, url, method, version, _, uploadSize, state in
    guard let context = unsafe context, let connection = unsafe connection, let url = unsafe url,
      let method = unsafe method, let version = unsafe version, let state = unsafe state
    else { return playhead_mhd_no }
    let core = unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    let asked = core.clock.now()
    if let note = unsafe state.pointee, unsafe playhead_mhd_is_note(note) != 0 {
      unsafe state.pointee = nil
      // What is behind a NUL would be cut off, and something else be served than was asked for.
      guard unsafe playhead_mhd_is_whole(note, url, version) != 0 else { return playhead_mhd_no }
    }
    var head = unsafe RequestHead(
      String(cString: url), method: String(cString: method), version: String(cString: version))
    unsafe collect(from: connection, into: &head)
    head.dropAuthority()
    // A response in the first of two calls is one before the end of the request, for which the
    // connection is closed.
    if unsafe state.pointee == nil, !head.hasBody {
      unsafe state.pointee = seen
      return playhead_mhd_yes
    }
    unsafe state.pointee = nil
    var routed = core.route(head, at: asked)
    var answered = asked
    let socket = unsafe playhead_mhd_socket(connection)
    var isGone = false
    while let due = routed.heldUntil, !isGone {
      isGone = !core.hold(socket, until: due)
      answered = max(answered, due)
      if !isGone { routed = core.route(head, at: answered) }
    }
    guard routed.isOnLink else { return unsafe send(routed.answer, on: connection) }
    unsafe playhead_mhd_set_timeout(connection, UInt32(core.options.blockedSeconds))
    let exchange = Exchange(
      head, routed, in: core, on: Int(unsafe playhead_mhd_number(connection)),
      socket: socket, asked: asked, answered: isGone ? core.clock.now() : answered)
    unsafe state.pointee = Unmanaged.passRetained(exchange).toOpaque()
    guard !isGone, exchange.waitForHead() else { return playhead_mhd_no }
    return unsafe send(routed.answer, of: exchange, on: connection)
  }

  /// Ends the exchange that the request was answered in, if it was on the link.
  static let completed: MHD_RequestCompletedCallback = { context, connection, state, reason in
    guard let context = unsafe context, let connection = unsafe connection,
      let state = unsafe state, let exchange = unsafe state.pointee
    else { return }
    unsafe state.pointee = nil
    guard unsafe exchange != seen, unsafe playhead_mhd_is_note(exchange) == 0 else { return }
    let core = unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    unsafe Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue()
      .finish(wasSent: reason == playhead_mhd_completed)
    unsafe playhead_mhd_set_timeout(connection, UInt32(core.options.idleSeconds))
  }

  /// Gives the bytes of a response as they are due.
  private static let read: MHD_ContentReaderCallback = { exchange, _, buffer, size in
    guard let exchange = unsafe exchange else { return contentEndsWithError }
    let target = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size)
    let count = unsafe Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
      .read(into: target)
    guard let count, count > 0 else { return count == nil ? contentEndsWithError : contentEnds }
    return count
  }

  /// The constant is a macro with a cast, too.
  private static let unknownSize = UInt64.max

  /// What stands for the exchange of a request that is not answered yet; no object has this
  /// address.
  private static var seen: UnsafeMutableRawPointer? {
    unsafe UnsafeMutableRawPointer(bitPattern: 1)
  }

  /// The constant is a macro with a cast, which Swift does not import.
  private static let contentEndsWithError = -2

  /// The same for the end of a response of a length that was not told.
  private static let contentEnds = -1

  /// The maximum number of bytes that are sent together.
  private static let blockSize = 32 << 10

  private static func collect(from connection: OpaquePointer, into head: inout RequestHead) {
    unsafe withUnsafeMutablePointer(to: &head) { head in
      _ = unsafe MHD_get_connection_values(
        connection, playhead_mhd_header,
        { head, _, name, value in
          guard let name = unsafe name else { return playhead_mhd_yes }
          unsafe head?.assumingMemoryBound(to: RequestHead.self).pointee
            .add(String(cString: name), value.map { unsafe String(cString: $0) } ?? "")
          return playhead_mhd_yes
        }, head)
      _ = unsafe MHD_get_connection_values(
        connection, playhead_mhd_argument,
        { head, _, name, value in
          guard let name = unsafe name else { return playhead_mhd_yes }
          unsafe head?.assumingMemoryBound(to: RequestHead.self).pointee
            .arguments[String(cString: name)] = value.map { unsafe String(cString: $0) } ?? ""
          return playhead_mhd_yes
        }, head)
    }
  }

  /// Sends `answer`; what it has of a file comes from `exchange`.
  private static func send(
    _ answer: Answer, of exchange: Exchange? = nil, on connection: OpaquePointer
  ) -> MHD_Result {
    let made: OpaquePointer?
    switch answer.body {
    case .bytes(var bytes):
      let count = bytes.count
      unsafe made = bytes.withUnsafeMutableBytes { bytes in
        unsafe MHD_create_response_from_buffer(count, bytes.baseAddress, playhead_mhd_copied)
      }
    case .file(_, let count):
      guard let exchange else { return playhead_mhd_no }
      // Until the exchange is completed, somebody else owns it.
      let context = unsafe Unmanaged.passUnretained(exchange).toOpaque()
      // What is not all there has no length yet: it is sent in chunks.
      unsafe made = MHD_create_response_from_callback(
        exchange.isGrowing ? unknownSize : UInt64(count), blockSize, read, context, nil)
    }
    guard let response = unsafe made else { return playhead_mhd_no }
    for field in answer.fields {
      _ = unsafe MHD_add_response_header(response, field.name, field.value)
    }
    let result = unsafe MHD_queue_response(connection, UInt32(answer.status), response)
    unsafe MHD_destroy_response(response)
    return result
  }
}
