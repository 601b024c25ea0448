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
  struct FileWorker: Sendable {
    private let channel: MessageChannel
    private let descriptor: Int32?
    /// The address of the notes.
    private let notes: UInt

    /// A worker that talks over `channel`, reads from `descriptor` or else asks for bytes, and
    /// notes at `notes` where it is.
    init(channel: MessageChannel, descriptor: Int32?, notes: UnsafeMutableRawPointer) {
      self.channel = channel
      self.descriptor = descriptor
      self.notes = UInt(bitPattern: notes)
    }

    /// Reads the file and ends the process.
    func run() -> Never {
      do {
        let head = try channel.receive()
        guard head.kind == .request else { _exit(1) }
        let content = try channel.content(of: head, atMost: HelperReading.largestFacts)
        let request = try JSONDecoder().decode(ReadingRequest.self, from: Data(content))
        let limits = request.limits
        unsafe playhead_watch_crashes(
          ReadingTrace.shortage(of: notes), Int(clamping: limits.memory / 4))
        // What is used for the first time inside the sandbox must not need files.
        let isConfined = Sandbox.enter(limits, bytes: request.size, socket: channel.socket)
        // A `Mutex` names the thread that holds it by a number that the thread keeps. This one
        // keeps that of the process it is copied from, so it must not hold one that another thread
        // waits for.
        let thread = Threads.start {
          do {
            try serve(request, isConfined: isConfined)
          } catch {
            _exit(1)
          }
          _exit(0)
        }
        if let thread { Threads.join(thread) }
        refuse(.shortOfMemory, Sender(channel))
        _exit(0)
      } catch {}
      _exit(1)
    }

    private func serve(_ request: ReadingRequest, isConfined: Bool) throws {
      guard let mode = DecodeMode(rawValue: request.mode) else { _exit(1) }
      let limits = request.limits
      let sender = Sender(channel)
      sender.send(.confined, [isConfined ? 1 : 0])
      FFmpegLog.route(to: nil)
      if request.wantsLog {
        FFmpegLog.route { (message: FFmpegMessage) in sender.send(message) }
      }

      let source: any ByteSource & Sendable =
        descriptor.map { FileBytes(owning: $0, size: request.size) }
        ?? ServedBytes(
          channel, size: request.size, isDistant: request.isDistant, sender: sender)
      let trace = ReadingTrace(
        notes: notes, crashes: request.crashes, isSequential: request.isSequential)
      let file = InputFile(source, name: request.name, limits: limits, trace: trace)
      if let pictures = request.pictures {
        Sandbox.limitProcessorTime(limits, bytes: request.size, decodes: true)
        return serve(pictures, of: file, sender)
      }
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
        refuse(ReadingRefusal(error), sender)
      }
    }

    private func serve(_ request: KeyPictureRequest, of file: InputFile, _ sender: Sender) {
      do throws(MediaReadingError) {
        let reading = KeyPictureReading(
          file: file, request: request, interruption: Interruption())
        let answer = try reading.read()
        sender.send(.pictures, Array((try? JSONEncoder().encode(answer)) ?? Data()))
      } catch {
        refuse(ReadingRefusal(error), sender)
      }
    }

    private func refuse(_ refusal: ReadingRefusal, _ sender: Sender) {
      sender.send(.failure, Array((try? JSONEncoder().encode(refusal)) ?? Data()))
    }

    private func send(
      _ reading: MediaReading, mode: DecodeMode, _ sender: Sender
    ) throws(MediaReadingError) {
      guard let facts = try? JSONEncoder().encode(ReadingFacts(reading, mode: mode)) else {
        throw .noAnswer(name: "", reason: "")
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
    let isDistant: Bool
    private let channel: MessageChannel
    private let sender: Sender
    /// One exchange at a time, and what was fetched beyond what was asked for: the heads of
    /// fragments are read in many small pieces, and again and again.
    private let turn = Mutex(Window())

    private struct Window {
      var start: Int64 = 0
      var bytes: [UInt8] = []
    }

    /// The most that is asked for at once.
    static let largestRead = 1 << 20

    /// How much is taken over where less is asked for, of what is at hand.
    private static let leastRead = 16 << 10

    /// The most ranges that are announced at once.
    static let mostRanges = 1 << 20

    init(_ channel: MessageChannel, size: Int64, isDistant: Bool, sender: Sender) {
      self.channel = channel
      self.size = size
      self.isDistant = isDistant
      self.sender = sender
    }

    func willRead(_ ranges: [ByteRange]) throws(ReadFailure) {
      guard isDistant, let first = ranges.first else { return }
      let words = ranges.prefix(Self.mostRanges).flatMap { [$0.lowerBound, $0.upperBound] }
      let answer = turn.withLock { _ in
        exchange(.wantedNext, words, at: first.lowerBound, atMost: 0)
      }
      _ = try answer.get()
    }

    func read(
      into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(ReadFailure) -> Int {
      let count = Int(min(Int64(min(buffer.count, Self.largestRead)), max(0, size - offset)))
      guard count > 0, offset >= 0 else { return 0 }
      let answer = turn.withLock { window in
        let place = offset - window.start
        if place >= 0, place + Int64(count) <= window.bytes.count {
          unsafe buffer.copyBytes(from: window.bytes[Int(place)..<Int(place) + count])
          return Result<Int, ReadFailure>.success(count)
        }
        let most = min(Int64(max(count, Self.leastRead)), size - offset)
        return exchange(.wanted, [offset, Int64(count), most], at: offset, atMost: Int(most)).map {
          bytes in
          let read = min(count, bytes.count)
          unsafe buffer.copyBytes(from: bytes[..<read])
          if bytes.count > count { window = Window(start: offset, bytes: bytes) }
          return read
        }
      }
      return try answer.get()
    }

    /// The answer to a message whose content is `words`, of at most `count` bytes.
    private func exchange(
      _ kind: MessageKind, _ words: [Int64], at offset: Int64, atMost count: Int
    ) -> Result<[UInt8], ReadFailure> {
      unsafe words.withUnsafeBytes { unsafe sender.send(kind, $0) }
      do throws(MessageChannel.ChannelError) {
        let head = try channel.receive()
        let bytes = try channel.content(of: head, atMost: Self.largestRead)
        guard head.kind == .bytes, bytes.count <= count else {
          let reason = String(decoding: bytes, as: UTF8.self)
          return .failure(ReadFailure(offset: offset, reason: reason))
        }
        return .success(bytes)
      } catch {
        _exit(1)
      }
    }
  }
#endif
