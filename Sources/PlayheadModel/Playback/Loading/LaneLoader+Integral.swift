/// The integral for the mean buffer level of one lane alone on its link, without a visit to every
/// sample.
extension LaneLoader {
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
  func integrate(
    from start: WallTime, to end: WallTime, known: MediaTime, _ integral: inout LoadedIntegral
  ) {
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
    while time < end {
      flow.advance(to: time)
      if let free = flow.free {
        integrateFree(from: time, to: end, request, free, &integral)
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
    _ integral: inout LoadedIntegral
  ) {
    var time = start
    var stretch = link.stretch(at: start)
    while true {
      let until = min(end, stretch.end ?? end)
      let piece = piece(of: stretch, from: time, request, free)
      if let parts = piece.parts(to: until, self) {
        integral.add(piece.loadedEnd, from: time, to: until)
        if parts > 0 { integral.add(parts, of: Int128(stretch.rate)) }
      } else {
        integrateNoticed(from: time, to: until, &integral)
      }
      guard until < end else { return }
      time = until
      stretch = link.stretch(after: stretch)
    }
  }

  private func piece(
    of stretch: Link.Stretch, from time: WallTime, _ request: OpenRequest, _ free: FreeFlow
  ) -> Piece {
    let flowed = Link.wholeBytes(stretch.carried(at: time) - free.carried)
    let position = min(request.end, request.position + (free.base + Int64(clamping: flowed)))
    let loadedPosition = loadedPosition(at: position)
    return Piece(
      position: position, end: request.end, loadedPosition: loadedPosition,
      loadedEnd: plan.loading.end(at: loadedPosition),
      carried: free.carried + flowed * Link.quantaPerByte, stretch: stretch)
  }

  /// The media loaded between two positions of the open request, and the sum over its steps of each
  /// step's length times its position.
  fileprivate func growth(
    from start: ReadPosition, to end: ReadPosition
  ) -> (length: MediaTime, moment: Int128) {
    let loading = plan.loading
    var growth = (length: MediaTime.zero, moment: Int128(0))
    func grow(_ start: ReadPosition, _ end: ReadPosition) {
      let (first, last) = (loading.count(at: start), loading.count(at: end))
      growth.length += loading.end(after: last) - loading.end(after: first)
      growth.moment += loading.moment(from: first, to: last)
    }
    var position = start
    while position < end, let next = cached.nextStart(from: position) {
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
  /// The position before which all bytes have arrived at its beginning, and the loaded end of the
  /// media.
  var loadedPosition: ReadPosition
  var loadedEnd: MediaTime
  /// The amount that the link had carried when the byte before the position was complete.
  var carried: UInt128
  var stretch: Link.Stretch

  /// The integral, until `time`, of the media it loads, in parts of its rate; `nil` on overflow.
  func parts(to time: WallTime, _ loader: LaneLoader) -> Int128? {
    guard stretch.rate > 0 else { return 0 }
    let quanta = stretch.carried(at: time) - carried
    let reached = min(end, position + Int64(clamping: Link.wholeBytes(quanta)))
    let growth = loader.growth(from: loadedPosition, to: reached)
    guard growth.length > .zero else { return 0 }
    let length = Int128(growth.length.nanoseconds)
    let (area, overflow) = length.multipliedReportingOverflow(by: Int128(clamping: quanta))
    let (lead, leadOverflow) = Int128(Link.quantaPerByte)
      .multipliedReportingOverflow(by: growth.moment - length * Int128(position.bytes))
    return overflow || leadOverflow ? nil : area - lead
  }
}
