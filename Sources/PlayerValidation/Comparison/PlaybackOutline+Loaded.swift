package import PlayheadKit

/// Stalls of a machine, which are none of the network.
extension PlaybackOutline {
  /// How much of each lane is loaded ahead where no network can have a player stall.
  private static let ample = MediaTime.seconds(1)

  /// The same without stalls that begin while a second or more of every lane of `ladder` is loaded
  /// ahead: the machine has not decoded in time.
  package func withoutStallsOfMachine(playing ladder: Ladder) -> PlaybackOutline {
    var outline = self
    let places = LadderPlaces(ladder)
    outline.stalls.removeAll { stall in
      stall.mediaTime.map { mediaTime in
        ladder.lanes.indices.allSatisfy { lane in
          let end = loadedEnd(of: lane, from: mediaTime, by: stall.start, ladder, places)
          return end >= min(mediaTime + Self.ample, ladder.duration)
        }
      } ?? false
    }
    return outline
  }

  /// How far a lane is loaded from `mediaTime` on at `wallTime`.
  private func loadedEnd(
    of lane: Int, from mediaTime: MediaTime, by wallTime: WallTime, _ ladder: Ladder,
    _ places: LadderPlaces
  ) -> MediaTime {
    let ranges = requests.compactMap { request -> TimeRange? in
      guard let last = request.lastByte, last <= wallTime, request.dropped == nil,
        let place = places.place(of: request), place.lane == lane, let segment = place.segment
      else { return nil }
      return ladder.lanes[lane].levels[place.level].segments[segment].shown
    }
    var end = mediaTime
    // Players play on through less than this between segments.
    for range in ranges.sorted(by: { $0.start < $1.start })
    where range.start <= end + .milliseconds(100) {
      end = max(end, range.end)
    }
    return end
  }
}
