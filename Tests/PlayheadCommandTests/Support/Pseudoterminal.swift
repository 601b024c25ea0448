import Foundation

/// A terminal that nobody sits at, as wide as asked for; Python makes it, as Swift finds none of
/// the system's functions for that.
struct Pseudoterminal {
  var columns: Int

  private static let script = """
    import fcntl, os, pty, struct, sys, termios
    program, terminal = pty.fork()
    if program == 0:
        size = struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0)
        fcntl.ioctl(0, termios.TIOCSWINSZ, size)
        os.execv(sys.argv[2], sys.argv[2:])
    while True:
        try:
            text = os.read(terminal, 65536)
        except OSError:
            break
        if not text:
            break
        sys.stdout.buffer.write(text)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(program, 0)[1]))
    """

  /// Runs the program with all three of its files here, and returns what it wrote.
  func run(_ arguments: [String], environment: [String: String]) throws -> (
    code: Int32, text: String
  ) {
    let cache = try TemporaryFolder()
    let own = [
      "XDG_CACHE_HOME": cache.path, "LC_ALL": "", "LC_CTYPE": "", "NO_COLOR": "",
      // Python would make a UTF-8 locale of C.
      "PYTHONCOERCECLOCALE": "0",
    ]
    let run = try ToolRun(
      ["python3", "-c", Self.script, "\(columns)", ProgramProcess.executable.path] + arguments,
      environment: own.merging(environment) { $1 })
    return (run.code, run.output + run.diagnostics)
  }

  /// What stands in the lines of a screen after `text`, which has no escape sequences.
  static func lines(_ text: String) -> [String] {
    text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        var shown: [Character] = []
        for part in line.split(separator: "\r", omittingEmptySubsequences: false) {
          shown.replaceSubrange(0..<min(shown.count, part.count), with: part)
        }
        while shown.last == " " { shown.removeLast() }
        return String(shown)
      }
  }
}
