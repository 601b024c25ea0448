internal import CCurl

/// The header lines and body bytes that libcurl delivers in one step of a transfer.
///
/// The callbacks only store them; they are judged after the step, where errors can be thrown. A
/// class, because libcurl keeps its address. One step delivers at most a few megabytes.
final class ReceiveBuffer {
  var head = HeaderBlock()
  var body: [UInt8] = []

  /// Stores one header line.
  ///
  /// Returning less than was given ends the transfer with an error.
  static let collectHeader: curl_write_callback = { data, size, count, context in
    guard let buffer = unsafe ReceiveBuffer.at(context) else { return 0 }
    let line = unsafe UnsafeRawBufferPointer(start: data, count: size * count)
    return unsafe buffer.head.append(line: Array(line)) ? size * count : 0
  }

  /// Stores a part of the body.
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
