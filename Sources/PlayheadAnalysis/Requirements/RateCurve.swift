package import PlayheadModel

/// The minimum constant rate without a stall, by startup delay.
///
/// Between two corners one frame decides: what it needs has to arrive within the startup delay and
/// its media time, less the latency of each request. With a longer delay a later frame decides. The
/// frames that ever do are the upper hull of needed bytes against time, and a corner is where an
/// edge of the hull, drawn on to zero bytes, meets the time of the first request.
package struct RateCurve: Sendable {
  /// A startup delay from which on another frame decides.
  package struct Corner: Hashable, Sendable {
    /// The startup delay, in wall time, rounded up to a nanosecond.
    package let startup: WallTime
    /// The minimum rate with this delay.
    package let rate: BitRate
    /// The frame that decides from here to the next corner.
    package let frame: NeededFrame
  }

  /// The latency of each request, in wall time.
  package let latency: WallTime
  /// The delay that no rate is enough for, nor for any shorter one, in wall time.
  package let limit: WallTime
  /// The frame that decides from ``limit`` to the first corner; `nil` if nothing has to be loaded.
  package let firstFrame: NeededFrame?
  /// The corners, by delay.
  package let corners: [Corner]

  private let needed: NeededBytes
  private let parts: [Part]

  /// A request, and which of its bytes are needed by when.
  private struct Part: Sendable {
    /// The bytes of all requests before it.
    var before: Int64
    /// Its own bytes.
    var bytes: Int64
    /// Its bytes by media time, as far as they can decide.
    var hull = UpperHull()
  }

  /// The curve for what playback needs, on networks that take `latency` from each request to its
  /// first byte.
  ///
  /// - Precondition: `latency` is not negative and within `WallTime.bound`.
  package init(_ needed: NeededBytes, latency: WallTime = .zero) {
    precondition(latency >= .zero && latency <= .bound, "latency out of bounds")
    self.needed = needed
    self.latency = latency
    var parts: [Part] = []
    var before: Int64 = 0
    for request in needed.download.requests {
      parts.append(Part(before: before, bytes: request.bytes))
      before += request.bytes
    }
    for (number, deadline) in needed.deadlines.enumerated() where deadline.place.request >= 0 {
      parts[deadline.place.request].hull.add(
        UpperHull.Point(
          x: deadline.time.nanoseconds, y: deadline.place.bytes, number: number))
    }
    self.parts = parts
    var hull = UpperHull()
    for (number, part) in parts.enumerated() {
      let latencies = Self.latencies(latency, number)
      for point in part.hull.points {
        hull.add(
          UpperHull.Point(
            x: point.x - latencies, y: part.before + point.y, number: point.number))
      }
    }
    let points = hull.points
    firstFrame = points.first.map { needed.frame($0.number) }
    limit = WallTime(nanoseconds: max(0, -(points.first?.x ?? 0)))
    var corners: [Corner] = []
    for (left, right) in zip(points, points.dropFirst()) {
      // Where the line through both is at zero bytes.
      let numerator = Int128(left.y) * Int128(right.x) - Int128(right.y) * Int128(left.x)
      let startup = WallTime(
        nanoseconds: Int64(clamping: numerator.roundedUp(by: Int128(right.y - left.y))))
      let (rate, _) = Self.minimumRate(parts, latency: latency, startup: startup)
      // Two corners within a nanosecond are one.
      if corners.last?.startup == startup { corners.removeLast() }
      guard let rate else { continue }
      corners.append(Corner(startup: startup, rate: rate, frame: needed.frame(right.number)))
    }
    self.corners = corners
  }

  /// The latencies before the first byte of the request numbered `number`, in nanoseconds.
  private static func latencies(_ latency: WallTime, _ number: Int) -> Int64 {
    // No time is as long as twice the bound.
    Int64(
      min(
        Int128(latency.nanoseconds) * Int128(number + 1), 2 * Int128(WallTime.bound.nanoseconds)))
  }

  /// The minimum constant rate with a startup delay of `startup`, in wall time.
  package func bound(startup: WallTime) -> RateBound {
    let (rate, number) = Self.minimumRate(parts, latency: latency, startup: startup)
    return RateBound(
      startup: startup, latency: latency, rate: rate, frame: number.map(needed.frame))
  }

  /// The minimum rate, and the number of the frame that is late at one bit per second less, or at
  /// any rate.
  ///
  /// With one request, a frame needs its bytes ÷ the time left, rounded up. Each further request
  /// rounds its end up to a nanosecond: then the sum of what requests take is checked. It falls as
  /// the rate grows, so that every higher rate is enough too.
  private static func minimumRate(
    _ parts: [Part], latency: WallTime, startup: WallTime
  ) -> (BitRate?, Int?) {
    func late(at rate: Int64) -> Int? {
      firstLate(parts, latency: latency, startup: startup, at: rate)
    }
    if let number = late(at: BitRate.bound.bitsPerSecond) { return (nil, number) }
    // The rate by exact times, without what requests round up.
    var least: Int128 = 0
    for (number, part) in parts.enumerated() {
      for point in part.hull.points {
        let time =
          Int128(startup.nanoseconds) + Int128(point.x)
          - Int128(latency.nanoseconds) * Int128(number + 1)
        let bits = Int128(part.before + point.y) * Int128(BitRate.quantaPerByte)
        if time > 0 { least = max(least, bits.roundedUp(by: time)) }
      }
    }
    var rate = min(Int64(clamping: least), BitRate.bound.bitsPerSecond)
    if late(at: rate) != nil {
      var step: Int64 = 1
      while late(at: min(rate + step, BitRate.bound.bitsPerSecond)) != nil {
        rate += step
        step *= 2
      }
      var enough = min(rate + step, BitRate.bound.bitsPerSecond)
      while enough - rate > 1 {
        let middle = rate + (enough - rate) / 2
        if late(at: middle) == nil { enough = middle } else { rate = middle }
      }
      rate = enough
    }
    return (BitRate(bitsPerSecond: rate), rate > 0 ? late(at: rate - 1) : nil)
  }

  /// The number of the first frame that is late at `rate`; `nil` if none is.
  private static func firstLate(
    _ parts: [Part], latency: WallTime, startup: WallTime, at rate: Int64
  ) -> Int? {
    guard rate > 0 else {
      return parts.lazy.compactMap { $0.hull.points.first?.number }.first
    }
    let rate = Int128(rate)
    // The time from the startup delay back to when the bytes of a request flow.
    var left = Int128(startup.nanoseconds)
    for part in parts {
      left -= Int128(latency.nanoseconds)
      for point in part.hull.points {
        let bits = Int128(point.y) * Int128(BitRate.quantaPerByte)
        let time = left + Int128(point.x)
        if time < 0 || bits > rate * time { return point.number }
      }
      left -= (Int128(part.bytes) * Int128(BitRate.quantaPerByte)).roundedUp(by: rate)
    }
    return nil
  }
}

/// The minimum constant rate without a stall with a given startup delay.
package struct RateBound: Hashable, Sendable {
  /// The startup delay, in wall time from the first request.
  package let startup: WallTime
  /// The latency of each request, in wall time.
  package let latency: WallTime
  /// The rate, from which on every higher one is enough too; `nil` if none is.
  package let rate: BitRate?
  /// The frame that is late at one bit per second less or, without a ``rate``, at any; `nil` at a
  /// rate of zero.
  package let frame: NeededFrame?
}

extension Int128 {
  /// The quotient, rounded up; the divisor is positive.
  func roundedUp(by divisor: Int128) -> Int128 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return quotient + (remainder > 0 ? 1 : 0)
  }
}
