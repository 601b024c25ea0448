internal import CCurl

/// What libcurl hands over during a step of a transfer.
///
/// The callbacks only put it down here; what it means is decided after the step, in Swift, where
/// errors can be thrown. A class, because libcurl keeps its address. One step brings at most a few
/// megabytes.
final class ReceiveBuffer {
  var head = HeaderBlock()
  var body: [UInt8] = []

  /// Takes one line of a head.
  ///
  /// Returning less than was given ends the transfer with an error.
  static let collectHeader: curl_write_callback = { data, size, count, context in
    guard let buffer = unsafe ReceiveBuffer.at(context) else { return 0 }
    let line = unsafe UnsafeRawBufferPointer(start: data, count: size * count)
    return unsafe buffer.head.append(line: Array(line)) ? size * count : 0
  }

  /// Takes a piece of the body.
  static let collectBody: curl_write_callback = { data, size, count, context in
    guard let buffer = unsafe ReceiveBuffer.at(context) else { return 0 }
    unsafe buffer.body.append(
      contentsOf: UnsafeRawBufferPointer(start: data, count: size * count))
    return size * count
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> ReceiveBuffer? {
    unsafe context.map { unsafe Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }
}
