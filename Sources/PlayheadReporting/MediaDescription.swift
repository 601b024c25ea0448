package import PlayheadModel

/// A media file as reports describe it.
package struct MediaDescription: Hashable, Sendable {
  /// The path or URL as it was given.
  package var name: String
  /// What it holds.
  package var index: MediaIndex
  /// What of it is played.
  package var presentation: Presentation
  /// What decoding found; `nil` if nothing was decoded.
  package var decoding: DecodingReport?
  /// ``MediaIndex/digest``; `nil` unless it was computed.
  package var indexDigest: String?
  /// The SHA-256 of the file in lowercase hexadecimal; `nil` unless the file was decoded.
  package var contentDigest: String?
  /// When each track played is shown and how many bytes that takes, in the order of their numbers.
  package var extents: [TrackExtent]
  /// The peak rates of what is played.
  package var peakRates: PeakRates
  /// The keyframe intervals of the video tracks that have more than one sync sample.
  package var keyframeIntervals: [KeyframeInterval]
  /// Where the timestamps of played tracks begin again, for the tracks where they do.
  package var timestampRestarts: [TimestampRestarts]
  /// What is missing from the file, and what of it cannot be decoded.
  package var damage: MediaDamage

  /// The description of the file called `name`.
  ///
  /// Only here is `index` asked for its samples; they may be taken out of the description.
  package init(
    name: String, index: MediaIndex, presentation: Presentation, decoding: DecodingReport?
  ) {
    self.name = name
    self.index = index
    self.presentation = presentation
    self.decoding = decoding
    extents = index.extents(in: presentation)
    peakRates = PeakRates(index, presentation)
    keyframeIntervals = index.keyframeIntervals()
    timestampRestarts = index.timestampRestarts(of: presentation.tracks)
    damage = MediaDamage(index, presentation, decoding: decoding)
  }

  /// A description whose parts were found before.
  package init(
    name: String, index: MediaIndex, presentation: Presentation, decoding: DecodingReport?,
    indexDigest: String?, extents: [TrackExtent], peakRates: PeakRates,
    keyframeIntervals: [KeyframeInterval], timestampRestarts: [TimestampRestarts],
    damage: MediaDamage
  ) {
    self.name = name
    self.index = index
    self.presentation = presentation
    self.decoding = decoding
    self.indexDigest = indexDigest
    self.extents = extents
    self.peakRates = peakRates
    self.keyframeIntervals = keyframeIntervals
    self.timestampRestarts = timestampRestarts
    self.damage = damage
  }

  /// The tracks that were to be decoded and were not, and why, a clause each.
  package var undecoded: [String] { damage.undecodedTracks?.map(\.sentence) ?? [] }

  /// The description without what decoding found.
  package var withoutDecoding: MediaDescription {
    var media = self
    media.decoding = nil
    media.damage = damage.withoutDecoding
    return media
  }

  /// The frames that a decoder of `track` has to hold to put them in order; `nil` unless it is a
  /// video track that is played.
  package func reorderDepth(of track: Track) -> Int? {
    presentation.rendition.trackLoading.first { $0.track == track.id }?.frames?.reorderDepth
  }

  /// The requests that opening the file takes from a streaming player, one that reads through the
  /// gaps the basic player reads through.
  package var opening: OpeningTraffic {
    presentation.openingTraffic(readingThrough: BufferingPolicy.Parameters().readThrough)
  }

  /// Whether the media can start without the end of the file: its index lies before the media data
  /// or, in a container without an index, opening does not read the end first; `nil` if the
  /// container's layout is unknown.
  package var isFastStart: Bool? {
    index.containerIndexes.map { indexes in
      indexes.first.map { $0.placement == .beforeMedia } ?? !opening.readsEndFirst
    }
  }

  /// The size of the file over the duration, in bits per second; `nil` if the duration is zero.
  package var averageRate: BitRate? { BitRate(bytes: index.bytes, over: presentation.duration) }

  /// The size of the shown samples of the played tracks over the duration, in bits per second;
  /// `nil` if the duration is zero.
  ///
  /// ``peakRates`` count the same bytes. ``averageRate`` counts the whole file: also the
  /// container's framing, its index, and tracks that are not played.
  package var playedRate: BitRate? {
    BitRate(bytes: extents.reduce(0) { $0 + $1.bytes }, over: presentation.duration)
  }

  /// What is unusual about the file though nothing is missing, one sentence for each.
  package var remarks: [String] {
    let crashes = (decoding?.tracks ?? []).compactMap { report in
      report.crash.map { time in
        "track \(report.track): FFmpeg's decoder crashes at "
          + "\(max(.zero, time - presentation.origin).text(places: 3)); not decoded from there"
      }
    }
    return crashes + timestampRestarts.map { $0.sentence(origin: presentation.origin) }
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

extension TimestampRestarts {
  /// Where timestamps restart and what that overlaps; times count from the media's `origin`.
  func sentence(origin: MediaTime) -> String {
    let first = places.first.map { place in
      ", \(count == 1 ? "" : "first ")at byte \(place.offset), from "
        + "\((place.from - origin).text(places: 3)) back to "
        + (place.to - origin).text(places: 3)
    }
    return "track \(track): timestamps restart \(SummaryText.times(count))\(first ?? ""); "
      + "\(counted(overlappingSamples, "sample")) overlap earlier ones"
  }
}
