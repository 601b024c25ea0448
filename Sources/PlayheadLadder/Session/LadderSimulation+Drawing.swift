import PlayheadModel

/// What varies from run to run.
extension LadderSimulation {
  /// How long the player is busy, for a lane, with what `errand` has brought.
  func processingTime(of errand: Errand, lane: Int) -> WallTime {
    let isFirst =
      !lanes[0].media.hasAny
      && (player.loading.looksForCaptions ? isForCaptions(errand) : lane == 0)
    guard let (draw, variation) = drawn else {
      return player.loading.processing.time(of: errand.content, isFirst: isFirst)
    }
    return draw.time(
      in: variation.processing(of: errand.content, isFirst: isFirst),
      RunDraw.Quantity.processing.rawValue,
      errand.content.place,
      lane, errand.level, errand.number)
  }

  /// When the player sees the first byte of what `errand` has brought, and the last one, which come
  /// over the link at `first` and `last`.
  func seenTimes(
    of errand: Errand, first: WallTime, last: WallTime
  ) -> (first: WallTime, last: WallTime) {
    guard let (draw, variation) = drawn else { return (first, last) }
    func delay(_ range: VariedTime, _ quantity: RunDraw.Quantity) -> WallTime {
      draw.time(
        in: range, quantity.rawValue, errand.content.place, errand.lane, errand.level,
        errand.number)
    }
    let seen = first + delay(variation.firstByte, .firstByte)
    return (seen, max(seen, last + delay(variation.lastByte, .lastByte)))
  }

  /// How late the timer of a lane fires that is due at `wallTime`.
  func timerDelay(of lane: Int, at wallTime: WallTime) -> WallTime {
    guard let (draw, variation) = drawn else { return .zero }
    return draw.time(
      in: variation.timer, RunDraw.Quantity.timer.rawValue, lane,
      Int(truncatingIfNeeded: wallTime.nanoseconds))
  }

  /// How long starting takes once enough is loaded.
  var startupCost: WallTime {
    guard let (draw, variation) = drawn else { return player.loading.startupCost }
    return draw.time(in: variation.startup, RunDraw.Quantity.startup.rawValue)
  }
}

extension Download.Content {
  /// Its place among all of them.
  fileprivate var place: Int {
    switch self {
    case .manifest: 0
    case .playlist: 1
    case .index: 2
    case .initialization: 3
    case .segment: 4
    case .key: 5
    }
  }
}
