#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The three open files that a process starts with.
enum StandardDescriptors {
  /// Fills in those that were closed, so that no file we open later gets their number and, with
  /// it, what we write there.
  ///
  /// They are opened the wrong way round, so that a result that cannot be seen is still an error.
  static func fill() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // The system gives out the lowest free number, which is this one.
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
