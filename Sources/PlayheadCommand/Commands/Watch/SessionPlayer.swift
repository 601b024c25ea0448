import MediaReading
import PlayheadKit
import PlayheadWatch

/// Plays sessions of what was read.
protocol SessionPlayer: Sendable {
  /// The player that is used without `--player`.
  var usualPlayer: String { get }
  /// The names of the players that can play it.
  var players: [String] { get }
  /// The names of the rules of adaptation that there are.
  var rules: [String] { get }

  /// The session that `arguments` ask for.
  func session(_ arguments: ParsedArguments) throws(Failure) -> WatchedSession

  /// The frame that is wanted, or why there is none.
  func frame(_ wanted: WantedFrame) -> Result<FramePicture, NoPictures>
}

/// A frame of the video that is to be shown.
struct WantedFrame: Hashable {
  /// When it is shown, in media time.
  var time: MediaTime
  /// The name of the player, and the level of a ladder that it has loaded there.
  var player: String
  var level: Int?
  /// The size that it fits into, in pixels.
  var (width, height): (Int, Int)
}

extension SessionPlayer {
  /// How far rows of the timeline are apart: close enough for graphs, and not too many.
  static func tick(for duration: MediaTime) -> WallTime {
    let step = WallTime.milliseconds(100)
    let steps = duration.nanoseconds / (step.nanoseconds * 12_000)
    return step * (steps + 1)
  }
}
