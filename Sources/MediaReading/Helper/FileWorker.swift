#if os(Linux)
  import CSandbox
  import Glibc
  import PlayheadKit
  import Synchronization

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// Reads one file in a process made for it, and sends what it finds.
  @safe
  struct FileWorker {
    private let channel: MessageChannel
    private let descriptor: Int32?
    private let notes: UnsafeMutableRawPointer

    /// A worker that talks over `channel`, reads from `descriptor` or else asks for bytes, and notes at
    /// `notes` where it is.
    init(channel: MessageChannel, descriptor: Int32?, notes: UnsafeMutableRawPointer) {
      self.channel = channel
      self.descriptor = descriptor
      unsafe self.notes = notes
    }

    /// Reads the file and ends the process.
    func run() -> Never {
      do {
        let head = try channel.receive()
        guard head.kind == .request else { _exit(1) }
        let content = try channel.content(of: head, atMost: HelperReading.largestFacts)
        let request = try JSONDecoder().decode(ReadingRequest.self, from: Data(content))
        try serve(request)
      } catch {
        _exit(1)
      }
      _exit(0)
    }

    private func serve(_ request: ReadingRequest) throws {
      guard let mode = DecodeMode(rawValue: request.mode) else { _exit(1) }
      let limits = request.limits
      unsafe playhead_watch_crashes(
        notes.assumingMemoryBound(to: Int64.self) + 3, Int(clamping: limits.memory / 4))
      let sender = Sender(channel)
      // What is used for the first time inside the sandbox must not need files.
      let isConfined = Sandbox.enter(limits, bytes: request.size, socket: channel.socket)
      sender.send(.confined, [isConfined ? 1 : 0])
      FFmpegLog.route(to: nil)
      if request.wantsLog {
        FFmpegLog.route { (message: FFmpegMessage) in sender.send(message) }
      }

      let source: any ByteSource & Sendable =
        descriptor.map { FileBytes(owning: $0, size: request.size) }
        ?? ServedBytes(channel, size: request.size, sender: sender)
      let trace = unsafe ReadingTrace(
        notes: notes, crashes: request.crashes, isSequential: request.isSequential)
      let file = InputFile(source, name: request.name, limits: limits, trace: trace)
      var reading = FileReading(
        file: file, mode: mode, tracks: request.tracks, interruption: Interruption(),
        cores: max(1, request.cores), onProgress: { sender.send($0) })
      reading.willDecode = {
        Sandbox.limitProcessorTime(limits, bytes: request.size, decodes: true)
      }
      do throws(MediaReadingError) {
        let (result, mode) = try reading.read()
        try send(result, mode: mode, sender)
      } catch {
        let refusal = (try? JSONEncoder().encode(ReadingRefusal(error))) ?? Data()
        sender.send(.failure, Array(refusal))
      }
    }

    private func send(
      _ reading: MediaReading, mode: DecodeMode, _ sender: Sender
    ) throws(MediaReadingError) {
      guard let facts = try? JSONEncoder().encode(ReadingFacts(reading, mode: mode)) else {
        throw .crashed(name: "", signal: "")
      }
      sender.send(.facts, Array(facts))
      unsafe reading.index.samples.withUnsafeBytes { unsafe sender.send(.samples, $0) }
      if let order = reading.index.demuxerOrder {
        unsafe order.withUnsafeBytes { unsafe sender.send(.order, $0) }
      }
    }
  }

  /// Sends messages from several threads; where nobody receives them, the process ends.
  final class Sender: Sendable {
    private struct State {
      var isOpen = true
      var nextProgress = ContinuousClock.now
    }

    private let channel: MessageChannel
    private let state = Mutex(State())
    private static let interval = Duration.milliseconds(40)

    init(_ channel: MessageChannel) {
      self.channel = channel
    }

    func send(_ kind: MessageKind, _ bytes: UnsafeRawBufferPointer) {
      state.withLock { _ in
        do throws(MessageChannel.ChannelError) {
          try unsafe channel.send(kind, bytes)
        } catch {
          _exit(1)
        }
      }
    }

    func send(_ kind: MessageKind, _ bytes: [UInt8]) {
      unsafe bytes.withUnsafeBytes { unsafe send(kind, $0) }
    }

    /// Sends how far a reading has come, if the last time is some time ago.
    func send(_ progress: ReadingProgress) {
      let isDue = state.withLock { state in
        let now = ContinuousClock.now
        guard now >= state.nextProgress else { return false }
        state.nextProgress = now + Self.interval
        return true
      }
      guard isDue else { return }
      let words: [Int64] = [
        progress.phase == .decoding ? 1 : 0, progress.completed, progress.total ?? -1,
      ]
      unsafe words.withUnsafeBytes { unsafe send(.progress, $0) }
    }

    func send(_ message: FFmpegMessage) {
      let text = [message.source ?? "", message.text].map { $0.replacing("\0", with: "") }
      send(.log, Array(text.joined(separator: "\0").utf8))
    }
  }

  /// Bytes that the process which wants a file read reads on behalf of the one that reads it.
  final class ServedBytes: ByteSource, Sendable {
    let size: Int64
    private let channel: MessageChannel
    private let sender: Sender
    /// One exchange at a time.
    private let turn = Mutex(())

    /// The most that is asked for at once.
    static let largestRead = 1 << 20

    init(_ channel: MessageChannel, size: Int64, sender: Sender) {
      self.channel = channel
      self.size = size
      self.sender = sender
    }

    func read(
      into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(ReadFailure) -> Int {
      let count = Int(min(Int64(min(buffer.count, Self.largestRead)), max(0, size - offset)))
      guard count > 0, offset >= 0 else { return 0 }
      let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
      let address = UInt(bitPattern: part.baseAddress)
      let answer = turn.withLock { _ in exchange(offset, count, address) }
      return try answer.get()
    }

    private func exchange(
      _ offset: Int64, _ count: Int, _ address: UInt
    ) -> Result<Int, ReadFailure> {
      let words = [offset, Int64(count)]
      unsafe words.withUnsafeBytes { unsafe sender.send(.wanted, $0) }
      do throws(MessageChannel.ChannelError) {
        let head = try channel.receive()
        let bytes = try channel.content(of: head, atMost: Self.largestRead)
        guard head.kind == .bytes, bytes.count <= count else {
          let reason = String(decoding: bytes, as: UTF8.self)
          return .failure(ReadFailure(offset: offset, reason: reason))
        }
        let part = unsafe UnsafeMutableRawBufferPointer(
          start: UnsafeMutableRawPointer(bitPattern: address), count: count)
        unsafe part.copyBytes(from: bytes)
        return .success(bytes.count)
      } catch {
        _exit(1)
      }
    }
  }
#endif
