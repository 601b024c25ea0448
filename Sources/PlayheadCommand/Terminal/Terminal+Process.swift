import POSIX

extension Terminal {
  /// The current terminal of this process.
  static func ofProcess() -> Terminal {
    Terminal(
      environment: environment(of: variables), output: Stream(descriptor: STDOUT_FILENO),
      error: Stream(descriptor: STDERR_FILENO))
  }

  /// The process's environment variables with these names.
  static func environment(of names: [String]) -> [String: String] {
    var environment: [String: String] = [:]
    for name in names {
      if let value = unsafe getenv(name) { environment[name] = unsafe String(cString: value) }
    }
    return environment
  }
}

extension Terminal.Stream {
  /// Queries the system about a file descriptor.
  init(descriptor: Int32) {
    isTerminal = isatty(descriptor) == 1
    var size = winsize()
    if isTerminal, unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      columns = Int(size.ws_col)
    }
  }
}
