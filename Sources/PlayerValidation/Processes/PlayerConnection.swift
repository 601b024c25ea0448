import Foundation
import PlayheadFiles
import PlayheadModel

/// Whether somebody has asked to stop.
struct Stopping {
  let isRequested: () -> Bool

  func check() throws(ValidationError) {
    if isRequested() { throw .interrupted }
  }
}

/// A connection to a player, on which messages go both ways.
struct PlayerConnection: ~Copyable {
  /// What ends a message.
  enum Framing {
    /// A line feed or a carriage return, as where a program goes back to the start of its line.
    case lines
    /// A zero byte.
    case zeros
    /// Nothing: its length in decimal digits and a colon come before it.
    case lengths
    /// Nothing: it is the body of an HTTP response.
    case responses
  }

  private let descriptor: Descriptor
  private let framing: Framing
  private var buffer: [UInt8] = []
  private var isAtEnd = false
  /// No message of a player is longer.
  private static let maximumLength = 16 << 20

  init(_ descriptor: consuming Descriptor, _ framing: Framing) {
    self.descriptor = descriptor
    self.framing = framing
  }

  /// Sends a message; waits while the player takes none, but not beyond `deadline`.
  func send(
    _ message: [UInt8], by deadline: WallTime, _ stopping: borrowing Stopping
  ) throws(ValidationError) {
    var bytes = message
    switch framing {
    case .lines: bytes.append(UInt8(ascii: "\n"))
    case .zeros: bytes.append(0)
    case .lengths: bytes = Array("\(message.count):".utf8) + message
    case .responses: break
    }
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { all in
        unsafe Foundation.send(
          descriptor.number, all.baseAddress?.advanced(by: sent), all.count - sent,
          Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
        guard try wait(for: POLLOUT, by: deadline, stopping) else {
          throw .player("it takes no messages")
        }
        continue
      }
      guard count > 0 else { throw .system("the player takes no commands", code: errno) }
      sent += count
    }
  }

  /// The next message; `nil` if none is there by `deadline`, or at the end.
  mutating func receive(
    by deadline: WallTime, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> [UInt8]? {
    while true {
      if let message = try takeMessage() { return message }
      if isAtEnd { return nil }
      guard try wait(for: POLLIN, by: deadline, stopping) else { return nil }
      try read()
    }
  }

  /// Waits until the connection can be read or written; `false` if it cannot by `deadline`.
  private func wait(
    for events: Int32, by deadline: WallTime, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> Bool {
    while true {
      try stopping.check()
      let left = deadline - MonotonicClock.now
      guard left > .zero else { return false }
      // Somebody may ask to stop meanwhile.
      let pause = min(100, (left.nanoseconds + 999_999) / 1_000_000)
      var request = pollfd(fd: descriptor.number, events: Int16(events), revents: 0)
      let ready = unsafe poll(&request, 1, Int32(pause))
      if ready < 0, errno != EINTR { throw .system("cannot wait for the player", code: errno) }
      if ready > 0 { return true }
    }
  }

  /// Whether the player has closed its end.
  var hasEnded: Bool { isAtEnd && buffer.isEmpty }

  private mutating func read() throws(ValidationError) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe chunk.withUnsafeMutableBytes { bytes in
      unsafe Foundation.read(descriptor.number, bytes.baseAddress, bytes.count)
    }
    if count < 0, errno == EINTR { return }
    // A terminal whose program has ended fails.
    guard count > 0 else {
      isAtEnd = true
      return
    }
    buffer += chunk[..<count]
    guard buffer.count <= Self.maximumLength else { throw .player("it sends no end of a message") }
  }

  private mutating func takeMessage() throws(ValidationError) -> [UInt8]? {
    switch framing {
    case .lines: return takeMessage { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    case .zeros: return takeMessage { $0 == 0 }
    case .lengths:
      guard let colon = buffer.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      guard let length = Int(String(decoding: buffer[..<colon], as: UTF8.self)), length >= 0,
        length <= Self.maximumLength
      else { throw .player("it sends a message without its length") }
      guard buffer.count > colon + length else { return nil }
      defer { buffer.removeSubrange(...(colon + length)) }
      return Array(buffer[(colon + 1)...(colon + length)])
    case .responses: return try takeResponse()
    }
  }

  private mutating func takeResponse() throws(ValidationError) -> [UInt8]? {
    let blank = Array("\r\n\r\n".utf8)
    guard let end = buffer.firstRange(of: blank)?.upperBound else { return nil }
    let head = String(decoding: buffer[..<end], as: UTF8.self).lowercased()
    let field = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
    guard let value = field?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces),
      let length = Int(value), (0...Self.maximumLength).contains(length)
    else { throw .player("it answers without a length") }
    guard buffer.count >= end + length else { return nil }
    defer { buffer.removeSubrange(..<(end + length)) }
    return Array(buffer[end..<(end + length)])
  }

  /// The next message that is not empty.
  private mutating func takeMessage(before isEnd: (UInt8) -> Bool) -> [UInt8]? {
    buffer.trimPrefix(while: isEnd)
    guard let place = buffer.firstIndex(where: isEnd) else {
      // What a program printed last may lack its end.
      guard isAtEnd, !buffer.isEmpty else { return nil }
      defer { buffer = [] }
      return buffer
    }
    defer { buffer.removeSubrange(...place) }
    return Array(buffer[..<place])
  }
}
