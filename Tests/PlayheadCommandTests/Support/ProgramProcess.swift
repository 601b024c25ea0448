import Foundation

/// The program as a process of its own, for what needs signals, pipes and terminals.
final class ProgramProcess {
  /// The executable that is built beside the tests.
  static let executable = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "playhead")

  private let process = Process()
  private let diagnosticsPipe = Pipe()
  private let diagnosticsReading: Reading
  let cache: TemporaryFolder

  /// Starts the program with `arguments` in the project's root, after what the shell does by
  /// `preparation`; results go to `output`.
  init(
    _ arguments: [String], preparation: String = "", output: FileHandle,
    input: FileHandle = .nullDevice,
    environment: [String: String] = [:]
  ) throws {
    cache = try TemporaryFolder()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "\(preparation)\nexec \"$0\" \"$@\"", Self.executable.path] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: Project.root)
    process.environment = ["XDG_CACHE_HOME": cache.path].merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = diagnosticsPipe
    let process = process
    try Self.withoutHeldBackSignals { try process.run() }
    let handle = diagnosticsPipe.fileHandleForReading
    diagnosticsReading = Reading { handle }
  }

  /// Starts a process as a shell would: it inherits the signals that a thread holds back, and those
  /// that tests run on hold back nearly all.
  private static func withoutHeldBackSignals(_ start: () throws -> Void) rethrows {
    var (none, before) = (sigset_t(), sigset_t())
    _ = unsafe sigemptyset(&none)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try start()
  }

  /// Waits until it takes signals itself, rather than being killed by them.
  func awaitReadiness() throws {
    try wait { try holdsBack(SIGINT) }
  }

  /// Whether its main thread leaves a signal to the thread that waits for signals.
  func holdsBack(_ number: Int32) throws -> Bool {
    let status = "/proc/\(process.processIdentifier)/status"
    let text = try String(contentsOfFile: status, encoding: .utf8)
    let mask = text.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
      .flatMap { UInt64($0.split(whereSeparator: \.isWhitespace)[1], radix: 16) }
    return (mask ?? 0) >> (UInt64(number) - 1) & 1 == 1
  }

  /// The processes that it has started and that have not ended.
  var children: [pid_t] { Self.children(of: process.processIdentifier) }

  /// The processes that the one numbered `number` has started and that have not ended.
  static func children(of number: pid_t) -> [pid_t] {
    let path = "/proc/\(number)/task/\(number)/children"
    let list = try? String(contentsOfFile: path, encoding: .utf8)
    return (list ?? "").split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
  }

  /// The processor time that it has taken, in ticks, which are hundredths of a second.
  var processorTime: Int { Self.processorTime(of: process.processIdentifier) }

  /// The processor time of the process numbered `number`.
  static func processorTime(of number: pid_t) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ")
    return fields.count > 14 ? (Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0) : 0
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// What the shell and the user learn in the end.
  func end() -> (code: Int32, isKilled: Bool, diagnostics: String) {
    let diagnostics = String(decoding: diagnosticsReading.wait() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, process.terminationReason == .uncaughtSignal, diagnostics)
  }

  /// Waits until `condition` holds; only a test that fails waits for long.
  func wait(until condition: () throws -> Bool) throws {
    // What is waited for is often looked up in all of the system's processes.
    for _ in 0..<7500 {
      if try condition() { return }
      usleep(4000)
    }
    process.terminate()
    throw NeverHeld()
  }

  struct NeverHeld: Error {}
}

/// A pipe with a name.
struct NamedPipe {
  let path: String
  private let folder: TemporaryFolder

  init(_ name: String = "pipe") throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/\(name)"
    guard unsafe mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
  }

  /// The end to write to, or `nil` as long as nobody reads.
  func openForWriting() -> FileHandle? {
    let number = unsafe open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    return number < 0 ? nil : FileHandle(fileDescriptor: number, closeOnDealloc: true)
  }
}

extension FileHandle {
  /// How many bytes of a pipe are waiting to be read.
  var waitingBytes: Int {
    var count: Int32 = 0
    return unsafe ioctl(fileDescriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : -1
  }
}
