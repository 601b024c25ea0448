package import PlayheadModel

/// How media plays over a dozen networks, and the minimum rate that it takes.
package struct Overview: Hashable, Sendable {
  /// How it plays over one network.
  package struct Network: Hashable, Sendable {
    /// The network.
    package var preset: NetworkPreset
    /// The rate that is left of it after what its loss costs, in bits per second.
    package var rate: BitRate
    /// The wall time from a request to its first byte.
    package var latency: WallTime
    /// How the session went.
    package var summary: SessionSummary
    /// The same in one word.
    package var verdict: PlaybackVerdict

    /// The link.
    package var link: NetworkLink {
      let interval = BandwidthProfile.Interval(duration: .zero, rate: rate, latency: latency)
      return NetworkLink(following: .constant(interval, name: preset.title))
    }

    /// Whether it started in time and played to the end without a stall.
    package var playsThrough: Bool { verdict == .playsThrough }
  }

  /// The networks, from slow to fast.
  package var networks: [Network]
  /// The minimum rate that starts in time and never stalls.
  package var minimumRate: MinimumRate
  /// The wall time within which playback has to start.
  package var startupLimit: WallTime { minimumRate.startupLimit }

  /// The networks that are as fast as the minimum rate and do not play through all the same, since
  /// their latency is higher than that of the minimum rate.
  package var networksOfTooMuchLatency: [Network] {
    guard let rate = minimumRate.rate else { return [] }
    return networks.filter { $0.rate >= rate && !$0.playsThrough }
  }

  /// The maximum number of sessions it takes, for a progress display.
  package static let maximumSessions =
    2 * NetworkPreset.overview.count + RateSearch.maximumTries + 2

  /// Plays media over ``NetworkPreset/overview`` and looks for the minimum rate, which is verified
  /// at the rates of these networks too.
  ///
  /// - Parameters:
  ///   - latency: the latency in place of that of each network, in wall time; `nil` leaves them
  ///     theirs, and the minimum rate has none.
  ///   - startupLimit: the wall time within which playback has to start.
  ///   - damage: what is missing of the media.
  ///   - trial: the session over a link, not begun.
  ///   - check: called before each step of a session; what it throws ends the work.
  /// - Throws: what `trial` and `check` throw.
  /// - Precondition: `latency` is not negative and within `WallTime.bound`.
  package init<Problem: Error, Trial: TrialSession & ~Copyable>(
    latency: WallTime? = nil, startupLimit: WallTime = MinimumRate.defaultStartupLimit,
    damage: MediaDamage = .none, of trial: (NetworkLink) throws(Problem) -> Trial,
    check: () throws(Problem) -> Void
  ) throws(Problem) {
    var networks: [Network] = []
    for preset in NetworkPreset.overview {
      var interval = preset.profile.intervals[0]
      interval.latency = latency ?? interval.latency
      let profile = BandwidthProfile.constant(interval, name: preset.title)
      var session = try trial(NetworkLink(following: profile))
      repeat { try check() } while session.step()
      let summary = session.summary(damage: damage)
      networks.append(
        Network(
          preset: preset, rate: profile.meanRate, latency: interval.latency, summary: summary,
          verdict: summary.verdict(startupLimit: startupLimit)))
    }
    self.networks = networks
    minimumRate = try MinimumRate(
      latency: latency ?? .zero, startupLimit: startupLimit, damage: damage,
      verifying: networks.map(\.rate), of: trial, check: check)
  }
}

extension BandwidthProfile {
  /// `interval` for ever, and what its loss costs.
  ///
  /// - Precondition: its values are within their bounds.
  static func constant(_ interval: Interval, name: String) -> BandwidthProfile {
    precondition(interval.latency >= .zero && interval.latency <= .bound, "latency out of bounds")
    return BandwidthProfile(unchecked: name, [interval], .holdsLast, jitter: nil, notes: [])
      .payingForLoss()
  }
}

extension NetworkPreset {
  /// A dozen networks from Edge to fibre and beyond, from slow to fast.
  package static let overview: [NetworkPreset] = {
    let names: Set = [
      "wpt-edge", "wpt-3gslow", "apple-3g", "wpt-3g", "chrome-slow-4g", "apple-dsl", "wpt-cable",
      "chrome-fast-4g", "wpt-lte", "wpt-fios", "apple-wifi", "apple-lte",
    ]
    return all.filter { names.contains($0.name) }
      .sorted { ($0.down, $1.latency) < ($1.down, $0.latency) }
  }()
}
