package import PlayheadLadder
package import PlayheadModel

/// The least live latency that any player can have, in closed form: a segment cannot be in before.
///
/// A segment is in once it can be had, a request has taken the network's latency where that is
/// steady, and the link has carried its bytes, with nothing else on it. Playback that is to reach
/// its start by then is so far behind the camera. Of a rule that adapts, the level counts that is
/// in first; of players that take samples as they come, the first byte.
package struct LatencyBound: Hashable, Sendable {
  /// The latency.
  package let latency: MediaTime
  /// The segment that decides.
  package let segment: SegmentReference
  /// When it can be had, on the event's clock.
  package let availability: WallTime
  /// How long it takes from then on until it can be played.
  package let transfer: WallTime

  /// The bound of players that play `scenario` and join at `join` at the latest.
  ///
  /// `nil` if nothing is known: on demand, of segments by number, without segments behind that, or
  /// where a player may jump over them.
  package init?(of scenario: LadderScenario, joinedBy join: MediaTime?) {
    // A late segment that is asked for by its number is missing, and players may pass over it.
    guard let live = scenario.live, live.addressing != .numbers, let join,
      scenario.player.live[scenario.ladder.format] != nil,
      scenario.player.live[scenario.ladder.format]?.catchUp?.way != .dashJS
    else { return nil }
    let publication = LivePublication(of: scenario.ladder, in: live)
    let fixed = (scenario.rule as? FixedRule)?.level
    var bound: LatencyBound?
    for (lane, own) in scenario.ladder.lanes.enumerated() {
      let top = own.levels.count - 1
      let levels = lane == 0 ? fixed.map { [min($0, top)] } ?? Array(0...top) : Array(0...top)
      for segment in own.levels[levels[0]].segments where segment.shown.start > join {
        let place = segment.shown.start
        let candidates = levels.compactMap { level in
          Self.arrival(at: place, lane: lane, level: level, of: scenario, publication)
        }
        guard candidates.count == levels.count,
          let first = candidates.min(by: { $0.arrival < $1.arrival })
        else { continue }
        let latency = live.captured(at: first.arrival) - place
        guard latency > bound?.latency ?? .zero else { continue }
        bound = LatencyBound(
          latency: latency, segment: first.segment,
          availability: first.availability + live.join,
          transfer: first.arrival - first.availability)
      }
    }
    guard let bound else { return nil }
    self = bound
  }

  private init(
    latency: MediaTime, segment: SegmentReference, availability: WallTime, transfer: WallTime
  ) {
    self.latency = latency
    self.segment = segment
    self.availability = availability
    self.transfer = transfer
  }

  /// When `place` of a level can be played at the earliest; `nil` if never, or if it needs nothing.
  private static func arrival(
    at place: MediaTime, lane: Int, level: Int, of scenario: LadderScenario,
    _ publication: LivePublication
  ) -> (arrival: WallTime, availability: WallTime, segment: SegmentReference)? {
    let ladder = scenario.ladder.lanes[lane]
    let segments = ladder.levels[level].segments
    guard let near = ladder.segment(at: place, level: level) else { return nil }
    let holders = segments.indices.clamped(to: max(0, near - 1)..<near + 2)
      .filter { segments[$0].shown.start <= place && place < segments[$0].shown.end }
    guard !holders.isEmpty, !holders.contains(where: { segments[$0].isGap }) else { return nil }
    var first: (arrival: WallTime, availability: WallTime, segment: SegmentReference)?
    for number in holders {
      let availability = publication.availability(of: number, lane: lane, level: level)
      // Chunks behind the first follow in its response.
      let follows =
        segments[number].partNumber > 0 && scenario.live?.addressing != .playlists
      let latency =
        follows || !scenario.link.hasSteadyLatency ? .zero : scenario.link.latency(at: .zero)
      // What comes before the viewer joins is due at once.
      let sent = max(availability, .zero)
      let bytes = scenario.player.loading.appends == .samples ? 1 : segments[number].resource.bytes
      guard availability < .bound,
        let arrival = scenario.link.arrival(of: bytes, from: sent + latency)
      else { continue }
      let reference = SegmentReference(lane: lane, level: level, segment: number)
      if arrival < first?.arrival ?? .bound { first = (arrival, availability, reference) }
    }
    return first
  }
}
