import Expectations
import Foundation
import Testing

@testable import PlayheadCommand

/// A terminal of tmux that runs `watch`, with its keys, its mouse and what it shows.
private final class WatchTerminal {
  private let name = "playhead-test-\(UUID().uuidString)"
  private let folder: TemporaryFolder

  static let isPossible = (try? ToolRun(["tmux", "-V"]))?.code == 0

  init(columns: Int, rows: Int, _ arguments: String, environment: String = "") throws {
    folder = try TemporaryFolder()
    try start(
      "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
      "cd \(Project.root); stty -g > \(folder.path)/before; "
        + "env LC_ALL=C.UTF-8 XDG_CACHE_HOME=\(folder.path) \(environment) "
        + "\(ProgramProcess.executable.path) watch Fixtures/clips/faststart.mp4 \(arguments); "
        + "echo code $?; stty -g > \(folder.path)/after; sleep 60")
  }

  deinit { _ = try? tmux("kill-server") }

  /// Starts tmux, which stays: it must hold back no signals, as tests do, and hold nothing that
  /// somebody waits to be closed.
  private func start(_ arguments: String...) throws {
    let script = """
      import signal, subprocess, sys
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      nothing = subprocess.DEVNULL
      sys.exit(subprocess.call(sys.argv[1:], stdin=nothing, stdout=nothing, stderr=nothing))
      """
    let run = try ToolRun(["python3", "-c", script, "tmux", "-L", name] + arguments)
    expect(run.code, equals: 0, "\(run.diagnostics)")
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String {
    try ToolRun(["tmux", "-L", name] + arguments).output
  }

  var screen: String {
    get throws { try tmux("capture-pane", "-p", "-J") }
  }

  func type(_ keys: String...) throws {
    for key in keys { try tmux("send-keys", key) }
  }

  /// The mouse, in the form SGR: a button with its column and row, from one.
  func mouse(_ button: Int, _ column: Int, _ row: Int, isRelease: Bool = false) throws {
    try tmux("send-keys", "-l", "\u{1B}[<\(button);\(column);\(row)\(isRelease ? "m" : "M")")
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// Waits until the screen has `words`, and returns it.
  func await(_ words: String) throws -> String {
    for _ in 0..<100 {
      let screen = try screen
      if screen.contains(words) { return screen }
      usleep(50_000)
    }
    Issue.record("no \"\(words)\" in:\n\(try screen)")
    return ""
  }

  /// Whether the terminal is as it was before.
  var isAsBefore: Bool {
    get throws {
      let flags = try tmux(
        "display", "-p",
        "#{mouse_any_flag}#{mouse_button_flag}#{mouse_sgr_flag}#{alternate_on}"
          + "#{cursor_flag}")
      let (before, after) = (
        try String(contentsOfFile: "\(folder.path)/before", encoding: .utf8),
        try String(contentsOfFile: "\(folder.path)/after", encoding: .utf8)
      )
      return flags == "00001\n" && before == after
    }
  }

  /// Sends a signal to the program.
  func signal(_ name: String) throws {
    let shell = try tmux("display", "-p", "#{pane_pid}").trimmingCharacters(in: .newlines)
    guard let number = pid_t(shell), let program = ProgramProcess.children(of: number).first else {
      Issue.record("no program")
      return
    }
    _ = try ToolRun(["sh", "-c", "kill -\(name) \(program)"])
  }
}

@Suite("watch in a terminal", .enabled(if: WatchTerminal.isPossible), .serialized)
struct WatchTerminalTests {
  private static let session = "-n 800k --latency 50ms --no-pictures --paused"

  @Test("It draws at every size, and after a resize", arguments: [(40, 10), (80, 24), (200, 50)])
  func sizes(columns: Int, rows: Int) throws {
    let terminal = try WatchTerminal(columns: columns, rows: rows, Self.session)
    _ = try terminal.await("starting")
    try terminal.type("s")
    let screen = try terminal.await("STALLED")
    let lines = screen.split(separator: "\n")
    expect(lines.contains { $0.contains("███") && $0.contains("●") && $0.count < columns })
    try terminal.resize(columns: 90, rows: 30)
    try terminal.type("?")
    _ = try terminal.await("q           Quit, and print")
    try terminal.type("q")
    _ = try terminal.await("code 0")
    try expect(terminal.isAsBefore)
  }

  @Test("The thumb follows the mouse, and the seek happens on release")
  func mouse() throws {
    let terminal = try WatchTerminal(columns: 80, rows: 24, Self.session)
    _ = try terminal.await("starting")
    try terminal.mouse(0, 10, 5)
    _ = try terminal.await(" 1.9 ")
    try terminal.mouse(32, 41, 6)
    let held = try terminal.await("10.133 / 20.0")
    expect(!held.contains("seek 1"))
    try terminal.mouse(0, 41, 24, isRelease: true)
    _ = try terminal.await("seek 1 to 10.133 s")
    try terminal.type("q")
    let end = try terminal.await("code 0")
    expect(end.replacing("\n", with: "").contains("'--do=0s seek 10.133'"))
  }

  @Test(
    "Control-Z, or a signal to stop, gives the terminal back, and it goes on with fg",
    arguments: [true, false])
  func suspend(isKey: Bool) throws {
    let terminal = try WatchTerminal(columns: 80, rows: 24, Self.session)
    _ = try terminal.await("starting")
    if isKey { try terminal.type("C-z") } else { try terminal.signal("TSTP") }
    // The shell of a script has no job control: the whole pane is stopped until somebody lets it.
    usleep(300_000)
    try terminal.signal("CONT")
    try terminal.type("s")
    _ = try terminal.await("STALLED")
    try terminal.type("C-c")
    _ = try terminal.await("code 130")
    try expect(terminal.isAsBefore)
  }

  @Test("A signal and a crash leave the terminal as it was", arguments: ["TERM", "HUP", "SEGV"])
  func signals(name: String) throws {
    let terminal = try WatchTerminal(columns: 80, rows: 24, Self.session)
    _ = try terminal.await("starting")
    try terminal.signal(name)
    _ = try terminal.await(name == "SEGV" ? "code 139" : "code 130")
    try expect(terminal.isAsBefore)
  }

  @Test("NO_COLOR and a terminal without UTF-8 are heeded")
  func plain() throws {
    let terminal = try WatchTerminal(
      columns: 80, rows: 24, Self.session + " --ascii", environment: "NO_COLOR=1")
    let screen = try terminal.await("starting")
    expect(screen.utf8.allSatisfy { $0 < 0x80 })
    try terminal.type("q")
    _ = try terminal.await("code 0")
  }
}
