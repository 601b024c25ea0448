import Foundation
import PlayheadFiles
import PlayheadModel

/// A program that runs in a process group of its own, and ends with this value.
struct PlayerProcess: ~Copyable {
  private let id: pid_t
  private var ending: Ending?

  /// How a program ended.
  enum Ending: Hashable, Sendable {
    /// By itself, with this status.
    case status(Int32)
    /// By a signal.
    case signal(Int32)
  }

  /// Starts `program`, with nothing to read.
  ///
  /// - Parameters:
  ///   - program: a path, or a name on the search path.
  ///   - arguments: what follows its name.
  ///   - environment: what differs from this process's environment.
  ///   - descriptors: ours, by the numbers that the program has them under; standard output and
  ///     error go nowhere unless they are among them.
  /// - Throws: ``ValidationError`` if the program cannot be started.
  init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    descriptors: [Int32: Int32] = [:]
  ) throws(ValidationError) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for number in [STDOUT_FILENO, STDERR_FILENO] where descriptors[number] == nil {
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
    }
    for (theirs, ours) in descriptors {
      unsafe posix_spawn_file_actions_adddup2(&actions, ours, theirs)
    }
    // Ctrl-C is for us, and who ends the group ends the programs that the player has started.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK)
    unsafe posix_spawnattr_setflags(&attributes, flags)

    var variables = ProcessInfo.processInfo.environment
    variables.merge(environment) { $1 }
    var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    var settings = unsafe variables.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
      for index in unsafe settings.indices { unsafe free(settings[index]) }
    }
    var id: pid_t = 0
    var code: Int32 = 0
    for _ in 0..<50 {
      code = unsafe posix_spawnp(&id, program, &actions, &attributes, &words, &settings)
      // A program that was just written may be open for a moment in a child that is about to run
      // another.
      guard code == ETXTBSY else { break }
      usleep(10_000)
    }
    guard code == 0 else { throw .system("cannot start \(program)", code: code) }
    self.id = id
  }

  deinit {
    kill(-id, SIGKILL)
    var status: Int32 = 0
    if ending == nil { while unsafe waitpid(id, &status, 0) < 0, errno == EINTR {} }
  }

  /// Whether the program has ended.
  mutating func hasEnded() -> Bool {
    var status: Int32 = 0
    if ending == nil, unsafe waitpid(id, &status, WNOHANG) == id { ending = Ending(status) }
    return ending != nil
  }

  /// How the program ended; `nil` if it has not within `patience`.
  ///
  /// Its output is closed a little before that.
  mutating func ending(within patience: WallTime) -> Ending? {
    let deadline = MonotonicClock.now + patience
    while !hasEnded(), MonotonicClock.now < deadline { usleep(1000) }
    return ending
  }

  /// How the program ended, in words that follow its name; its connection is closed.
  mutating func endingWords() -> String {
    ending(within: .seconds(1))?.description ?? "closed its connection"
  }

  /// The first of `programs` on the search path.
  static func find(_ programs: [String], package: String) throws(ValidationError) -> String {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for program in programs {
      for folder in folders {
        let path = "\(folder)/\(program)"
        if FileManager.default.isExecutableFile(atPath: path) { return path }
      }
    }
    throw .missing(programs: programs, package: package)
  }

  /// What `program` prints, of at most 64 KiB, if it ends soon.
  static func output(
    of program: String, _ arguments: [String], _ stopping: borrowing Stopping
  ) throws(ValidationError) -> String {
    let ends = try Descriptor.pair()
    var child = try PlayerProcess(
      program, arguments, descriptors: [STDOUT_FILENO: ends.theirs.number])
    var channel = ends.intoChannel(.lines)
    var lines: [String] = []
    let deadline = MonotonicClock.now + .seconds(10)
    while lines.count < 100, let line = try channel.receive(by: deadline, stopping) {
      lines.append(String(decoding: line, as: UTF8.self))
    }
    _ = child.hasEnded()
    return lines.joined(separator: "\n")
  }
}

extension PlayerProcess.Ending {
  /// What `waitpid` says of a program that has ended.
  fileprivate init(_ status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }
}

extension PlayerProcess.Ending: CustomStringConvertible {
  /// In words, to follow what ended.
  var description: String {
    switch self {
    case .status(let status): "ended with status \(status)"
    case .signal(let signal): "was ended by \(Self.name(of: signal))"
    }
  }

  private static func name(of signal: Int32) -> String {
    let names: [Int32: String] = [
      SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL",
      SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
      SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM",
      SIGTERM: "SIGTERM", SIGXCPU: "SIGXCPU", SIGSYS: "SIGSYS",
    ]
    return names[signal] ?? "signal \(signal)"
  }
}

extension Descriptor.Pair {
  /// Keeps our end, and closes that of the program.
  consuming func intoChannel(_ framing: PlayerConnection.Framing) -> PlayerConnection {
    PlayerConnection(ours, framing)
  }
}
