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
  /// What a player takes of a ladder.
  private struct Reading: Hashable {
    let unplayableCodecs: [String]
    let appliesEditLists: Bool
    let appends: AppendGranularity

    init(_ player: LadderPlayer) {
      unplayableCodecs = player.unplayableCodecs
      appliesEditLists = player.loading.appliesEditLists
      appends = player.loading.appends
    }
  }

  private let reading: Reading?
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
        place: place, reading: media.player.map(Reading.init), tracks: media.tracks,
        decode: media.decode, isUnmatched: media.isUnmatched)
    }
  }
}
