import PlayheadModel

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
