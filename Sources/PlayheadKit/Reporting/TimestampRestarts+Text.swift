extension TimestampRestarts {
  /// Where timestamps restart and what that overlaps; times count from the media's `origin`.
  func sentence(origin: MediaTime) -> String {
    let times = count == 1 ? "once" : "\(count) times"
    let first = places.first.map { place in
      ", \(count == 1 ? "" : "first ")at byte \(place.offset), from "
        + "\((place.from - origin).text(places: 3)) back to "
        + (place.to - origin).text(places: 3)
    }
    return "track \(track): timestamps restart \(times)\(first ?? ""); "
      + "\(counted(overlappingSamples, "sample")) overlap earlier ones"
  }
}

extension MediaIndex {
  /// What is unusual about the file though nothing is missing, one sentence each.
  ///
  /// - Parameter presentation: what of it is played.
  /// - Returns: the sentences; none if nothing is unusual.
  package func remarks(on presentation: Presentation) -> [String] {
    timestampRestarts(of: presentation.tracks).map { $0.sentence(origin: presentation.origin) }
  }
}
