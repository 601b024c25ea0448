import Foundation
import Synchronization

/// Runs programs, with nothing to read and nobody to write to, and measures them.
enum ChildProcess {
  /// The program that runs now, if one does, and whether the user wants to stop.
  private static let state = Mutex<(running: pid_t?, isStopped: Bool)>((nil, false))

  /// Ends the program that runs and lets no other begin.
  static func stopAll() {
    state.withLock { state in
      state.isStopped = true
      if let running = state.running { kill(running, SIGTERM) }
    }
  }

  /// Throws once the user wants to stop.
  static func checkStop() throws(BenchmarkError) {
    if state.withLock({ $0.isStopped }) { throw .interrupted }
  }

  /// Runs `command` to its end; throws unless it succeeds.
  static func run(_ command: ProcessCommand) throws(BenchmarkError) -> Cost {
    try checkStop()
    let start = ContinuousClock.now
    let child = try spawn(command)
    state.withLock { $0.running = child }
    let (status, usage) = wait(for: child)
    let wall = (ContinuousClock.now - start).inSeconds
    state.withLock { $0.running = nil }
    try checkStop()
    guard status == 0 else {
      let words = ([command.executable] + command.arguments).joined(separator: " ")
      throw BenchmarkError("cannot measure, \(words): it failed")
    }
    #if canImport(Darwin)
      let unit = 1
    #else
      let unit = 1024
    #endif
    return Cost(
      wall: wall, cpu: usage.ru_utime.inSeconds + usage.ru_stime.inSeconds,
      peakBytes: Int(usage.ru_maxrss) * unit)
  }

  private static func wait(for child: pid_t) -> (status: Int32, usage: rusage) {
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
    return (status, usage)
  }

  private static func spawn(_ command: ProcessCommand) throws(BenchmarkError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for number in [STDOUT_FILENO, STDERR_FILENO] {
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
    }
    let words = [command.executable] + command.arguments
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let code = unsafe posix_spawnp(
      &child, command.executable, &actions, nil, &arguments, environ)
    guard code == 0 else {
      let reason = unsafe String(cString: strerror(code))
      throw BenchmarkError("cannot run, \(command.executable): \(reason)")
    }
    return child
  }
}

extension timeval {
  fileprivate var inSeconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

extension Duration {
  /// The length in seconds, as near as a `Double` comes.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// A program to run, its words, and what to call it.
struct ProcessCommand: Sendable {
  var label: String
  var executable: String
  var arguments: [String]

  init(_ label: String, _ executable: String, _ arguments: [String]) {
    self.label = label
    self.executable = executable
    self.arguments = arguments
  }
}
