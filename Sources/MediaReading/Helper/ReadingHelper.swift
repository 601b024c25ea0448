#if os(Linux)
  import CSandbox
  import Glibc
  import Synchronization
#endif

/// Reads media files in processes of their own, confined to the file.
///
/// A process that reads has no network, no file but the one that it is handed, and bounded memory
/// and processor time; see ``ReadingLimits``. If a file crashes it, that is a finding about the
/// file.
///
/// It is copied from this process, so it has to be started before this process has other threads:
/// first thing in `main`. Every file then gets a copy of that copy, which takes less than a
/// millisecond. Where this is not supported, files are read in this process.
public final class ReadingHelper: Sendable {
  #if os(Linux)
    private let control: Mutex<Int32>
    private let process: pid_t
    private let notice = Mutex<Notice>(.none)

    private enum Notice { case none, due, given }

    private init(control: Int32, process: pid_t) {
      self.control = Mutex(control)
      self.process = process
    }
  #endif

  /// Starts it; `nil` where that is not supported or fails.
  ///
  /// - Precondition: this process has no other threads yet.
  public static func start() -> ReadingHelper? {
    #if os(Linux)
      guard let (own, other) = SocketPair.make() else { return nil }
      let process = playhead_fork()
      if process == 0 {
        close(own)
        WorkerFactory(control: other).serve()
      }
      close(other)
      guard process > 0 else {
        close(own)
        return nil
      }
      return ReadingHelper(control: own, process: process)
    #else
      return nil
    #endif
  }

  /// Ends it and all readings, while this process goes on; ``stop()`` waits for that.
  ///
  /// Its memory takes milliseconds to be given back, which nobody has to wait for who has something
  /// else to do once all files are read.
  public func finish() {
    #if os(Linux)
      control.withLock { control in
        if control >= 0 { close(control) }
        control = -1
      }
    #endif
  }

  /// Ends it and all readings, and waits until they have ended.
  public func stop() {
    #if os(Linux)
      finish()
      // It ends at once. If it does not, nothing it does is worth waiting for.
      for _ in 0..<1000 {
        if waitpid(process, nil, WNOHANG) != 0 { return }
        usleep(200)
      }
      kill(process, SIGKILL)
      _ = waitpid(process, nil, 0)
    #endif
  }

  /// Whether a reading was found to be confined by limits only, as the system permits no filter of
  /// system calls; `true` once.
  package func takeLimitsOnlyNotice() -> Bool {
    #if os(Linux)
      notice.withLock { notice in
        guard notice == .due else { return false }
        notice = .given
        return true
      }
    #else
      false
    #endif
  }
}

#if os(Linux)
  extension ReadingHelper {
    /// Notes that a process could not be confined.
    func noteLimitsOnly() {
      notice.withLock { if $0 == .none { $0 = .due } }
    }

    /// The smallest limit of open files with which a file is read.
    private static let fewestDescriptors: rlim_t = 24

    /// Starts a process that can read from `file`, or is sent what it asks for if that is `nil`.
    func startWorker(reading file: Int32?) throws(SocketFailure) -> RunningWorker {
      // A process that reads gets by with a few, but moves them about.
      var files = rlimit()
      if unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0,
        files.rlim_cur < Self.fewestDescriptors
      {
        throw SocketFailure(code: EMFILE)
      }
      guard let (data, workerData) = SocketPair.make() else { throw SocketFailure() }
      defer { close(workerData) }
      guard let (status, workerStatus) = SocketPair.make() else {
        close(data)
        throw SocketFailure()
      }
      defer { close(workerStatus) }
      let worker = RunningWorker(data: data, status: status)
      let descriptors = [workerData, workerStatus] + (file.map { [$0] } ?? [])
      var mark: UInt8 = 1
      let sent = control.withLock { control in
        unsafe playhead_send_descriptors(control, &mark, 1, descriptors, Int32(descriptors.count))
      }
      guard sent == 1 else { throw SocketFailure() }
      return worker
    }
  }

  /// A process that reads a file, which ends with this value.
  struct RunningWorker: ~Copyable {
    let data: Int32
    private let status: Int32

    init(data: Int32, status: Int32) {
      self.data = data
      self.status = status
    }

    deinit {
      close(data)
      close(status)
    }

    /// Waits until the process has ended, and returns how; `nil` if nobody knows.
    func end() -> WorkerEnd? {
      // It ends now if it has not.
      shutdown(data, Int32(SHUT_RDWR))
      var words = [Int64](repeating: 0, count: WorkerEnd.words)
      let size = words.count * MemoryLayout<Int64>.stride
      var request = pollfd(fd: status, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&request, 1, 5000) == 1, unsafe recv(status, &words, size, 0) == size else {
        return nil
      }
      return WorkerEnd(words)
    }
  }

  /// How a process that read a file ended.
  struct WorkerEnd {
    /// The number of the signal that ended it, or 0.
    var signal: Int32
    /// The processor time that it took, in seconds.
    var processorSeconds: Int64
    /// Where it was.
    var place: ReadingTrace.Place
    /// Whether its memory was used up when it crashed.
    var isShortOfMemory: Bool

    /// The number of words that it is sent as.
    static let words = 6

    init?(_ words: [Int64]) {
      guard words.count == Self.words, let signal = Int32(exactly: words[0]),
        let activity = ReadingTrace.Activity(rawValue: words[2])
      else { return nil }
      self.signal = signal
      processorSeconds = words[1]
      place = ReadingTrace.Place(activity: activity, pass: words[3], packet: words[4])
      isShortOfMemory = words[5] != 0
    }

    /// Whether somebody ended it before it began to read.
    var isUnused: Bool { signal == SIGKILL && place.activity == .none && processorSeconds == 0 }

    /// The name of the signal.
    var signalName: String {
      switch signal {
      case 0: "it ended early"
      case SIGABRT: "SIGABRT"
      case SIGSEGV: "SIGSEGV"
      case SIGBUS: "SIGBUS"
      case SIGILL: "SIGILL"
      case SIGFPE: "SIGFPE"
      case SIGTRAP: "SIGTRAP"
      case SIGKILL: "SIGKILL"
      default: "signal \(signal)"
      }
    }
  }

  /// Two connected sockets.
  enum SocketPair {
    static func make() -> (Int32, Int32)? {
      var ends: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
      return (ends[0], ends[1])
    }
  }

  /// A system call on a socket failed; `errno` says why.
  struct SocketFailure: Error {
    var code = errno
  }
#endif
