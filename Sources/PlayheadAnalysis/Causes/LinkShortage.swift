public import PlayheadModel

/// That media has a higher mean rate than the link it was played over, so that it has to stall.
public struct LinkShortage: Hashable, Sendable {
  /// The mean rate of the media.
  public let mediaRate: BitRate
  /// The mean rate of the link while the session lasted.
  public let linkRate: BitRate
  /// The minimum constant rate without a stall, with the startup of the session and the link's longest
  /// latency.
  public let minimum: RateBound

  /// What `session` of `presentation` over `link` lacks; `nil` if it does not stall, if the link is as
  /// fast as the media, or if the media is not one file that was played once from its start.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - presentation: what it played.
  ///   - mediaRate: the mean rate of what is played.
  ///   - link: over what it was played.
  public init?(
    _ session: Session, of presentation: Presentation, at mediaRate: BitRate?,
    over link: NetworkLink
  ) {
    guard !session.stalls.isEmpty, session.seeks.isEmpty, let startup = session.startup,
      session.elapsed > .zero, let mediaRate, let needed = NeededBytes(presentation)
    else { return nil }
    let linkRate = link.meanRate(from: .zero, to: session.elapsed)
    guard mediaRate > linkRate else { return nil }
    let latency = link.profile.intervals.lazy.map(\.latency).max() ?? .zero
    self.mediaRate = mediaRate
    self.linkRate = linkRate
    minimum = RateCurve(needed, latency: latency).bound(startup: startup)
  }
}
