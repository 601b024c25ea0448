package import PlayheadModel

/// How the video of a file, or the sound of one without video, may be encoded so that it starts
/// after a given delay on a network and never stalls.
///
/// Both bounds keep the other tracks, the times of all access units and the opening of the file as
/// they are. Rates are whole kilobits per second, as an encoder takes them, and within a
/// thousandth, or 1 kbit/s, of the highest that plays.
package struct EncodingBound: Hashable, Sendable {
  /// What an encoder's rate control is held to, as a hypothetical reference decoder (H.264, Annex
  /// C) is.
  package struct Bucket: Hashable, Sendable {
    /// The rate at which bits flow into the bucket: `-maxrate`.
    package let rate: BitRate
    /// The size of the bucket, in bits: `-bufsize`.
    package let bits: Int64
  }

  /// The number of the track that is encoded.
  package let track: Int
  /// The mean rate that it has.
  package let meanRate: BitRate?
  /// The highest mean rate at which it never stalls, each access unit in proportion; `nil` if there
  /// is none.
  package let highestMeanRate: BitRate?
  /// The leaky bucket of which everything that fits into it never stalls; `nil` if there is none.
  ///
  /// Its size is what flows in at its rate from the opening of the file to the startup delay.
  package let bucket: Bucket?

  /// The bounds for `presentation` that starts after `startup` over `link`; `nil` unless it is one
  /// file in byte order for every player.
  package init?(
    _ presentation: Presentation, startup: WallTime, over link: NetworkLink,
    by transport: Transport = .fluid
  ) {
    guard presentation.isPacked, let track = presentation.leadingTrack,
      let course = presentation.courses.first(where: { $0.track == track }),
      let needed = NeededBytes(presentation)
    else { return nil }
    self.track = track
    meanRate = course.meanRate
    func plays(_ changed: Presentation?) -> Bool {
      guard let changed, let needed = NeededBytes(changed),
        let delay = StartupBound(needed, over: link, by: transport).delay
      else { return false }
      return delay <= startup
    }
    highestMeanRate = Self.highest { plays(presentation.encoded(at: $0)) }
    let opened = needed.download.arrivals(
      at: [needed.download.opening], over: link, by: transport)[0]
    guard let opened, opened < startup else {
      bucket = nil
      return
    }
    func size(at rate: BitRate) -> Int64 {
      let bits = Int128((startup - opened).nanoseconds) * Int128(rate.bitsPerSecond)
      return Int64(clamping: bits / Int128(BitRate.quantaPerByte) * 8)
    }
    let rate = Self.highest {
      plays(presentation.fillingBucket(of: size(at: $0) / 8, at: $0))
    }
    bucket = rate.map { Bucket(rate: $0, bits: size(at: $0)) }
  }

  private static let kilobit: Int64 = 1000

  /// The highest rate that `isEnough` holds for, where it holds for all lower ones; `nil` if it is
  /// under 1 kbit/s.
  private static func highest(_ isEnough: (BitRate) -> Bool) -> BitRate? {
    func holds(_ kilobits: Int64) -> Bool {
      isEnough(BitRate(bitsPerSecond: kilobits * kilobit))
    }
    var (low, high): (Int64, Int64) = (0, 1)
    while high * kilobit <= BitRate.bound.bitsPerSecond, holds(high) {
      (low, high) = (high, high * 2)
    }
    while high - low > max(1, low / 1000) {
      let middle = low + (high - low) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return low > 0 ? BitRate(bitsPerSecond: low * kilobit) : nil
  }
}
