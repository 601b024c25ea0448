/// A media file as reports describe it.
public struct MediaDescription: Sendable {
  /// The path or URL as it was given.
  public var name: String
  /// What it holds.
  public var index: MediaIndex
  /// What of it is played.
  public var presentation: Presentation
  /// What decoding found; `nil` if nothing was decoded.
  public var decoding: DecodingReport?
  /// When each track played is shown and how many bytes that takes, in the order of their numbers.
  public var extents: [TrackExtent]
  /// What is missing from the file, and what of it cannot be decoded.
  public var damage: MediaDamage

  /// The description of the file called `name`.
  ///
  /// Only here is `index` asked for its samples; they may be taken out of the description.
  public init(
    name: String, index: MediaIndex, presentation: Presentation, decoding: DecodingReport?
  ) {
    self.name = name
    self.index = index
    self.presentation = presentation
    self.decoding = decoding
    extents = index.extents(in: presentation)
    damage = MediaDamage(index, presentation, decoding: decoding)
  }

  /// The size over the duration, in bits per second; `nil` if there is no duration.
  public var averageRate: BitRate? {
    let time = Int128(presentation.duration.nanoseconds)
    guard time > 0 else { return nil }
    let bits = Int128(index.bytes) * 8_000_000_000
    return Int64(exactly: (bits + time / 2) / time).map { BitRate(bitsPerSecond: $0) }
  }

  /// The media time that the container announces of `track` and the file does not hold; `nil` if it
  /// announces none.
  func missingTime(of track: Track) -> MediaTime? {
    if track.announced != nil {
      return damage.tracks.first { $0.number == track.id }?.missingTime ?? .zero
    }
    guard index.announcedDuration != nil else { return nil }
    return damage.shortfall.map { $0.announced - $0.held } ?? .zero
  }
}
