import POSIX
import PlayheadFiles
import PlayheadModel

/// Chromium without a window, driven over a pipe by its DevTools protocol.
struct ChromiumDriver: ~Copyable, Browser {
  private var process: PlayerProcess
  private var channel: PlayerConnection
  private var count: Int64 = 0
  private var session: String?
  private var own: [PlayerObservation] = []
  /// How long an answer may take.
  private static let patience = WallTime.seconds(30)

  static func watch(
    _ task: PlayerTask, with library: BrowserLibrary? = nil, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> PlayerWatch {
    var driver = try ChromiumDriver(task)
    var version = try driver.begin(at: task.page ?? "about:blank", stopping)
    if let library, let text = task.library {
      version = "\(try driver.load(library, text, stopping)) in \(version)"
    }
    return try driver.watch(task, with: library, version: version, stopping)
  }

  private init(_ task: PlayerTask) throws(ValidationError) {
    let program = try task.program(of: .chromium)
    let folder = task.folder
    var arguments = [
      "--headless=new", "--remote-debugging-pipe", "--user-data-dir=\(folder)",
      "--autoplay-policy=no-user-gesture-required", "--no-first-run", "--disable-gpu",
      "--disable-extensions", "--disable-background-networking", "--disable-component-update",
      "--disable-default-apps", "--disable-sync", "--metrics-recording-only",
      "--no-default-browser-check", "--password-store=basic", "about:blank",
    ]
    // Its sandbox does not work for root.
    if geteuid() == 0 { arguments.insert("--no-sandbox", at: 0) }
    let ends = try Descriptor.pair()
    process = try PlayerProcess(
      program, arguments, environment: ["HOME": folder],
      descriptors: [3: ends.theirs.number, 4: ends.theirs.number])
    channel = ends.intoChannel(.zeros)
  }

  /// Opens a page; returns the version.
  private mutating func begin(
    at page: String, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> String {
    let version = try call("Browser.getVersion", .object([]), stopping)
    let target = try call(
      "Target.createTarget", .members(["url": .string(page)]), stopping)
    let attached = try call(
      "Target.attachToTarget",
      .members(["targetId": target["targetId"] ?? .null, "flatten": .bool(true)]), stopping)
    guard let session = attached["sessionId"]?.text else { throw .player("it opens no page") }
    self.session = session
    _ = try call("Media.enable", .object([]), stopping)
    // The page, which takes a request, has the document's address once it is there.
    let deadline = MonotonicClock.now + Self.patience
    while try evaluate(
      "document.URL === 'about:blank' || document.readyState !== 'complete'", stopping
    )
    .flag ?? true, page != "about:blank" {
      guard MonotonicClock.now < deadline else { throw .player("it does not open its page") }
      try MonotonicClock.sleep(for: .milliseconds(20), stopping)
    }
    return version["product"]?.text?.replacingPrefix("HeadlessChrome/", by: "chromium ")
      .replacingPrefix("Chrome/", by: "chromium ") ?? "chromium"
  }

  mutating func evaluate(
    _ expression: String, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> JSONValue {
    let result = try call(
      "Runtime.evaluate",
      .members([
        "expression": .string(expression), "returnByValue": .bool(true),
        "userGesture": .bool(true), "awaitPromise": .bool(true),
      ]), stopping)
    if let problem = result["exceptionDetails"]?["exception"]?["description"]?.text {
      throw .player(problem)
    }
    return result["result"]?["value"] ?? .null
  }

  mutating func takeOwnObservations() -> [PlayerObservation] {
    defer { own = [] }
    return own
  }

  /// Calls a method of the browser, and takes in what it tells meanwhile.
  private mutating func call(
    _ method: String, _ parameters: JSONValue, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> JSONValue {
    count += 1
    var members: [JSONValue.Member] = [
      .init(key: "id", value: .integer(count)), .init(key: "method", value: .string(method)),
      .init(key: "params", value: parameters),
    ]
    if let session { members.append(.init(key: "sessionId", value: .string(session))) }
    let deadline = MonotonicClock.now + Self.patience
    try channel.send(JSONValue.object(members).bytes, by: deadline, stopping)
    while let bytes = try channel.receive(by: deadline, stopping) {
      guard let message = JSONValue(bytes) else { throw .player("it sends no JSON") }
      guard message["id"]?.number == Double(count) else {
        note(message)
        continue
      }
      if let problem = message["error"]?["message"]?.text {
        throw .player("\(method): \(problem)")
      }
      return message["result"] ?? .null
    }
    throw .player(
      channel.hasEnded
        ? "it \(process.endingWords())" : "it has not answered \(method) in 30 seconds")
  }

  /// Reads the media log, which says why the player waits.
  private mutating func note(_ message: JSONValue) {
    guard message["method"]?.text == "Media.playerEventsAdded" else { return }
    for event in message["params"]?["events"]?.elements ?? [] {
      guard let text = event["value"]?.text, let value = JSONValue(Array(text.utf8)),
        let state = value["pipeline_buffering_state"] ?? value["video_buffering_state"]
          ?? value["audio_buffering_state"],
        state["state"]?.text == "BUFFERING_HAVE_NOTHING", let reason = state["reason"]?.text
      else { continue }
      own.append(PlayerObservation(time: MonotonicClock.now, .explained(reason)))
    }
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String, by other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }
}
