import PlayheadModel

extension NeededBytes {
  /// The minimum constant rate, but for rounding, at which playback that starts once `threshold` of
  /// media is loaded does so within `limit` and never stalls; `nil` if nothing has to be loaded or
  /// no rate is enough.
  ///
  /// It is the steepest way from the bytes that the start takes to those of any deadline after it.
  func rate(
    startingWith threshold: MediaTime, within limit: WallTime, latency: WallTime
  ) -> BitRate? {
    guard let start = deadlines.first(where: { $0.loadedEnd >= threshold }) ?? deadlines.last
    else { return nil }
    let opening = Self.rate(
      of: start.downloaded, over: limit, after: start.place.request + 1, latency: latency)
    guard var steepest = opening else { return nil }
    for deadline in deadlines where deadline.time >= start.loadedEnd {
      let rate = Self.rate(
        of: deadline.downloaded - start.downloaded, over: .playing(deadline.time),
        after: deadline.place.request - start.place.request, latency: latency)
      guard let rate else { return nil }
      steepest = max(steepest, rate)
    }
    return steepest > 0 ? BitRate(bitsPerSecond: steepest) : nil
  }

  /// The rate, in bits per second, that brings so many bytes within `time`, of which the latencies
  /// of `requests` are lost; `nil` if nothing is left of it.
  private static func rate(
    of bytes: Int64, over time: WallTime, after requests: Int, latency: WallTime
  ) -> Int64? {
    let left = Int128(time.nanoseconds) - Int128(latency.nanoseconds) * Int128(requests)
    guard left > 0 else { return nil }
    let rate = (Int128(bytes) * Int128(BitRate.quantaPerByte)).roundedUp(by: left)
    return rate <= Int128(BitRate.bound.bitsPerSecond) ? Int64(rate) : nil
  }
}
