/// The amounts of the input queue at which a player starts and stalls, in bytes.
///
/// The queue has the bytes that have come but that the demuxer has not taken. A demuxer that takes
/// a track up to some media time leaves at least *n* bytes in it as soon as the bytes before the
/// last *n* suffice for that time, so two look-ups tell whether the queue is high and whether it is
/// low.
struct InputQueue: Sendable {
  /// Below which the player stalls; at most what it starts with.
  let low: Int64
  /// With which it starts and resumes.
  let high: Int64
  /// Where the stream ends, after which any amount suffices.
  private let streamEnd: ReadPosition

  /// The amounts of `rules` for `rendition`, which lasts `duration`; `nil` if they have none.
  init?(_ rules: TrackRules, of rendition: Rendition, duration: MediaTime) {
    guard rules.hasInputQueue else { return nil }
    let rate = rendition.inputRate(lasting: duration)
    func bytes(_ time: MediaTime?, atMost bytes: Int64?) -> Int64 {
      guard let time, rate.time > .zero else { return bytes ?? 0 }
      let product = Int128(time.nanoseconds) * Int128(rate.bytes)
      let whole = (product + Int128(rate.time.nanoseconds) - 1) / Int128(rate.time.nanoseconds)
      return Int64(min(whole, Int128(bytes ?? .max), 1 << 62))
    }
    high = bytes(rules.inputHigh, atMost: rules.inputHighBytes)
    low = min(bytes(rules.inputLow, atMost: rules.inputLowBytes), high)
    streamEnd = rendition.wantedBytes.end(before: rendition.wantedBytes.end)
  }

  /// What the demuxer may have taken of all before `position` to leave `bytes` in the queue; `nil`
  /// if there are fewer.
  func position(_ position: ReadPosition, leaving bytes: Int64) -> ReadPosition? {
    guard position < streamEnd else { return position }
    return position.bytes < bytes ? nil : position - bytes
  }

  /// The position at which the queue is high for a demuxer that takes all before `position`.
  func positionFilling(after position: ReadPosition) -> ReadPosition {
    min(streamEnd, position + high)
  }
}

extension Rendition {
  /// The bytes and the time by which a player turns bytes into time: of all of it, which lasts
  /// `duration`; of a transport stream, whose length the player does not know, of what is read
  /// until each track has begun.
  fileprivate func inputRate(lasting duration: MediaTime) -> (bytes: Int64, time: MediaTime) {
    let all = resourceBytes
    guard isTransportStream,
      let frames = trackLoading.first(where: { $0.kind == .video })?.frames,
      let begun = trackLoading.map(\.firstSampleEnd).max()
    else { return (all, duration) }
    // A parser gives a frame out at the one after it, so that the second after those given out has
    // begun.
    let read = frames.needs.partitionPoint { $0 > begun } + 2
    let time = frames.times.start(of: read) - frames.times.start(of: 0)
    return time > .zero ? (begun.bytes, time) : (all, duration)
  }
}
