#if os(Linux)
  import Glibc

  /// The kinds of messages between a process that reads a file and the one that wants it read.
  enum MessageKind: UInt32 {
    /// What to read, and how.
    case request = 1
    /// Whether the process is confined by a filter of system calls, one byte.
    case confined
    /// How far it has come.
    case progress
    /// A message of FFmpeg's.
    case log
    /// An offset and a count of bytes of the file that it needs, and a count of those that it takes
    /// as well.
    case wanted
    /// Offsets of the beginnings and ends of ranges that it reads next.
    case wantedNext
    /// Bytes that were wanted; none at the end of the file, or where ranges were announced.
    case bytes
    /// Why bytes that were wanted cannot be read.
    case unreadable
    /// The index without its samples, and what decoding found.
    case facts
    /// The samples, as in memory.
    case samples
    /// The order in which a demuxer emits them, as in memory.
    case order
    /// Why the file cannot be read.
    case failure
    /// Small pictures of key frames.
    case pictures
  }

  /// Messages over a socket: each a mark of the version, a kind and a length, and then so many
  /// bytes.
  struct MessageChannel: Sendable {
    let socket: Int32
    /// Called while nothing can be sent or received, about twenty times a second; throws to give
    /// up.
    var whileWaiting: (@Sendable () throws(ChannelError) -> Void)?

    /// Why there is no message.
    enum ChannelError: Error {
      /// The other process has ended.
      case closed
      /// It sent what is no message, or one too long.
      case malformed
      /// Nobody wants to wait any longer.
      case stopped
    }

    /// The head of a message.
    struct Head {
      var kind: MessageKind
      /// The number of bytes that follow.
      var count: Int
    }

    private static let version: UInt32 = 0x5048_0001
    private static let headWords = 4

    /// Sends a message whose content is `bytes`.
    func send(_ kind: MessageKind, _ bytes: UnsafeRawBufferPointer) throws(ChannelError) {
      let head: [UInt32] = [
        Self.version, kind.rawValue, UInt32(truncatingIfNeeded: bytes.count),
        UInt32(truncatingIfNeeded: bytes.count >> 32),
      ]
      unsafe try head.span.withUnsafeBytes { head throws(ChannelError) in
        try unsafe sendAll(head)
      }
      try unsafe sendAll(bytes)
    }

    func send(_ kind: MessageKind, _ bytes: [UInt8] = []) throws(ChannelError) {
      unsafe try bytes.span.withUnsafeBytes { bytes throws(ChannelError) in
        try unsafe send(kind, bytes)
      }
    }

    private func sendAll(_ bytes: UnsafeRawBufferPointer) throws(ChannelError) {
      var done = 0
      while done < bytes.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
        let flags = Int32(MSG_NOSIGNAL) | waitFlag
        let count = unsafe Glibc.send(socket, rest.baseAddress, rest.count, flags)
        if count > 0 {
          done += count
        } else if errno == EAGAIN {
          try wait(Int16(POLLOUT))
        } else if errno != EINTR {
          throw .closed
        }
      }
    }

    /// Receives the head of the next message.
    func receive() throws(ChannelError) -> Head {
      let words: [UInt32] = try elements(Self.headWords)
      guard words[0] == Self.version, let kind = MessageKind(rawValue: words[1]),
        let count = Int(exactly: UInt64(words[2]) | UInt64(words[3]) << 32)
      else { throw .malformed }
      return Head(kind: kind, count: count)
    }

    /// Receives the content of a message, of at most `limit` bytes.
    func content(of head: Head, atMost limit: Int) throws(ChannelError) -> [UInt8] {
      try elements(of: head, atMost: limit)
    }

    /// Receives the content of a message, of at most `limit` elements as they are in memory.
    func elements<Element: BitwiseCopyable>(
      of head: Head, atMost limit: Int
    ) throws(ChannelError) -> [Element] {
      let stride = MemoryLayout<Element>.stride
      let count = head.count / stride
      guard count <= limit, head.count == count * stride else { throw .malformed }
      return try elements(count)
    }

    private func elements<Element: BitwiseCopyable>(
      _ count: Int
    ) throws(ChannelError) -> [Element] {
      // Memory is taken only as bytes come.
      var failure: ChannelError?
      let elements = unsafe [Element](unsafeUninitializedCapacity: count) { buffer, filled in
        do throws(ChannelError) {
          let whole = unsafe UnsafeMutableRawBufferPointer(
            start: buffer.baseAddress, count: count * MemoryLayout<Element>.stride)
          try unsafe receiveAll(into: whole)
          filled = count
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      return elements
    }

    private func receiveAll(into buffer: UnsafeMutableRawBufferPointer) throws(ChannelError) {
      var done = 0
      while done < buffer.count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        let count = unsafe recv(socket, rest.baseAddress, rest.count, waitFlag)
        if count > 0 {
          done += count
        } else if count == 0 {
          throw .closed
        } else if errno == EAGAIN {
          try wait(Int16(POLLIN))
        } else if errno != EINTR {
          throw .closed
        }
      }
    }

    private var waitFlag: Int32 { whileWaiting == nil ? 0 : Int32(MSG_DONTWAIT) }

    private func wait(_ events: Int16) throws(ChannelError) {
      var request = pollfd(fd: socket, events: events, revents: 0)
      if unsafe poll(&request, 1, 50) <= 0 { try whileWaiting?() }
    }
  }
#endif
