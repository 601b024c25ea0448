import PlayerValidation
import PlayheadKit

/// The values of `--format` of `validate`.
enum ValidationFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// For programs.
  case json
  /// A document to look at.
  case html
}

extension Option {
  static let realPlayer = Option(
    "with", "w", .choice(of: RealPlayer.self, placeholder: "PLAYER"), in: .validation,
    help: "The real player: "
      + RealPlayer.allCases.map(\.rawValue).joined(separator: ", "),
    brief: "The real player, such as mpv", default: "that of --player")
  static let playerProgram = Option(
    "program", nil, .file("PATH"), in: .validation,
    help: "The player's program", default: "the one on the search path")
  static let playerLibrary = Option(
    "library", nil, .file("FILE"), in: .validation,
    help: "The script of hls.js, dash.js or Shaka Player to play with, a module or plain")
  static let repetitions = Option(
    "repeat", nil, .text("COUNT"), in: .validation,
    help: "Number of runs; the prediction is judged against their spread", default: "1")
  static let replay = Option(
    "replay", nil, .file("DIR|FILE"), in: .validation,
    help: "Instead of playing anything, hold predictions against the measurements in DIR, which "
      + "--format json wrote")
  static let accessLog = Option(
    "access-log", nil, .file("FILE"), in: .validation,
    help: "Instead of playing anything, hold the prediction of avplayer-hls against the access log "
      + "and error log of AVPlayer in FILE, as JSON",
    brief: "Compare with an access log of AVPlayer")
  static let requiredAgreement = Option(
    "require", nil, .text("SHARES"), in: .validation,
    help: "With --replay: exit 1 unless as many percent of the predictions for each player agree, "
      + "such as stallCount=92,startup=100,stallSeconds=96")
  static let fit = Option(
    "fit", nil, .text("KEYS"), in: .validation,
    help: "With --replay: propose values of these keys of a policy, such as "
      + "startupBuffer,resumeBuffer, by half of the measurements, and check them by the rest")
  static let watchLimit = Option(
    "limit", nil, .text("DURATION"), in: .validation,
    help: "Maximum time to watch the player",
    default: "half as long again as predicted, and 20 s")
  static let validationFormat = Option(
    "format", nil, .choice(of: ValidationFormat.self), in: .output,
    help: "Format of the result: text, json or html", default: "text")
}

extension ParsedArguments {
  /// The real player by `--with`, or the one of the name that `--player` has.
  func realPlayer() throws(Failure) -> RealPlayer {
    if let player: RealPlayer = choice(.realPlayer) { return player }
    if let player = value(.player).flatMap(RealPlayer.init(rawValue:)) { return player }
    let ladderPlayer = value(.player).flatMap(LadderPlayer.named)
    if let player = RealPlayer.allCases.first(where: {
      ladderPlayer != nil && $0.ladderPlayer?.name == ladderPlayer?.name
    }) {
      return player
    }
    throw Failure(
      .usage, "missing option", at: Option.realPlayer.spelling, why: "a real player is required",
      hint: "write \(Option.realPlayer.spelling)=\(RealPlayer.mpv.rawValue)")
  }

  /// The number of runs by `--repeat`.
  func repetitions() throws(Failure) -> Int {
    guard let text = value(.repetitions) else { return 1 }
    guard let count = Int(text), (1...100).contains(count) else {
      throw Failure(badValue: text, of: .repetitions, why: "expected a number from 1 to 100")
    }
    return count
  }
}
