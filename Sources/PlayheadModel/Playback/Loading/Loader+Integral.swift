/// The integral for the mean buffer level, without a visit to every sample.
extension Loader {
  /// Adds the integral over wall time of the loaded end around the playhead, for a period in which
  /// only arrivals happen.
  ///
  /// Where only the link limits the flow, media counts from the exact instant at which its last
  /// byte arrives, which is not a whole number of nanoseconds. Within a round trip in which a
  /// congestion window may limit the flow, it counts from the nanosecond at which the arrival is
  /// noticed.
  ///
  /// Media is loaded at least up to `known`: earlier loaded media may adjoin what is not yet read
  /// through.
  ///
  /// It looks at each stretch of constant rate, or at each step of what is loaded if there are
  /// fewer of them; the first `stretchesLookedAt` anyway.
  func integrate(
    from start: WallTime, to end: WallTime, known: MediaTime, _ integral: inout LoadedIntegral,
    stretchesLookedAt: Int = 64
  ) {
    guard isDirect else {
      integrateMapped(from: start, to: end, known: known, &integral)
      return
    }
    var start = start
    if known > loadedEnd(at: start) {
      let until = min(end, arrival(of: known + .resolution) ?? end)
      integral.add(known, from: start, to: until)
      guard until < end else { return }
      start = until
    }
    guard let request = channel.request, var flow = request.flow else {
      integral.add(loadedEnd(at: start), from: start, to: end)
      return
    }
    var time = start
    if flow.since > time {
      let until = min(flow.since, end)
      integral.add(loadedEnd(at: time), from: time, to: until)
      time = until
    }
    // The curve by how far the open request has come.
    let loading = isSweeping ? plan.sweep?.loading ?? plan.loading : plan.loading
    while time < end {
      flow.advance(to: time)
      if let free = flow.free {
        integrateFree(from: time, to: end, request, free, loading, &integral, stretchesLookedAt)
        return
      }
      let until = min(end, flow.roundEnd ?? end)
      integrateNoticed(from: time, to: until, &integral)
      time = until
    }
  }

  /// The integral where media counts from the nanosecond at which its arrival is noticed.
  private func integrateNoticed(
    from start: WallTime, to end: WallTime, _ integral: inout LoadedIntegral
  ) {
    var time = start
    while time < end {
      let loaded = loadedEnd(at: time)
      let until = max(time + .resolution, min(end, arrival(of: loaded + .resolution) ?? end))
      integral.add(loaded, from: time, to: until)
      time = until
    }
  }

  /// The integral where media counts from the exact instant at which the link has carried it.
  private func integrateFree(
    from start: WallTime, to end: WallTime, _ request: OpenRequest, _ free: FreeFlow,
    _ loading: LoadingCurve, _ integral: inout LoadedIntegral, _ stretchesLookedAt: Int
  ) {
    var stretchesLeft = stretchesLookedAt
    var time = start
    var stretch = link.stretch(at: start)
    // Where one piece ends the next one usually begins.
    var place: LoadingCurve.Place?
    while true {
      if stretchesLeft == 0,
        integrateSteps(from: time, to: end, request, free, loading, &integral)
      {
        return
      }
      stretchesLeft -= 1
      let until = min(end, stretch.end ?? end)
      let piece = piece(of: stretch, from: time, request, free, loading, place)
      place = nil
      if let (parts, end) = piece.parts(to: until, self, loading) {
        integral.add(loading.end(after: piece.loaded.count), from: time, to: until)
        if parts > 0 { integral.add(parts, of: Int128(stretch.rate)) }
        place = end
      } else {
        integrateNoticed(from: time, to: until, &integral)
      }
      guard until < end else { return }
      time = until
      stretch = link.stretch(after: stretch)
    }
  }

  /// The same from step to step of what is loaded; `false` if there are more of them than
  /// stretches.
  private func integrateSteps(
    from start: WallTime, to end: WallTime, _ request: OpenRequest, _ free: FreeFlow,
    _ loading: LoadingCurve, _ integral: inout LoadedIntegral
  ) -> Bool {
    func count(at wallTime: WallTime) -> Int {
      let flowed = NetworkLink.wholeBytes(link.carried(until: wallTime) - free.carried)
      return loading.count(at: loadedPosition(at: position(of: request, after: flowed, free)))
    }
    let (first, last) = (count(at: start), count(at: end))
    guard Int64(last - first) < link.stretchCount(from: start, to: end) else { return false }
    integral.add(loading.end(after: first), from: start, to: end)
    for step in first..<last {
      let growth = loading.end(after: step + 1) - loading.end(after: step)
      let position = position(before: loading.steps[step].position, in: request)
      let bytes = position - request.position - free.base
      let carried = free.carried + UInt128(max(0, bytes)) * NetworkLink.quantaPerByte
      guard let arrival = link.arrival(carrying: carried), arrival <= end else { continue }
      let time = max(start, arrival)
      integral.add(growth, from: time, to: end)
      // In the nanosecond of its arrival it counts from the exact instant.
      guard arrival > start else { continue }
      let stretch = link.stretch(at: arrival - .resolution)
      let early = stretch.carried(at: arrival) - carried
      integral.add(Int128(growth.nanoseconds) * Int128(early), of: Int128(stretch.rate))
    }
    return true
  }

