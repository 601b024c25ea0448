/// The integral for the mean buffer level.
extension Loader {
  /// Adds the integral over wall time of the loaded end around the playhead, for a period in which
  /// only arrivals happen.
  ///
  /// Where only the link and its sharing limit a flow, media counts from the exact instant at which
  /// its last byte arrives, which is not a whole number of nanoseconds. Within a round trip in
  /// which a congestion window may limit the flow, it counts from the nanosecond at which the
  /// arrival is noticed.
  ///
  /// Media is loaded at least up to `known`: earlier loaded media may adjoin what is not yet read
  /// through.
  func integrate(
    from start: WallTime, to end: WallTime, known: MediaTime, _ integral: inout LoadedIntegral
  ) {
    guard !isDirect else {
      lane.integrate(from: start, to: end, known: known, &integral)
      return
    }
    var time = start
    var loaded = max(known, loadedEnd(at: start))
    while time < end {
      guard let next = arrival(of: loaded + .resolution), next <= end else { break }
      integral.add(loaded, from: time, to: next)
      time = max(time, next)
      let reached = max(loaded + .resolution, loadedEnd(at: next))
      addEarlier(from: loaded, to: reached, by: next, &integral)
      loaded = reached
    }
    if time < end { integral.add(loaded, from: time, to: end) }
  }

  /// Adds what the integral has more because media beyond `loaded`, up to `reached`, arrived not
  /// just at `wallTime` but in the nanosecond before.
  private func addEarlier(
    from loaded: MediaTime, to reached: MediaTime, by wallTime: WallTime,
    _ integral: inout LoadedIntegral
  ) {
    guard wallTime > .zero else { return }
    let lanes = lanes
    let rate = UInt128(link.rate(at: wallTime - .resolution).bitsPerSecond)
    let carried = link.carried(until: wallTime) * SharedLink.parts
    guard rate > 0 else { return }
    var loaded = loaded
    while loaded < reached {
      // The step is in when the last of the lanes that lack it has it.
      let arrivals = lanes.compactMap { $0.exactArrival(of: loaded + .resolution, at: wallTime) }
      guard let parts = arrivals.max(), parts < carried else { return }
      let step = lanes.map { $0.loadedEnd(carrying: parts, at: wallTime) }.min() ?? reached
      let end = max(loaded + .resolution, min(reached, step))
      let early = Int128(carried - parts)
      guard early < Int128(rate * SharedLink.parts) else { return }
      integral.add(
        Int128((end - loaded).nanoseconds) * early, of: Int128(rate * SharedLink.parts))
      loaded = end
    }
  }
}

extension LaneLoader {
  /// What the link has carried, in ``SharedLink/parts`` of a quantum, when the lane is loaded up to
  /// `mediaTime`, which it is at `wallTime`; `nil` if it was before.
  fileprivate func exactArrival(of mediaTime: MediaTime, at wallTime: WallTime) -> UInt128? {
    guard plan.loading.end(at: frontier) < mediaTime else { return nil }
    if let map = plan.map {
      let deliveries = plan.loading.position(reaching: mediaTime).flatMap {
        self.deliveries(before: $0, map)
      }
      return deliveries?.map { request, end in
        exactArrival(before: end, of: request, at: wallTime)
      }.max()
    }
    guard let request = channel.request else { return nil }
    let position = position(reaching: mediaTime, in: request)
    return exactArrival(before: position, of: request, at: wallTime)
  }

  /// What the link has carried when all bytes of `request` before `position` have arrived.
  private func exactArrival(
    before position: ReadPosition, of request: OpenRequest, at wallTime: WallTime
  ) -> UInt128 {
    guard let free = freeFlow(of: request, before: wallTime) else {
      return link.carried(until: wallTime) * SharedLink.parts
    }
    return free.parts(carrying: position - request.position)
  }

  /// How far the media is loaded from the playhead on once the link has carried `parts`, in the
  /// nanosecond before `wallTime`.
  fileprivate func loadedEnd(carrying parts: UInt128, at wallTime: WallTime) -> MediaTime {
    if let map = plan.map {
      return plan.loading.end(
        at: mappedPosition(map) { reached(by: $0, carrying: parts, at: wallTime) })
    }
    guard let request = channel.request, request.isFlowing else { return loadedEnd(at: wallTime) }
    let position = reached(by: request, carrying: parts, at: wallTime)
    return plan.loading.end(at: loadedPosition(at: position))
  }

  /// The first byte of `request` that has not arrived once the link has carried `parts`, in the
  /// nanosecond before `wallTime`.
  private func reached(
    by request: OpenRequest, carrying parts: UInt128, at wallTime: WallTime
  ) -> ReadPosition {
    guard let free = freeFlow(of: request, before: wallTime) else {
      return request.position(at: request.isFlowing ? wallTime - .resolution : wallTime)
    }
    return min(request.end, request.position + free.bytes(carrying: parts))
  }

  /// The flow of `request` in the nanosecond before `wallTime`; `nil` if there is none or a window
  /// may limit it.
  private func freeFlow(of request: OpenRequest, before wallTime: WallTime) -> FreeFlow? {
    guard var flow = request.flow, flow.since < wallTime else { return nil }
    flow.advance(to: wallTime - .resolution)
    return flow.free
  }
}
