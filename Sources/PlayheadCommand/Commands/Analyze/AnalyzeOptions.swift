import MediaReading
import PlayheadKit

extension Option {
  static let tick = Option(
    "tick", nil, .text("DURATION"), in: .player, help: "The time between two rows of the timeline",
    default: "500ms")
  static let limit = Option(
    "limit", nil, .text("DURATION"), in: .player,
    help: "End the session after this much simulated time",
    default: "ten times the duration and ten minutes, at most 24 hours")

  static let from = Option(
    "from", nil, .file("REPORT"), in: .media,
    help: "Run the session of a JSON or JSON Lines report again, byte for byte; FILE and other "
      + "options override what it says, --network and --player as a whole, --do all actions. A "
      + "relative media path counts from the working directory, then from the report's folder",
    brief: "Run the session of a JSON report again")
  static let tracks = Option(
    "tracks", nil, .text("LIST"), in: .media,
    help: "The numbers of the tracks to play, with commas between them",
    default: "the best video and audio track")
  static let decode = Option(
    "decode", nil, .choice(of: DecodeMode.self), in: .media,
    help: "How much of the file to decode; it never changes the timing", default: "all")
  static let noCache = Option(
    "no-cache", in: .media, help: "Read the file anew, even if its index is kept from before")
}
