import POSIX
import PlayheadKit

/// Connections to programs, which no other program that is started inherits.
extension Descriptor {
  /// Takes over `number`, which is closed; what remains is above those that a program is given.
  private init(taking number: Int32) throws(ValidationError) {
    let moved = fcntl(number, F_DUPFD_CLOEXEC, 10)
    let code = errno
    close(number)
    guard moved >= 0 else { throw .system("cannot open a pipe to the player", code: code) }
    self.init(owning: moved)
  }

  /// Two ends of a connection, each of which can be written to and read.
  static func pair() throws(ValidationError) -> Pair {
    var ends: [Int32] = [0, 0]
    guard unsafe socketpair(AF_UNIX, streamSocket, 0, &ends) == 0 else {
      throw .system("cannot open a pipe to the player", code: errno)
    }
    return Pair(ours: try Descriptor(taking: ends[0]), theirs: try Descriptor(taking: ends[1]))
  }

  /// Both ends of a connection.
  struct Pair: ~Copyable {
    let ours: Descriptor
    let theirs: Descriptor
  }

  /// A terminal for a program, which prints to one line by line, and our end of it.
  static func terminal() throws(ValidationError) -> Pair {
    var ends: (Int32, Int32) = (0, 0)
    guard unsafe openpty(&ends.0, &ends.1, nil, nil, nil) == 0 else {
      throw .system("cannot open a terminal for the player", code: errno)
    }
    return Pair(ours: try Descriptor(taking: ends.0), theirs: try Descriptor(taking: ends.1))
  }

  /// A connection to a port of this machine.
  static func connection(toPort port: UInt16) throws(ValidationError) -> Descriptor {
    let descriptor = try internetSocket()
    var address = address(ofPort: port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe connect(descriptor.number, generic, size)
      }
    }
    guard result == 0 else {
      throw .system("cannot connect to port \(port)", code: errno)
    }
    return descriptor
  }
}

extension Descriptor {
  /// A port of this machine that nobody listens on now.
  static func freePort() throws(ValidationError) -> UInt16 {
    let descriptor = try internetSocket()
    var address = address(ofPort: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        let bound = unsafe bind(descriptor.number, generic, size)
        return unsafe bound == 0 ? getsockname(descriptor.number, generic, &size) : bound
      }
    }
    guard result == 0 else { throw .system("cannot open a port", code: errno) }
    return UInt16(bigEndian: address.sin_port)
  }

  private static func internetSocket() throws(ValidationError) -> Descriptor {
    let number = socket(AF_INET, streamSocket, 0)
    guard number >= 0 else { throw .system("cannot open a socket", code: errno) }
    return try Descriptor(taking: number)
  }

  private static func address(ofPort port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
