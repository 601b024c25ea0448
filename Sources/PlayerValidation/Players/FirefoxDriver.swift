import Foundation
import PlayheadFiles
import PlayheadModel

/// Firefox without a window, driven by Marionette.
struct FirefoxDriver: ~Copyable, Browser {
  private var process: PlayerProcess
  private var channel: PlayerConnection
  private var count: Int64 = 0
  private static let patience = WallTime.seconds(30)
  /// Plays without a gesture, keeps to itself, and asks for a free port.
  private static let settings = """
    user_pref("marionette.port", 0);
    user_pref("media.autoplay.default", 0);
    user_pref("media.autoplay.blocking_policy", 0);
    user_pref("app.update.enabled", false);
    user_pref("browser.shell.checkDefaultBrowser", false);
    user_pref("datareporting.policy.dataSubmissionEnabled", false);
    user_pref("network.captive-portal-service.enabled", false);
    user_pref("network.connectivity-service.enabled", false);
    user_pref("toolkit.telemetry.enabled", false);
    user_pref("browser.aboutwelcome.enabled", false);

    """

  static func watch(
    _ task: PlayerTask, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> PlayerWatch {
    var driver = try FirefoxDriver(task, stopping)
    let version = try driver.begin(stopping)
    return try driver.watch(task, version: version, stopping)
  }

  private init(_ task: PlayerTask, _ stopping: borrowing Stopping) throws(ValidationError) {
    let program = try task.program(of: .firefox)
    let folder = task.folder
    let profile = URL(fileURLWithPath: folder, isDirectory: true)
    guard
      (try? Data(Self.settings.utf8).write(to: profile.appendingPathComponent("user.js"))) != nil
    else { throw .system("cannot write \(folder)", code: errno) }
    var process = try PlayerProcess(
      program, ["--headless", "--marionette", "--no-remote", "--profile", folder],
      environment: ["HOME": folder, "MOZ_DISABLE_AUTO_SAFE_MODE": "1"])
    let deadline = MonotonicClock.now + Self.patience
    let file = profile.appendingPathComponent("MarionetteActivePort")
    var port: UInt16?
    while port == nil {
      guard !process.hasEnded() else { throw .player("it \(process.endingWords())") }
      guard MonotonicClock.now < deadline else { throw .player("it opens no port") }
      try MonotonicClock.sleep(for: .milliseconds(50), stopping)
      port = (try? String(contentsOf: file, encoding: .utf8)).flatMap { UInt16($0) }
    }
    let connection = try Descriptor.connection(toPort: port ?? 0)
    self.process = process
    channel = PlayerConnection(connection, .lengths)
  }

  /// Opens a session; returns the version.
  private mutating func begin(_ stopping: borrowing Stopping) throws(ValidationError) -> String {
    guard try channel.receive(by: MonotonicClock.now + Self.patience, stopping) != nil else {
      throw .player("it does not answer")
    }
    let session = try call("WebDriver:NewSession", .object([]), stopping)
    // Its first page runs no scripts of others.
    _ = try call("WebDriver:Navigate", .members(["url": .string("about:blank")]), stopping)
    let version = session["capabilities"]?["browserVersion"]?.text
    return "firefox \(version ?? "of unknown version")"
  }

  mutating func evaluate(
    _ expression: String, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> JSONValue {
    let result = try call(
      "WebDriver:ExecuteScript",
      .members([
        "script": .string("return (\(expression))"), "args": .array([]), "newSandbox": .bool(false),
      ]), stopping)
    return result["value"] ?? .null
  }

  private mutating func call(
    _ method: String, _ parameters: JSONValue, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> JSONValue {
    count += 1
    let deadline = MonotonicClock.now + Self.patience
    try channel.send(
      JSONValue.array([.integer(0), .integer(count), .string(method), parameters]).bytes,
      by: deadline, stopping)
    while let bytes = try channel.receive(by: deadline, stopping) {
      guard let message = JSONValue(bytes)?.elements, message.count == 4 else {
        throw .player("it sends no JSON")
      }
      guard message[1].number == Double(count) else { continue }
      if let problem = message[2]["message"]?.text { throw .player(problem) }
      return message[3]
    }
    throw .player(
      channel.hasEnded
        ? "it \(process.endingWords())" : "it has not answered \(method) in 30 seconds")
  }
}
