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

  static let tracks = Option(
    "tracks", nil, .text("LIST"), in: .media,
    help: "The numbers of the tracks to play, with commas between them",
    default: "the best video and audio track")
  static let decode = Option(
    "decode", nil, .choice(of: DecodeMode.self), in: .media,
    help: "How much to decode, which never changes the timing; auto decodes media of up to 1 min",
    default: "auto")
  static let noCache = Option(
    "no-cache", in: .media, help: "Read the file anew, even if its index is kept from before")
}
