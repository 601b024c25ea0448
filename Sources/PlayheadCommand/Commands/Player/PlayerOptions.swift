import PlayheadKit

extension Option {
  static let player = Option(
    "player", "p", .suggestions("NAME|FILE", PlayerArgument.builtInNames, orFile: true),
    in: .player,
    help: "The player: a built-in name, or a policy's file; other "
      + "options override it",
    brief: "A built-in player, or a policy's file",
    default: "basic; of HLS hls.js, of DASH dash.js")
  static let startupBuffer = Option(
    "startup-buffer", nil, .text("DURATION"), in: .player,
    help: "Buffer level at which playback starts",
    brief: "Buffer level at which playback starts", default: "2s")
  static let resumeBuffer = Option(
    "resume-buffer", nil, .text("DURATION"), in: .player,
    help: "Buffer level at which playback resumes after a stall", default: "2s")
  static let afterSeekBuffer = Option(
    "after-seek-buffer", nil, .text("DURATION"), in: .player,
    help: "Buffer level at which playback resumes after a seek",
    default: "as after a stall")
  static let maxBuffer = Option(
    "max-buffer", nil, .text("HIGH[:LOW]"), in: .player,
    help: "Stop loading at HIGH, continue at LOW",
    brief: "Stop loading at HIGH, continue at LOW",
    default: "30s; LOW: HIGH - 5s, but at least half of HIGH")
  static let backBuffer = Option(
    "back-buffer", nil, .text("DURATION"), in: .player,
    help: "Length of played media to keep", default: "unlimited")
  static let noAutomaticWaiting = Option(
    "no-automatic-waiting", in: .player,
    help: "Play whatever is loaded and pause when it runs out")
  static let expensiveBuffer = Option(
    "expensive-buffer", nil, .text("DURATION"), in: .player,
    help: "High watermark on an expensive path")
  static let expensiveRate = Option(
    "expensive-rate", nil, .text("RATE"), in: .player,
    help: "Maximum rate on an expensive path")
  static let constrainedBuffer = Option(
    "constrained-buffer", nil, .text("DURATION"), in: .player,
    help: "High watermark on a constrained path")
  static let constrainedRate = Option(
    "constrained-rate", nil, .text("RATE"), in: .player,
    help: "Maximum rate on a constrained path")

  /// The options that set a field of a policy each; ``maxBuffer`` sets both watermarks.
  static let fields: [(option: Option, field: PolicyField)] = [
    (.startupBuffer, .startupBuffer), (.resumeBuffer, .resumeBuffer),
    (.afterSeekBuffer, .afterSeekBuffer), (.maxBuffer, .highWatermark), (.backBuffer, .backBuffer),
    (.expensiveBuffer, .expensiveBuffer), (.constrainedBuffer, .constrainedBuffer),
    (.expensiveRate, .expensiveRate), (.constrainedRate, .constrainedRate),
  ]

  /// The options that set a player's policy.
  static let policy: [Option] = [
    .player, .startupBuffer, .resumeBuffer, .afterSeekBuffer, .maxBuffer, .backBuffer,
    .noAutomaticWaiting, .expensiveBuffer, .expensiveRate, .constrainedBuffer, .constrainedRate,
  ]
}
