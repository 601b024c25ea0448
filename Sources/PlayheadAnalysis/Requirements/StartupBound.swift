package import PlayheadModel

/// The minimum startup delay on a network with which playback never stalls.
///
/// It is the maximum, over all frames, of the wall time at which what a frame needs has arrived
/// less its media time: with it every frame is in time, and with a nanosecond less this one is
/// late.
package struct StartupBound: Hashable, Sendable {
  /// The minimum delay, in wall time from the first request; `nil` if no delay is enough.
  package let delay: WallTime?
  /// The frame that is late with any shorter delay or, without a ``delay``, the first one that
  /// never arrives.
  package let frame: NeededFrame
  /// The wall time at which what the frame needs has arrived; `nil` if it never does.
  package let arrival: WallTime?

  /// The bound for what playback needs, over `link` by `transport`.
  package init(_ needed: NeededBytes, over link: NetworkLink, by transport: Transport = .fluid) {
    let arrivals = needed.download.arrivals(
      at: needed.deadlines.map(\.place), over: link, by: transport)
    var latest = (number: 0, delay: WallTime(nanoseconds: .min))
    for (number, arrival) in arrivals.enumerated() {
      guard let arrival else {
        (delay, self.arrival) = (nil, nil)
        frame = needed.frame(number)
        return
      }
      let delay = arrival - .playing(needed.deadlines[number].time)
      if delay > latest.delay { latest = (number, delay) }
    }
    frame = needed.frame(latest.number)
    arrival = arrivals[latest.number]
    delay = max(.zero, latest.delay)
  }
}
