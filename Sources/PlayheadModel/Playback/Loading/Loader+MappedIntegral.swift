/// The integral for the mean buffer level, where bytes do not come in the order in which they are
/// read or on one connection.
extension Loader {
  /// ``integrate(from:to:known:_:stretchesLookedAt:)``, from one arrival to the next.
  func integrateMapped(
    from start: WallTime, to end: WallTime, known: MediaTime, _ integral: inout LoadedIntegral
  ) {
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
    guard let map = plan.map, wallTime > .zero else { return }
    let rate = UInt128(link.rate(at: wallTime - .resolution).bitsPerSecond)
    let carried = link.carried(until: wallTime) * SharedLink.parts
    guard rate > 0 else { return }
    var loaded = loaded
    while loaded < reached {
      guard let parts = exactArrival(of: loaded + .resolution, at: wallTime, map), parts < carried
      else { return }
      let step = plan.loading.end(
        at: mappedPosition(map) { self.reached(by: $0, carrying: parts, at: wallTime) })
      let end = max(loaded + .resolution, min(reached, step))
      let early = Int128(carried - parts)
      guard early < Int128(rate * SharedLink.parts) else { return }
      integral.add(
        Int128((end - loaded).nanoseconds) * early, of: Int128(rate * SharedLink.parts))
      loaded = end
    }
  }

  /// What the link has carried, in ``SharedLink/parts`` of a quantum, when the media is loaded up
  /// to `mediaTime`, which it is at `wallTime`; `nil` if it was before.
  private func exactArrival(
    of mediaTime: MediaTime, at wallTime: WallTime, _ map: ReadMap
  ) -> UInt128? {
    guard plan.loading.end(at: frontier) < mediaTime else { return nil }
    let deliveries = plan.loading.position(reaching: mediaTime).flatMap {
      self.deliveries(before: $0, map)
    }
    return deliveries?.map { request, end in
      exactArrival(before: end, of: request, at: wallTime)
    }.max()
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
