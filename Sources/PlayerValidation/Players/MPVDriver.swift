import POSIX
import PlayheadFiles
import PlayheadModel

/// mpv, watched over its JSON IPC; it ends as the connection closes.
struct MPVDriver {
  /// Without the user's settings, and with outputs that keep time but need no device.
  private static let arguments = [
    "--no-config", "--no-terminal", "--idle=yes", "--vo=null", "--ao=null", "--hwdec=no",
    "--load-scripts=no", "--ytdl=no", "--input-ipc-client=fd://3",
  ]
  /// An mpv that takes longer for a command has failed.
  private static let patience = WallTime.seconds(30)
  private static let properties = ["paused-for-cache", "time-pos", "demuxer-cache-time"]

  static func watch(
    _ task: PlayerTask, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> PlayerWatch {
    let program = try task.program(of: .mpv)
    let ends = try Descriptor.pair()
    var process = try PlayerProcess(
      program, Self.arguments, environment: ["HOME": task.folder],
      descriptors: [3: ends.theirs.number])
    var session = Session(ends.intoChannel(.lines))
    var watch = try session.run(task, stopping)
    if session.channel.hasEnded {
      watch.observations.append(
        PlayerObservation(
          time: MonotonicClock.now, mediaTime: session.mediaTime,
          .failed("mpv \(process.endingWords())")))
    }
    // It lives until here.
    _ = consume process
    return watch
  }

  /// The conversation with one mpv.
  private struct Session: ~Copyable {
    var channel: PlayerConnection
    var watch = PlayerWatch(version: "mpv")
    var mediaTime: MediaTime?
    var cacheTime: MediaTime?
    var hasStarted = false
    var isWaiting = false

    init(_ channel: consuming PlayerConnection) { self.channel = channel }

    mutating func run(
      _ task: PlayerTask, _ stopping: borrowing Stopping
    ) throws(ValidationError) -> PlayerWatch {
      try command([.string("get_property"), .string("mpv-version")], stopping)
      for (number, property) in MPVDriver.properties.enumerated() {
        try command(
          [.string("observe_property"), .integer(Int64(number) + 1), .string(property)], stopping)
      }
      try command([.string("loadfile"), .string(task.url)], stopping)
      let deadline = MonotonicClock.now + task.limit
      while let message = try channel.receive(by: deadline, stopping) {
        guard let value = JSONValue(message) else { throw .player("mpv sends no JSON") }
        if take(value) { break }
      }
      return watch
    }

    private func command(
      _ words: [JSONValue], _ stopping: borrowing Stopping
    ) throws(ValidationError) {
      try channel.send(
        JSONValue.object([.init(key: "command", value: .array(words))]).bytes,
        by: MonotonicClock.now + MPVDriver.patience, stopping)
    }

    private mutating func note(_ kind: PlayerObservation.Kind) {
      watch.observations.append(
        PlayerObservation(time: MonotonicClock.now, mediaTime: mediaTime, kind))
    }

    /// Takes in a message; returns whether it is the last.
    private mutating func take(_ message: JSONValue) -> Bool {
      if let version = message["data"]?.text, message["event"] == nil, version.hasPrefix("mpv") {
        watch.version = version
      }
      switch message["event"]?.text {
      case "start-file": note(.asked)
      case "file-loaded": note(.opened)
      case "playback-restart":
        hasStarted = true
        note(.playing)
      case "property-change":
        take(message["data"] ?? .null, of: message["name"]?.text ?? "")
      case "end-file":
        guard message["reason"]?.text == "eof" else {
          note(.failed(message["file_error"]?.text ?? "mpv gave up"))
          return true
        }
        note(.ended)
        return true
      default: break
      }
      return false
    }

    private mutating func take(_ data: JSONValue, of property: String) {
      switch property {
      case "paused-for-cache":
        guard let flag = data.flag, flag != isWaiting else { break }
        isWaiting = flag
        if hasStarted { note(flag ? .waiting(reason: nil) : .playing) }
      case "time-pos":
        guard let seconds = data.number else { break }
        mediaTime = MediaTime(nanoseconds: Int64(seconds * 1e9))
        note(.position(bufferedTo: cacheTime))
      case "demuxer-cache-time":
        cacheTime = data.number.map { MediaTime(nanoseconds: Int64($0 * 1e9)) }
      default: break
      }
    }
  }
}
