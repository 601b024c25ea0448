import PlayheadKit

extension Option {
  static let player = Option(
    "player", "p", .suggestions("NAME|FILE", PlayerArgument.builtInNames, orFile: true),
    in: .player,
    help: "The player: the name of one that is built in, or the file of a policy; what other "
      + "options say replaces what is in it",
    brief: "A built-in player, or a policy's file",
    default: "basic")
  static let startupBuffer = Option(
    "startup-buffer", nil, .text("DURATION"), in: .player,
    help: "How much to buffer before playback starts",
    brief: "How much to buffer before it starts", default: "2s")
  static let resumeBuffer = Option(
    "resume-buffer", nil, .text("DURATION"), in: .player,
    help: "How much to buffer before playback resumes after a stall", default: "2s")
  static let afterSeekBuffer = Option(
    "after-seek-buffer", nil, .text("DURATION"), in: .player,
    help: "How much to buffer before playback goes on after a seek",
    default: "as much as after a stall")
  static let maxBuffer = Option(
    "max-buffer", nil, .text("HIGH[:LOW]"), in: .player,
    help: "Stop loading at HIGH and load again from LOW",
    brief: "Stop loading at HIGH, go on at LOW",
    default: "30s, and for LOW the greater of HIGH - 5s and half of HIGH")
  static let backBuffer = Option(
    "back-buffer", nil, .text("DURATION"), in: .player,
    help: "Forget what was played longer ago than this", default: "unlimited")
  static let noAutomaticWaiting = Option(
    "no-automatic-waiting", in: .player,
    help: "Play whatever there is and pause when it runs out, instead of waiting for enough")
  static let expensiveBuffer = Option(
    "expensive-buffer", nil, .text("DURATION"), in: .player,
    help: "Stop loading at this buffer level on an expensive path")
  static let expensiveRate = Option(
    "expensive-rate", nil, .text("RATE"), in: .player,
    help: "Take bytes at this rate at most on an expensive path")
  static let constrainedBuffer = Option(
    "constrained-buffer", nil, .text("DURATION"), in: .player,
    help: "Stop loading at this buffer level on a constrained path")
  static let constrainedRate = Option(
    "constrained-rate", nil, .text("RATE"), in: .player,
    help: "Take bytes at this rate at most on a constrained path")

  /// All that says by what a player decides.
  static let policy: [Option] = [
    .player, .startupBuffer, .resumeBuffer, .afterSeekBuffer, .maxBuffer, .backBuffer,
    .noAutomaticWaiting, .expensiveBuffer, .expensiveRate, .constrainedBuffer, .constrainedRate,
  ]
}