  /// The first byte of `request` that has not arrived once `flowed` bytes have, of those that only
  /// the link limits.
  private func position(
    of request: OpenRequest, after flowed: UInt128, _ free: FreeFlow
  ) -> ReadPosition {
    min(request.end, request.position + (free.base + Int64(clamping: flowed)))
  }

  private func piece(
    of stretch: NetworkLink.Stretch, from time: WallTime, _ request: OpenRequest, _ free: FreeFlow,
    _ loading: LoadingCurve, _ known: LoadingCurve.Place?
  ) -> Piece {
    let flowed = NetworkLink.wholeBytes(stretch.carried(at: time) - free.carried)
    let position = position(of: request, after: flowed, free)
    return Piece(
      position: position, end: request.end,
      loaded: loading.place(at: loadedPosition(at: position), knowing: known),
      carried: free.carried + flowed * NetworkLink.quantaPerByte, stretch: stretch)
  }

  /// The media loaded between two positions of the open request, and the sum over its steps of each
  /// step's length times its position; and the last place looked up.
  fileprivate func growth(
    from start: LoadingCurve.Place, to end: ReadPosition, _ loading: LoadingCurve
  ) -> (length: MediaTime, moment: Int128, last: LoadingCurve.Place) {
    var growth = (length: MediaTime.zero, moment: Int128(0), last: start)
    func grow(_ start: ReadPosition, _ end: ReadPosition) {
      let first = loading.place(at: start, knowing: growth.last)
      growth.last = loading.place(at: end, knowing: first)
      growth.length += loading.end(after: growth.last.count) - loading.end(after: first.count)
      growth.moment += growth.last.moment - first.moment
    }
    var position = start.position
    while !isSweeping, position < end, let next = cached.nextStart(from: position) {
      // Cached bytes count as soon as all bytes before them have arrived.
      let missingEnd = media.endOfMissing(before: next, besides: cached)
      guard missingEnd <= end else { break }
      grow(position, missingEnd)
      let missing = media.firstMissing(from: next, besides: cached) ?? media.end
      let jump = loading.end(at: missing) - loading.end(at: missingEnd)
      growth.length += jump
      growth.moment += Int128(jump.nanoseconds) * Int128(missingEnd.bytes)
      position = missing
    }
    if position < end { grow(position, end) }
    return growth
  }
}

/// A part of a stretch of constant rate during which the open request flows.
private struct Piece {
  /// The position at its beginning, in whole bytes, and the maximum position.
  var position: ReadPosition
  var end: ReadPosition
  /// The position before which all bytes have arrived at its beginning.
  var loaded: LoadingCurve.Place
  /// The amount that the link had carried when the byte before the position was complete.
  var carried: UInt128
  var stretch: NetworkLink.Stretch

  /// The integral, until `time`, of the media it loads, in parts of its rate, and a place near that
  /// reached; `nil` on overflow.
  func parts(
    to time: WallTime, _ loader: Loader, _ loading: LoadingCurve
  ) -> (Int128, LoadingCurve.Place)? {
    guard stretch.rate > 0 else { return (0, loaded) }
    let quanta = stretch.carried(at: time) - carried
    let reached = min(end, position + Int64(clamping: NetworkLink.wholeBytes(quanta)))
    let growth = loader.growth(from: loaded, to: reached, loading)
    guard growth.length > .zero else { return (0, growth.last) }
    let length = Int128(growth.length.nanoseconds)
    let (area, overflow) = length.multipliedReportingOverflow(by: Int128(clamping: quanta))
    let (lead, leadOverflow) = Int128(NetworkLink.quantaPerByte)
      .multipliedReportingOverflow(by: growth.moment - length * Int128(position.bytes))
    return overflow || leadOverflow ? nil : (area - lead, growth.last)
  }
}
