import MediaReading
import PlayheadKit

extension Option {
  static let tick = Option(
    "tick", nil, .text("DURATION"), in: .player, help: "Wall time between rows of the timeline",
    default: "500ms")
  static let limit = Option(
    "limit", nil, .text("DURATION"), in: .player,
    help: "Abandon the session after this much simulated time",
    default: "10 x duration + 10 min, at most 24 h; longer if an action is later")

  static let from = Option(
    "from", nil, .file("REPORT"), in: .media,
    help:
      "Run the session of a JSON, JSON Lines or HTML report again, byte for byte, or one of a sweep, as "
      + "in results.sqlite#1234; of a report, FILE and other "
      + "options override what it says, --network and --player as a whole, --do all actions. A "
      + "relative media path counts from the working directory, then from the report's folder")
  static let tracks = Option(
    "tracks", nil, .text("LIST"), in: .media,
    help: "Numbers of the tracks to play, separated by commas",
    default: "the best video and audio track")
  static let decode = Option(
    "decode", nil, .choice(of: DecodeMode.self), in: .media,
    help: "How much to decode; auto: everything up to 1 min long. Timing is the same",
    default: "auto; none for URLs")
  static let noCache = Option(
    "no-cache", in: .media, help: "Index the file again even if its index is cached")
}
