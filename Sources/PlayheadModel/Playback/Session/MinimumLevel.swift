/// The least buffer level while playing, found without a visit to every arrival.
enum MinimumLevel {
  /// The least of `least` and the levels from where `player` is until `end`, if it plays on till
  /// then.
  ///
  /// As long as the playhead stays `least` away from what is known to be loaded, no arrival
  /// matters.
  static func least(
    _ least: MediaTime?, of player: PlayerGlance, over loader: Loader, until end: WallTime
  ) -> MediaTime {
    var least = least ?? .bound
    var loadedEnd = player.loadedEnd
    func level(at time: WallTime) -> MediaTime {
      max(.zero, loadedEnd - player.mediaTime(at: time))
    }
    while true {
      let next = player.wallTime(reaching: loadedEnd - least) ?? end
      guard next < end else { return min(least, level(at: end)) }
      let known = loader.loadedRange(at: next)?.end ?? loadedEnd
      if known > loadedEnd {
        loadedEnd = known
        continue
      }
      guard let arrival = loader.arrival(of: loadedEnd + .resolution), arrival < end else {
        return min(least, level(at: end))
      }
      least = min(least, level(at: arrival))
      loadedEnd = max(loadedEnd, loader.loadedRange(at: arrival)?.end ?? loadedEnd)
    }
  }
}
