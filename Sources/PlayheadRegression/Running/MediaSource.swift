import PlayheadFiles
import PlayheadLadder
import PlayheadModel

/// The identity of a media source, so that media given by different paths is read and decoded once.
struct MediaSource: Hashable, Sendable {
  private enum Place: Hashable {
    case file(FileIdentity)
    case location(String)
  }

  private let place: Place
  /// What the player makes of a ladder.
  private let reader: LadderPlayer.Reader?
  private let reading: LadderReadingSetting
  private let isLive: Bool
  private let tracks: [Int]?
  private let decode: DecodeMode
  private let isUnmatched: Bool

  /// The source of each of `media`; each path is resolved once.
  static func sources(of media: [CheckedMedia]) -> [MediaSource] {
    var places: [String: Place] = [:]
    return media.map { media in
      let location = media.location
      let place =
        places[location]
        ?? FileIdentity(regularFileAt: location).map(Place.file) ?? .location(location)
      places[location] = place
      return MediaSource(
        place: place, reader: media.player?.reader, reading: media.reading, isLive: media.isLive,
        tracks: media.tracks, decode: media.decode, isUnmatched: media.isUnmatched)
    }
  }
}
