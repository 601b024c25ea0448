#if os(Linux)
  import Glibc
  import PlayheadKit

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// Reads a file in processes of its own: one, unless that crashes.
  ///
  /// After a crash another process reads the file up to there, so that the result is what a reading
  /// in this process would give of a file that is damaged at that place.
  struct HelperReading {
    let helper: ReadingHelper
    let reading: FileReading
    /// Called after a crash, before the file is read again.
    let onCrash: @Sendable (ReadingCrash) -> Void

    private typealias Done = (reading: MediaReading, mode: DecodeMode)

    /// How one process fared.
    private enum Outcome {
      case read(Done)
      case pictured(KeyPictureAnswer)
      case refused(ReadingRefusal)
      /// Bytes that it asked for could not be read.
      case unreadable(ReadFailure)
      case ended(WorkerEnd?)
    }

    /// The most that a message other than samples has, in bytes.
    static let largestFacts = 64 << 20
    /// A file can crash once in each pass over it.
    private static let maximumAttempts = 10
    private static let maximumMessages = 10_000

    private var file: InputFile { reading.file }
    /// The pictures that are wanted instead; `nil` for a reading.
    var pictures: KeyPictureRequest?

    /// The pictures that are wanted; a crash ends that.
    func readPictures() throws(MediaReadingError) -> KeyPictureAnswer {
      switch try attempt([], isSequential: true) {
      case .pictured(let answer): return answer
      case .refused(let refusal): throw refusal.error(name: file.name, limits: file.limits)
      case .unreadable(let failure): throw failure.error(reading: file.name)
      case .read, .ended: return KeyPictureAnswer(refusal: .crashed)
      }
    }

    func read() throws(MediaReadingError) -> (reading: MediaReading, mode: DecodeMode) {
      var crashes: [ReadingTrace.Place] = []
      var isSequential = false
      var signal = ""
      var spent: Int64 = 0
      var isReplaced = false
      for _ in 0..<Self.maximumAttempts {
        switch try attempt(crashes, isSequential: isSequential) {
        case .read(let result): return result
        case .pictured:
          throw .noAnswer(
            name: file.name, reason: "the process that reads it gave a malformed answer")
        case .refused(.shortOfMemory) where !isSequential && reading.mode != .none:
          // One thread needs less.
          isSequential = true
        case .refused(let refusal):
          throw refusal.error(name: file.name, limits: file.limits)
        case .unreadable(let failure): throw failure.error(reading: file.name)
        case .ended(let end):
          guard let end else {
            throw .resources(
              name: file.name,
              reason: "the process that reads it could not be started, or was ended")
          }
          // Who ends a process that waits may do so just as it is handed the file.
          if end.isUnused, !isReplaced {
            isReplaced = true
            continue
          }
          let isPlaced = isSequential || !end.place.activity.decodes
          if let cause = cause(of: end), isSequential || !end.isShortOfMemory || isPlaced {
            throw cause
          }
          signal = end.signalName
          // What several attempts take counts as one.
          spent += end.processorSeconds
          let limit = file.limits.processorSeconds(bytes: file.size, decodes: true)
          if spent >= limit { throw .exceeds(name: file.name, .processorTime(limit: limit)) }
          if isPlaced {
            guard !crashes.contains(end.place), end.place.activity != .none,
              end.place.activity != .opening
            else { throw .crashed(name: file.name, signal: signal) }
            crashes.append(end.place)
          }
          isSequential = true
          onCrash(ReadingCrash(name: file.name, signal: signal))
        }
      }
      throw .crashed(name: file.name, signal: signal)
    }

    /// The error that the end of a process is, if it was not a crash.
    private func cause(of end: WorkerEnd) -> MediaReadingError? {
      if end.isShortOfMemory {
        return .exceeds(name: file.name, .memory(limit: file.limits.memory))
      }
      let limits = file.limits
      let least = limits.processorSeconds(bytes: file.size, decodes: false)
      let most = limits.processorSeconds(bytes: file.size, decodes: true)
      switch end.signal {
      case SIGXCPU:
        let limit = end.processorSeconds < most ? least : most
        return .exceeds(name: file.name, .processorTime(limit: limit))
      case SIGKILL where end.processorSeconds >= most:
        return .exceeds(name: file.name, .processorTime(limit: most))
      case SIGKILL:
        return .resources(
          name: file.name, reason: "the system ended the process that reads it (SIGKILL)")
      default: return nil
      }
    }

    private func attempt(
      _ crashes: [ReadingTrace.Place], isSequential: Bool
    ) throws(MediaReadingError) -> Outcome {
      if reading.interruption.isRequested { throw .interrupted(name: file.name, fraction: 0) }
      let worker: RunningWorker
      do throws(SocketFailure) {
        worker = try helper.startWorker(reading: file.descriptor)
      } catch {
        if reading.interruption.isRequested { throw .interrupted(name: file.name, fraction: 0) }
        throw .resources(
          name: file.name,
          reason: "cannot start a process to read it: \(InputFile.words(for: error.code))")
      }
      let interruption = reading.interruption
      let channel = MessageChannel(
        socket: worker.data,
        whileWaiting: { () throws(MessageChannel.ChannelError) in
          if interruption.isRequested { throw .stopped }
        })
      do throws(MessageChannel.ChannelError) {
        try channel.send(.request, request(crashes, isSequential: isSequential))
        return try receive(channel)
      } catch {
        switch error {
        case .stopped: throw .interrupted(name: file.name, fraction: 0)
        case .malformed:
          throw .noAnswer(
            name: file.name, reason: "the process that reads it gave a malformed answer")
        case .closed:
          let end = worker.end()
          // A signal to all processes of a terminal is for this one.
          if interruption.isRequested { throw .interrupted(name: file.name, fraction: 0) }
          return .ended(end)
        }
      }
    }

    private func request(_ crashes: [ReadingTrace.Place], isSequential: Bool) -> [UInt8] {
      let request = ReadingRequest(
        name: Demuxer.probedName(of: file.name), size: file.size, mode: reading.mode.rawValue,
        tracks: reading.tracks, cores: isSequential ? 1 : reading.cores, limits: file.limits,
        isDistant: file.isDistant,
        wantsLog: FFmpegLog.isRouted && crashes.isEmpty && !isSequential, crashes: crashes,
        isSequential: isSequential, pictures: pictures)
      return Array((try? JSONEncoder().encode(request)) ?? Data())
    }

    /// Receives messages up to the result.
    private func receive(_ channel: MessageChannel) throws(MessageChannel.ChannelError) -> Outcome {
      var messages = 0
      var failure: ReadFailure?
      while true {
        let head = try channel.receive()
        switch head.kind {
        case .confined:
          if try channel.content(of: head, atMost: 1) != [1] { helper.noteLimitsOnly() }
        case .progress:
          report(try channel.elements(of: head, atMost: 3))
        case .log:
          let text = try channel.content(of: head, atMost: 1 << 16)
          messages += 1
          if messages <= Self.maximumMessages { log(text) }
        case .wanted:
          let bytes = try read(try channel.elements(of: head, atMost: 3))
          failure = try answer(bytes, channel) ?? failure
        case .wantedNext:
          let ranges: [Int64] = try channel.elements(of: head, atMost: 2 * ServedBytes.mostRanges)
          failure = try answer(try announce(ranges), channel) ?? failure
        case .failure:
          let content = try channel.content(of: head, atMost: Self.largestFacts)
          guard
            let refusal = try? JSONDecoder().decode(ReadingRefusal.self, from: Data(content))
          else { throw .malformed }
          if case .inputOutput = refusal, let failure { return .unreadable(failure) }
          return .refused(refusal)
        case .facts:
          let content = try channel.content(of: head, atMost: Self.largestFacts)
          guard let facts = try? JSONDecoder().decode(ReadingFacts.self, from: Data(content))
          else { throw .malformed }
          return .read(try result(facts, channel))
        case .pictures:
          let content = try channel.content(of: head, atMost: Self.largestFacts)
          guard let pictures,
            let answer = try? JSONDecoder().decode(KeyPictureAnswer.self, from: Data(content)),
            answer.isPlausible(for: pictures)
          else { throw .malformed }
          return .pictured(answer)
        case .request, .bytes, .unreadable, .samples, .order: throw .malformed
        }
      }
    }

    private func result(
      _ facts: ReadingFacts, _ channel: MessageChannel
    ) throws(MessageChannel.ChannelError) -> Done {
      func column<Element: BitwiseCopyable>(
        _ kind: MessageKind
      ) throws(MessageChannel.ChannelError) -> [Element] {
        let head = try channel.receive()
        guard head.kind == kind else { throw .malformed }
        return try channel.elements(of: head, atMost: file.limits.samples)
      }
      let samples: [Sample] = try column(.samples)
      let order: [UInt32]? = facts.hasOrder ? try column(.order) : nil
      guard
        let result = facts.reading(
          name: file.name, bytes: file.size, samples: samples, order: order)
      else { throw .malformed }
      return result
    }

    private func report(_ words: [Int64]) {
      guard words.count == 3 else { return }
      reading.onProgress(
        ReadingProgress(
          phase: words[0] == 1 ? .decoding : .indexing,
          completed: min(max(0, words[1]), max(0, file.size)),
          total: words[2] < 0 ? nil : file.size))
    }

    private func log(_ text: [UInt8]) {
      let parts = text.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 2 else { return }
      FFmpegLog.deliver(
        FFmpegMessage(source: parts[0].isEmpty ? nil : parts[0], text: parts[1]))
    }

    /// The bytes of the file that an offset and a count ask for, and those behind them that are at
    /// hand, up to another count.
    private func read(
      _ words: [Int64]
    ) throws(MessageChannel.ChannelError) -> Result<[UInt8], ReadFailure> {
      guard words.count == 3, words[0] >= 0, words[0] <= file.size, words[1] >= 1,
        (words[1]...Int64(ServedBytes.largestRead)).contains(words[2])
      else { throw .malformed }
      let count = max(words[1], min(words[2], file.countAtHand(from: words[0])))
      var failure: ReadFailure?
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
        do throws(ReadFailure) {
          filled = try unsafe file.read(into: UnsafeMutableRawBufferPointer(buffer), at: words[0])
        } catch {
          failure = error
        }
      }
      if let failure { return .failure(failure) }
      return .success(bytes)
    }

    /// Has ranges fetched that are read next; the answer has no bytes.
    private func announce(
      _ words: [Int64]
    ) throws(MessageChannel.ChannelError) -> Result<[UInt8], ReadFailure> {
      var ranges: [ByteRange] = []
      for place in stride(from: 0, to: words.count - 1, by: 2) {
        let (start, end) = (words[place], words[place + 1])
        guard 0 <= start, start <= end, end <= file.size else { throw .malformed }
        ranges.append(ByteRange(start, end))
      }
      do throws(ReadFailure) {
        try file.willRead(ranges)
        return .success([])
      } catch {
        return .failure(error)
      }
    }

    /// Sends what was asked for, or why there is none, which is the result.
    private func answer(
      _ answer: Result<[UInt8], ReadFailure>, _ channel: MessageChannel
    ) throws(MessageChannel.ChannelError) -> ReadFailure? {
      switch answer {
      case .success(let bytes):
        try channel.send(.bytes, bytes)
        return nil
      case .failure(let failure):
        try channel.send(.unreadable, Array(failure.reason.utf8))
        return failure
      }
    }
  }

  extension ReadingTrace.Activity {
    /// Whether several threads may have been at work, so that nobody knows which packet it was.
    fileprivate var decodes: Bool {
      switch self {
      case .decoding, .draining, .decodingInParallel: true
      case .none, .opening, .probing, .demuxing: false
      }
    }
  }
#endif
