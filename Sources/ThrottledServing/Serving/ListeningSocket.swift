import POSIX
import PlayheadKit

/// Opens the socket that a server listens on.
enum ListeningSocket {
  /// The bytes that a connection's socket keeps of what its client does not take; the kernel takes
  /// twice as many.
  ///
  /// Few, so that a blocked response is soon known as one, but more than are sent together:
  /// otherwise each part would wait for the client's delayed acknowledgement.
  private static let sendBuffer: Int32 = 64 << 10

  /// A socket that listens on `address`, and the port that it has.
  static func make(
    _ address: ListenAddress
  ) throws(ServingError) -> (descriptor: Int32, port: UInt16) {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
    unsafe hints.ai_socktype = streamSocket
    var found: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(address.host, String(address.port), &hints, &found)
    defer { if unsafe found != nil { unsafe freeaddrinfo(found) } }
    guard code == 0, let first = unsafe found?.pointee else {
      throw ServingError(.listen(address.text), reason: "'\(address.host)' is not an IP address")
    }
    let descriptor = unsafe socket(first.ai_family, first.ai_socktype, 0)
    guard descriptor >= 0 else { throw failure(address) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    set(SO_REUSEADDR, to: 1, of: descriptor)
    // Those of connections inherit it.
    set(SO_SNDBUF, to: sendBuffer, of: descriptor)
    guard unsafe bind(descriptor, first.ai_addr, first.ai_addrlen) == 0,
      listen(descriptor, 64) == 0, let port = port(of: descriptor)
    else {
      let error = failure(address)
      close(descriptor)
      throw error
    }
    return (descriptor, port)
  }

  static func close(_ descriptor: Int32) {
    _ = POSIX.close(descriptor)
  }

  private static func failure(_ address: ListenAddress) -> ServingError {
    let reason = errno == EADDRINUSE ? "the port is in use" : SystemError.last.description
    return ServingError(.listen(address.text), reason: reason)
  }

  private static func set(_ option: Int32, to value: Int32, of descriptor: Int32) {
    var value = value
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func port(of descriptor: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return unsafe withUnsafeMutablePointer(to: &storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> UInt16? in
        guard unsafe getsockname(descriptor, address, &size) == 0 else { return nil }
        // The port lies at the same place in addresses of both families.
        return unsafe UInt16(
          bigEndian: UnsafeRawPointer(address).loadUnaligned(fromByteOffset: 2, as: UInt16.self))
      }
    }
  }
}
