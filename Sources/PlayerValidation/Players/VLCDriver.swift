import Foundation
import PlayheadFiles
import PlayheadModel

/// VLC without a window, watched by its log, as its interfaces do not tell when it buffers.
struct VLCDriver {
  private static let arguments = [
    "-I", "dummy", "-vv", "--no-color", "--vout=dummy", "--aout=adummy", "--play-and-exit",
    "--no-metadata-network-access", "--no-media-library", "--no-video-title-show",
  ]

  static func watch(
    _ task: PlayerTask, _ stopping: borrowing Stopping
  ) throws(ValidationError) -> PlayerWatch {
    var program = try task.program(of: .vlc)
    var leading: [String] = []
    if geteuid() == 0 {
      // It refuses to run as root.
      let nobody = unsafe getpwnam("nobody")
      guard let user = unsafe nobody?.pointee,
        unsafe chown(task.folder, user.pw_uid, user.pw_gid) == 0
      else { throw .player("it does not run as root, and there is no other user") }
      leading = unsafe [
        "--reuid=\(user.pw_uid)", "--regid=\(user.pw_gid)", "--clear-groups", program,
      ]
      program = try PlayerProcess.find(["setpriv"], package: "util-linux")
    }
    let printed = try PlayerProcess.output(of: program, leading + ["--version"], stopping)
    let ends = try Descriptor.terminal()
    var process = try PlayerProcess(
      program, leading + Self.arguments + [task.url],
      environment: ["HOME": task.folder, "LC_ALL": "C.UTF-8"],
      descriptors: [STDOUT_FILENO: ends.theirs.number, STDERR_FILENO: ends.theirs.number])
    var channel = ends.intoChannel(.lines)
    var watch = PlayerWatch(version: Self.version(in: printed))
    let deadline = MonotonicClock.now + task.limit
    watching: while let bytes = try channel.receive(by: deadline, stopping) {
      guard let kind = Self.kind(of: String(decoding: bytes, as: UTF8.self)) else { continue }
      watch.observations.append(PlayerObservation(time: MonotonicClock.now, kind))
      switch kind {
      case .ended, .failed: break watching
      default: break
      }
    }
    if channel.hasEnded, watch.observations.last?.kind != .ended {
      watch.observations.append(
        PlayerObservation(time: MonotonicClock.now, .failed("VLC \(process.endingWords())")))
    }
    _ = consume process
    return watch
  }

  /// `vlc 3.0.24` of `VLC version 3.0.24 Vetinari (3.0.24-0-g…)`.
  static func version(in text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace)
    let number = words.first { $0.first?.isNumber ?? false && $0.contains(".") }
    return "vlc \(number.map(String.init) ?? "of unknown version")"
  }

  /// What a line of its log says; `nil` for what is of no interest.
  static func kind(of line: String) -> PlayerObservation.Kind? {
    if line.contains("starting playback of new item") { return .asked }
    if line.contains("Stream buffering done") { return .playing }
    if line.contains("PCR  is called too late") { return .waiting(reason: "late") }
    if line.contains("playlist debug: dead input") { return .ended }
    if line.contains("Your input can't be opened") { return .failed("it cannot open the file") }
    return nil
  }
}
