import Foundation
import PlayheadFiles
import PlayheadModel

/// WebKitGTK's MiniBrowser on a screen that nobody sees, driven by WebDriver.
struct WebKitGTKDriver: ~Copyable, Browser {
  private let screen: PlayerProcess
  private let driver: PlayerProcess
  private let port: UInt16
  /// The path of the session.
  private var session = ""
  private static let patience = WallTime.seconds(30)
  /// Where Debian, Fedora and Arch keep it.
  private static let browsers = ["/usr/lib", "/usr/lib64", "/usr/libexec"]

  static func watch(
    _ task: PlayerTask, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> PlayerWatch {
    var driver = try WebKitGTKDriver(task, stopping)
    let version = try driver.begin(stopping)
    let watch = try driver.watch(task, version: version, stopping)
    // It leaves its browser behind otherwise.
    _ = try? driver.call("DELETE", "", nil, stopping)
    return watch
  }

  private init(_ task: PlayerTask, _ stopping: borrowing Stopping) throws(ValidationError) {
    let program = try task.program(of: .webkitgtk)
    let folder = task.folder
    let bus = try PlayerProcess.find(["dbus-run-session"], package: "dbus-daemon")
    let server = try PlayerProcess.find(["Xvfb"], package: "xvfb")
    let ends = try Descriptor.pair()
    let screen = try PlayerProcess(
      server, ["-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
      descriptors: [3: ends.theirs.number])
    var channel = ends.intoChannel(.lines)
    let deadline = MonotonicClock.now + Self.patience
    guard let line = try channel.receive(by: deadline, stopping) else {
      throw .player("Xvfb opens no screen")
    }
    let display = ":" + String(decoding: line, as: UTF8.self)
    let port = try Descriptor.freePort()
    let driver = try PlayerProcess(
      bus, ["--", program, "--port=\(port)"],
      environment: [
        "DISPLAY": display, "HOME": folder, "XDG_RUNTIME_DIR": folder, "GDK_BACKEND": "x11",
        "LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
      ])
    self.port = port
    self.screen = screen
    self.driver = driver
  }

  /// Opens a session; returns the version.
  private mutating func begin(_ stopping: borrowing Stopping) throws(ValidationError) -> String {
    let deadline = MonotonicClock.now + Self.patience
    while (try? Descriptor.connection(toPort: port)) == nil {
      guard MonotonicClock.now < deadline else { throw .player("its driver does not start") }
      try MonotonicClock.sleep(for: .milliseconds(50), stopping)
    }
    var options: [JSONValue.Member] = [
      .init(
        key: "args",
        value: .array([.string("--automation"), .string("--autoplay-policy=allow")]))
    ]
    if let browser = Self.findBrowser() {
      options.append(.init(key: "binary", value: .string(browser)))
    }
    let created = try call(
      "POST", "/session",
      .members([
        "capabilities": .members([
          "alwaysMatch": .members(["webkitgtk:browserOptions": .object(options)])
        ])
      ]), stopping)
    guard let id = created["sessionId"]?.text else { throw .player("it opens no session") }
    session = "/session/\(id)"
    _ = try call("POST", "/url", .members(["url": .string("about:blank")]), stopping)
    let capabilities = created["capabilities"]
    return "webkitgtk \(capabilities?["browserVersion"]?.text ?? "of unknown version")"
  }

  /// The browser's path; `nil` leaves it to the driver.
  private static func findBrowser() -> String? {
    for folder in browsers {
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
      if let name = names.first(where: { $0.hasSuffix("/MiniBrowser") }) {
        return "\(folder)/\(name)"
      }
    }
    return nil
  }

  mutating func evaluate(
    _ expression: String, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> JSONValue {
    try call(
      "POST", "/execute/sync",
      .members(["script": .string("return (\(expression))"), "args": .array([])]), stopping)
  }

  /// Calls a method of WebDriver, each on a connection of its own.
  private func call(
    _ method: String, _ path: String, _ parameters: JSONValue?, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> JSONValue {
    var channel = PlayerConnection(try Descriptor.connection(toPort: port), .responses)
    let body = parameters?.bytes ?? []
    let head =
      "\(method) \(session)\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
      + "Connection: close\r\n\r\n"
    let deadline = MonotonicClock.now + Self.patience
    try channel.send(Array(head.utf8) + body, by: deadline, stopping)
    guard let bytes = try channel.receive(by: deadline, stopping),
      let value = JSONValue(bytes)?["value"]
    else { throw .player("it has not answered \(path) in 30 seconds") }
    if value["error"] != nil, let problem = value["message"]?.text { throw .player(problem) }
    return value
  }
}
