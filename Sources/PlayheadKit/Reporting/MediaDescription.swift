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
  /// ``MediaIndex/digest``; `nil` unless it was asked for.
  public var indexDigest: String?
  /// When each track played is shown and how many bytes that takes, in the order of their numbers.
  public var extents: [TrackExtent]

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
  }

  /// The size over the duration, in bits per second; `nil` if there is no duration.
  public var averageRate: BitRate? {
    let time = Int128(presentation.duration.nanoseconds)
    guard time > 0 else { return nil }
    let bits = Int128(index.bytes) * 8_000_000_000
    return Int64(exactly: (bits + time / 2) / time).map { BitRate(bitsPerSecond: $0) }
  }

  /// How much of the length that the container announces is not there, in media time; `nil` if it
  /// announces none.
  public var missingTime: MediaTime? {
    // What is announced is the length of all tracks, so it says nothing of others chosen.
    guard let announced = index.announcedDuration,
      presentation.tracks == index.tracks.filter(\.isPreferred).map(\.id)
    else { return nil }
    // Containers round, and count what is not shown; less than a second is no loss.
    let missing = announced - presentation.duration
    return missing > .seconds(1) ? missing : .zero
  }

  /// What of the file could not be read, in plain words, one sentence each.
  public var losses: [String] {
    MediaLosses(self).sentences
  }

  /// `range` of the container's clock, counted from the origin and held within the presentation.
  func fromOrigin(_ range: TimeRange) -> TimeRange {
    func held(_ time: MediaTime) -> MediaTime {
      min(max(time - presentation.origin, .zero), presentation.duration)
    }
    return TimeRange(start: held(range.start), end: held(range.end))
  }
}
