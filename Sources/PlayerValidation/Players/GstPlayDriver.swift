import Foundation
import PlayheadFiles
import PlayheadModel

/// gst-play with sinks that keep time but show nothing, watched by what it prints.
struct GstPlayDriver {
  static func watch(
    _ task: PlayerTask, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> PlayerWatch {
    let program = try task.program(of: .gstPlay)
    let printed = try PlayerProcess.output(of: program, ["--version"], stopping)
    let words = printed.split(whereSeparator: \.isWhitespace)
    let number = words.first { $0.first?.isNumber ?? false && $0.contains(".") }
    var watch = PlayerWatch(version: "gst-play \(number ?? "of unknown version")")
    let ends = try Descriptor.terminal()
    let process = try PlayerProcess(
      program,
      [
        "--no-interactive", "--videosink=fakesink sync=true", "--audiosink=fakesink sync=true",
        task.url,
      ], environment: ["HOME": task.folder, "LC_ALL": "C"],
      descriptors: [STDOUT_FILENO: ends.theirs.number, STDERR_FILENO: ends.theirs.number])
    var channel = ends.intoChannel(.lines)
    let deadline = MonotonicClock.now + task.limit
    var state = Reading()
    watching: while let bytes = try channel.receive(by: deadline, stopping) {
      let text = String(decoding: bytes, as: UTF8.self)
      guard let observation = state.observation(of: text) else { continue }
      watch.observations.append(observation)
      switch observation.kind {
      case .ended, .failed: break watching
      default: break
      }
    }
    _ = consume process
    return watch
  }

  /// What its lines mean, one after the other.
  struct Reading {
    private var isPlaying = false
    private var hasStarted = false
    private var mediaTime: MediaTime?

    /// What a line says at this instant; `nil` for what is of no interest.
    mutating func observation(of line: String) -> PlayerObservation? {
      let text = line.trimmingCharacters(in: .whitespaces)
      var kind: PlayerObservation.Kind?
      if text.hasPrefix("Now playing") {
        kind = .asked
      } else if text.hasPrefix("Prerolled") {
        kind = .opened
      } else if text.hasPrefix("Buffering... ") {
        let isFull = text.hasPrefix("Buffering... 100")
        if isFull != isPlaying { kind = isFull ? .playing : .waiting(reason: nil) }
        isPlaying = isFull
        if isFull { hasStarted = true }
      } else if text.hasPrefix("Reached end of play list") || text.hasPrefix("Finished playing") {
        kind = .ended
      } else if text.hasPrefix("ERROR") {
        kind = .failed(text)
      } else if let position = Self.position(text) {
        mediaTime = position
        if !hasStarted, position > .zero {
          (hasStarted, isPlaying) = (true, true)
          kind = .playing
        } else {
          kind = .position(bufferedTo: nil)
        }
      }
      return kind.map { PlayerObservation(time: MonotonicClock.now, mediaTime: mediaTime, $0) }
    }

    /// The position of `0:00:01.2 / 0:00:10.0`.
    private static func position(_ text: String) -> MediaTime? {
      let words = text.split(separator: " ")
      guard words.count >= 3, words[1] == "/" else { return nil }
      let fields = words[0].split(separator: ":")
      guard fields.count == 3, let hours = Int64(fields[0]), let minutes = Int64(fields[1]),
        let seconds = Double(fields[2]), (0...1000).contains(hours), (0...59).contains(minutes),
        (0...60).contains(seconds)
      else { return nil }
      return .seconds(hours * 3600 + minutes * 60) + MediaTime(nanoseconds: Int64(seconds * 1e9))
    }
  }
}
