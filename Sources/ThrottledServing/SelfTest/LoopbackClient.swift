import POSIX
import PlayheadKit

/// A client that reads what a server on this machine sends as fast as it comes.
final class LoopbackClient {
  private var descriptor: Int32
  /// What came since the last blank line of a head; `nil` before that.
  private(set) var bodyBytes: Int64?
  private var head: [UInt8] = []

  /// Connects to `port` and asks for `path`; `nil` if that fails.
  convenience init?(port: UInt16, path: String) {
    self.init(port: port, request: "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
  }

  /// Connects to `port` and sends `request`; `nil` if that fails.
  init?(port: UInt16, request: String) {
    descriptor = socket(AF_INET, streamSocket, 0)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let descriptor = descriptor
    let isConnected = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    let request = Array(request.utf8)
    let sent = unsafe request.span.withUnsafeBytes { bytes in
      unsafe send(descriptor, bytes.baseAddress, bytes.count, sendWithoutSignal)
    }
    guard isConnected, sent == request.count else { return nil }
  }

  deinit { close() }

  /// Closes the connection.
  func close() {
    if descriptor >= 0 { systemClose(descriptor) }
    descriptor = -1
  }

  /// All that comes until the connection is over, or nothing more comes for `milliseconds`.
  func everything(within milliseconds: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&entry, 1, milliseconds) > 0 else { return all }
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return all }
      all += buffer[..<count]
    }
  }

  /// Waits at most so long for more and takes it; false if the connection is over.
  func receive(within milliseconds: Int32, into buffer: inout [UInt8]) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, milliseconds) > 0 else { return true }
    let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    if let bodyBytes {
      self.bodyBytes = bodyBytes + Int64(count)
      return true
    }
    head += buffer[..<count]
    if let end = head.indices.dropLast(3).first(where: {
      head[$0...].starts(with: [13, 10, 13, 10])
    }) {
      bodyBytes = Int64(head.count - end - 4)
    }
    return true
  }
}

// A method's name hides the system's.
private func systemClose(_ descriptor: Int32) {
  _ = close(descriptor)
}
