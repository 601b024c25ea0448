/// A policy's decisions, each a pure function of its arguments.
extension BufferingPolicy {
  /// The flags of a buffer.
  public func flags(in situation: BufferSituation) -> BufferFlags {
    BufferFlags(
      isEmpty: situation.isEmpty, isFull: fullness(on: situation.path).isFull(in: situation),
      isLikelyToKeepUp: isLikelyToKeepUp(in: situation))
  }

  /// Whether playback is likely to continue without a stall.
  ///
  /// Once true, it stays true until the buffer is empty, a track runs dry, or the playhead jumps.
  public func isLikelyToKeepUp(in situation: BufferSituation) -> Bool {
    guard situation.areTracksReady else { return false }
    return situation.isLoadedToEnd
      || !situation.isEmpty && (situation.flags.isLikelyToKeepUp || isPredicted(in: situation))
  }

  private func isPredicted(in situation: BufferSituation) -> Bool {
    guard hasCache(in: situation) else { return false }
    let isReached = situation.level >= threshold(in: situation)
    guard let estimation = parameters.keepUp.estimation else { return isReached }
    guard isReached != estimation.either else { return isReached }
    guard let throughput = situation.throughput else { return false }
    let needed =
      Int128(throughput.missingBytes) * Int128(BitRate.quantaPerByte)
      * Int128(situation.rate.thousandths)
    let left = Int128(situation.mediaLeft.nanoseconds) * 1000
    return needed <= left.multipliedReportingOverflow(by: Int128(throughput.estimate)).partialValue
  }

  /// Whether the cache suffices to resume after a stall.
  private func hasCache(in situation: BufferSituation) -> Bool {
    guard let cache = situation.cache, situation.cause == .stall else { return true }
    return cache >= parameters.tracks.resumeCache
  }

  /// Whether a player that waits can stop waiting, with the flags of `situation`.
  public func permitsPlayback(in situation: BufferSituation) -> Bool {
    let flags = situation.flags
    return waitsForMedia
      ? flags.isLikelyToKeepUp || flags.isFull && !flags.isEmpty : situation.isPlayable
  }

  /// The buffer level, in media time, at which a player stops waiting.
  public func threshold(in situation: BufferSituation) -> MediaTime {
    switch situation.cause {
    case .startup: parameters.startupThreshold
    case .seek, .loop: parameters.afterSeekThreshold ?? parameters.resumeThreshold
    case .stall: resumeThreshold(afterStalls: situation.stalls)
    }
  }

  private func resumeThreshold(afterStalls stalls: Int) -> MediaTime {
    var threshold = parameters.resumeThreshold
    guard let growth = parameters.resumeGrowth else { return threshold }
    for _ in 1..<max(1, stalls) {
      let next = threshold.grown(by: growth.factor, upTo: growth.limit)
      guard next > threshold else { break }
      threshold = next
    }
    return threshold
  }

  /// The player's maximum download rate on a path of these flags; `nil` for unlimited.
  public func peakBitRate(on path: PathFlags) -> BitRate? {
    parameters.limits(on: path).compactMap(\.peakBitRate).min()
  }

  /// The bytes ahead of the playhead at which loading, once stopped, resumes.
  public var lowWatermarkBytes: Int64? {
    parameters.highWatermarkBytes.map { parameters.lowWatermarkBytes ?? $0 }
  }

  /// Whether a number of bytes can stop loading, so that bytes must be counted.
  public var countsBytes: Bool {
    parameters.highWatermarkBytes != nil || parameters.byteCap != nil
  }
}

extension BufferingPolicy.Parameters {
  /// The rule by which a buffer is full on a path of these flags.
  ///
  /// Where the byte cap is reached, it is full whatever the watermarks.
  func fullness(on path: PathFlags) -> WatermarkRule {
    let level = watermark(on: path).map(WatermarkRule.mark)
    let bytes = highWatermarkBytes.map {
      WatermarkRule.mark(Watermark(highBytes: $0, lowBytes: lowWatermarkBytes ?? $0))
    }
    let marks = [level, bytes].compactMap(\.self)
    let rule: WatermarkRule =
      marks.count == 1 ? marks[0] : watermarkCombination == .any ? .any(marks) : .all(marks)
    guard let byteCap else { return marks.isEmpty ? .any([]) : rule }
    let cap = WatermarkRule.mark(Watermark(highBytes: byteCap, lowBytes: byteCap - 1))
    return marks.isEmpty ? cap : .any([rule, cap])
  }

  /// The watermarks of the buffer level on a path of these flags: the lowest that apply; `nil` for
  /// unlimited.
  private func watermark(on path: PathFlags) -> Watermark? {
    let forward = limits(on: path).compactMap(\.forwardBuffer).min()
    guard let high = [highWatermark, forward].compactMap(\.self).min() else { return nil }
    let ownLow = lowWatermark ?? BufferingPolicy.lowWatermark(under: highWatermark ?? .zero)
    return Watermark(
      high: high,
      low: high == highWatermark
        ? ownLow : min(ownLow, BufferingPolicy.lowWatermark(under: high)))
  }

  fileprivate func limits(on path: PathFlags) -> [PathLimits] {
    (path.contains(.expensive) ? [expensive] : [])
      + (path.contains(.constrained) ? [constrained] : [])
  }
}
