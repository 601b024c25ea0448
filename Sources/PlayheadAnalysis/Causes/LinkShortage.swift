import PlayheadLadder
package import PlayheadModel

/// That media has a higher mean rate than the link it was played over, so that it has to stall.
package struct LinkShortage: Hashable, Sendable {
  /// The mean rate of the media, with its container; of a ladder, that of each lane's lowest level.
  package let mediaRate: BitRate
  /// The mean rate of the link while the session lasted.
  package let linkRate: BitRate
  /// The minimum constant rate without a stall, with the startup of the session and the link's
  /// longest latency; `nil` of a ladder.
  package let minimum: RateBound?

  /// What a session lacks over `link`; `nil` if it does not stall, or if the link is as fast as
  /// `mediaRate` or as `minimum` requires.
  private init?(
    _ session: Session, over link: NetworkLink, mediaRate: () -> BitRate?,
    minimum: () -> RateBound?
  ) {
    guard !session.stalls.isEmpty, session.seeks.isEmpty, session.elapsed > .zero,
      let mediaRate = mediaRate()
    else { return nil }
    let linkRate = link.meanRate(from: .zero, to: session.elapsed)
    guard mediaRate > linkRate else { return nil }
    let minimum = minimum()
    // A startup that makes up for it leaves other causes.
    guard minimum?.rate.map({ $0 > linkRate }) ?? true else { return nil }
    self.linkRate = linkRate
    self.mediaRate = mediaRate
    self.minimum = minimum
  }

  /// What `session`, which is that of `scenario`, lacks; `nil` also if the media is not one file
  /// that was played from its start.
  init?(_ session: Session, of scenario: FileScenario) {
    guard !session.stalls.isEmpty, let startup = session.startup,
      let needed = NeededBytes(scenario.presentation)
    else { return nil }
    self.init(session, over: scenario.link) {
      BitRate(bytes: needed.downloadedBytes - needed.openingBytes, over: needed.duration)
    } minimum: {
      RateCurve(needed, latency: scenario.link.profile.longestLatency).bound(startup: startup)
    }
  }

  /// The same of a session of a ladder, where even the lowest levels are above the link's rate.
  init?(_ session: Session, of scenario: LadderScenario) {
    self.init(session, over: scenario.link) {
      let rates = scenario.ladder.lanes.map { lane in
        lane.levels.compactMap(\.segments.meanRate).min()
      }
      guard !rates.contains(nil) else { return nil }
      let sum = rates.compactMap(\.?.bitsPerSecond).reduce(Int128(0)) { $0 + Int128($1) }
      return Int64(exactly: sum).map { BitRate(bitsPerSecond: $0) }
    } minimum: {
      nil
    }
  }
}
