/// What is missing from a media file, as far as the file itself tells.
struct MediaLosses {
  let sentences: [String]

  init(_ media: MediaDescription) {
    var sentences: [String] = []
    let index = media.index
    if let interruption = index.interruption {
      sentences.append(
        "reading ended at byte \(interruption.offset) of \(index.bytes): \(interruption.reason)")
    }
    for track in index.tracks {
      if let announced = track.announcedSampleCount, announced > track.sampleCount {
        sentences.append(
          "track \(track.id): \(announced - track.sampleCount) of \(announced) samples are missing")
      }
    }
    if let missing = media.missingTime, missing > .zero {
      let duration = media.presentation.duration
      sentences.append(
        "the container announces \((duration + missing).text(places: 2)), "
          + "\(duration.text(places: 2)) are there")
    }
    for report in media.decoding?.tracks ?? [] {
      for range in report.undecodable.map(media.fromOrigin) {
        sentences.append(
          "track \(report.track): undecodable from \(range.start.text(places: 3)) "
            + "to \(range.end.text(places: 3))")
      }
    }
    self.sentences = sentences
  }
}
