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

  /// What a screen shows after `text`, line by line, without the spaces at their ends.
  ///
  /// It knows carriage returns and the sequence that erases the rest of a line; others, such as
  /// those of colours, move nothing.
  static func lines(_ text: String) -> [String] {
    var lines = [""]
    var shown: [Unicode.Scalar] = []
    var column = 0
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": column = 0
      case "\n":
        lines.append("")
        (shown, column) = ([], 0)
      case "\u{1B}" where rest.first == "[":
        let parameters = rest.dropFirst().prefix { !("@"..."~").contains($0) }
        rest = rest[parameters.endIndex...]
        if rest.popFirst() == "K", ["", "0"].contains(String(parameters)) {
          shown.removeSubrange(min(column, shown.count)...)
        }
      default:
        while shown.count <= column { shown.append(" ") }
        shown[column] = scalar
        column += 1
      }
      let end = shown.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
      lines[lines.count - 1] = String(String.UnicodeScalarView(shown[..<end]))
    }
    return lines
  }
}
