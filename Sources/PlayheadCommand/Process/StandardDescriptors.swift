import POSIX

/// The three file descriptors that a process starts with.
enum StandardDescriptors {
  /// Opens those that were closed, so that a later file does not get their number and, with it, our
  /// output.
  ///
  /// They are opened in the wrong direction, so that an invisible result is still an error.
  static func fill() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // The system assigns the lowest free number, which is this one.
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
