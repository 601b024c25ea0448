/// What a player waits for to be loaded: as soon as one of these is reached something may change.
struct LoadingInterest: Hashable, Sendable {
  /// How far the media around the playhead is loaded as the player has it.
  var loadedEnd: MediaTime
  /// A media time up to which to be loaded.
  var end: MediaTime?
  /// A media time up to which loading may have to stop.
  var fullEnd: MediaTime?
  /// A position by which all bytes are in, at which loading may have to stop.
  var fullPosition: Int64?
}

extension PlaybackModel {
  /// What matters of that which comes by `wallTime` or later, if the player goes on as it does.
  ///
  /// The playhead is taken to stand still from then on. If it moves, what is told comes too early
  /// rather than too late, and then what matters next is told anew.
  func interest(at wallTime: MediaTime) -> LoadingInterest {
    let playhead = timeControlStatus == .playing ? mediaTime(at: wallTime) : currentTime
    var interest = LoadingInterest(loadedEnd: loadedEnd)
    if !isLoadedToEnd {
      var end = duration
      if isPlaybackBufferEmpty { end = min(end, playhead + .resolution) }
      if !isPlaybackLikelyToKeepUp, throughput == nil {
        end = min(end, max(loadedEnd + .resolution, playhead + threshold))
      }
      // What is loaded further on joins what is loaded here as soon as they touch.
      if loadedTimeRanges.ranges.count > 1,
        let next = loadedTimeRanges.ranges.first(where: { $0.start > loadedEnd })
      {
        end = min(end, next.start)
      }
      interest.end = end
    }
    if !isPlaybackBufferFull { lookForFull(at: playhead, &interest) }
    return interest
  }

  private func lookForFull(at playhead: MediaTime, _ interest: inout LoadingInterest) {
    let parameters = policy.parameters
    let high = policy.watermarks(on: path).high
    var highBytes = showing == nil ? nil : parameters.highWatermarkBytes
    interest.fullEnd = high.map { playhead + $0 }
    if parameters.watermarkCombination == .all, let high, let most = highBytes {
      // Both have to be reached, so that which is not decides; the time if it is both.
      if bufferLevel < high {
        highBytes = nil
      } else if bytesAhead < most {
        interest.fullEnd = nil
      }
    }
    guard let showing, let most = [highBytes, parameters.byteCap].compactMap({ $0 }).min() else {
      return
    }
    interest.fullPosition = showing.offset(at: playhead) + most
  }
}
