/// The loading limits at which a player may change; it may as soon as one is reached.
struct LoadingInterest: Hashable, Sendable {
  /// The loaded end around the playhead, as known to the player.
  var loadedEnd: MediaTime
  /// The media time up to which loading matters.
  var end: MediaTime?
  /// The media time at which the buffer may become full.
  var fullEnd: MediaTime?
  /// The position at which, with all bytes before it, the buffer may become full.
  var fullPosition: Int64?
}

extension PlaybackModel {
  /// The arrivals at `wallTime` or later that matter, if the player continues as it is.
  ///
  /// The playhead is assumed to stop at `wallTime`. If it moves, the result is too early rather
  /// than too late, and the next question corrects it.
  func interest(at wallTime: MediaTime) -> LoadingInterest {
    let playhead = timeControlStatus == .playing ? mediaTime(at: wallTime) : currentTime
    var interest = LoadingInterest(loadedEnd: loadedEnd)
    if !isLoadedToEnd {
      var end = duration
      if isPlaybackBufferEmpty { end = min(end, playhead + .resolution) }
      if !isPlaybackLikelyToKeepUp, throughput == nil {
        end = min(end, max(loadedEnd + .resolution, playhead + threshold))
      }
      // A later loaded range joins this one as soon as they touch.
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
      // Both limits must be reached, so an unreached one decides: the time, if both are unreached.
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
