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
    var environment: [String: String] = [:]
    for name in variables {
      if let value = unsafe getenv(name) { environment[name] = unsafe String(cString: value) }
    }
    return Terminal(
      environment: environment, output: Stream(descriptor: STDOUT_FILENO),
      error: Stream(descriptor: STDERR_FILENO))
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
