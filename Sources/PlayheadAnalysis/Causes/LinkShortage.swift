import PlayheadLadder
public import PlayheadModel

/// That media has a higher mean rate than the link it was played over, so that it has to stall.
public struct LinkShortage: Hashable, Sendable {
  /// The mean rate of the media, with its container; of a ladder, that of the lowest level of each lane.
  public let mediaRate: BitRate
  /// The mean rate of the link while the session lasted.
  public let linkRate: BitRate
  /// The minimum constant rate without a stall, with the startup of the session and the link's longest
  /// latency; `nil` of a ladder.
  public let minimum: RateBound?

  private init?(
    _ session: Session, mediaRate: BitRate?, over link: NetworkLink, minimum: RateBound?
  ) {
    guard !session.stalls.isEmpty, session.seeks.isEmpty, session.elapsed > .zero, let mediaRate
    else { return nil }
    let linkRate = link.meanRate(from: .zero, to: session.elapsed)
    // A startup that makes up for it leaves other causes.
    guard mediaRate > linkRate, minimum?.rate.map({ $0 > linkRate }) ?? true else { return nil }
    self.linkRate = linkRate
    self.mediaRate = mediaRate
    self.minimum = minimum
  }

  /// What `session`, which is that of `scenario`, lacks; `nil` if it does not stall, if the link is as fast
  /// as the media or as its startup requires, or if the media is not one file that was played from its start.
  init?(_ session: Session, of scenario: Scenario) {
    guard let needed = NeededBytes(scenario.presentation), let startup = session.startup else {
      return nil
    }
    let latency = scenario.link.profile.intervals.lazy.map(\.latency).max() ?? .zero
    self.init(
      session,
      mediaRate: BitRate(
        bytes: needed.downloadedBytes - needed.openingBytes, over: needed.duration),
      over: scenario.link, minimum: RateCurve(needed, latency: latency).bound(startup: startup))
  }

  /// The same of a session of a ladder, where even the lowest levels are above the link's rate.
  init?(_ session: Session, of scenario: LadderScenario) {
    let rates = scenario.ladder.lanes.map { lane in
      lane.levels.compactMap(\.meanSegmentRate).min()
    }
    guard !rates.contains(nil) else { return nil }
    let sum = rates.compactMap(\.?.bitsPerSecond).reduce(Int128(0)) { $0 + Int128($1) }
    self.init(
      session, mediaRate: Int64(exactly: sum).map { BitRate(bitsPerSecond: $0) },
      over: scenario.link, minimum: nil)
  }
}

extension Level {
  /// The bytes of all segments over their length.
  fileprivate var meanSegmentRate: BitRate? {
    let bytes = segments.reduce(Int128(0)) { $0 + Int128($1.resource.bytes) }
    let length = segments.reduce(Int128(0)) { $0 + Int128($1.duration.nanoseconds) }
    guard let bytes = Int64(exactly: bytes), let length = Int64(exactly: length) else { return nil }
    return BitRate(bytes: bytes, over: MediaTime(nanoseconds: length))
  }
}
