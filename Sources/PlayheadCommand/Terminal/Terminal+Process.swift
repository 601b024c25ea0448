#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Terminal {
  /// The terminal of this process as it is now.
  static func ofProcess() -> Terminal {
    Terminal(
      environment: environment(of: variables), output: Stream(descriptor: STDOUT_FILENO),
      error: Stream(descriptor: STDERR_FILENO))
  }

  /// The variables of this process that have these names.
  static func environment(of names: [String]) -> [String: String] {
    var environment: [String: String] = [:]
    for name in names {
      if let value = unsafe getenv(name) { environment[name] = unsafe String(cString: value) }
    }
    return environment
  }
}

extension Terminal.Stream {
  /// Asks the system about an open file.
  init(descriptor: Int32) {
    isTerminal = isatty(descriptor) == 1
    var size = winsize()
    if isTerminal, unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      columns = Int(size.ws_col)
    }
  }
}
