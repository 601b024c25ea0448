package import PlayheadModel

/// What a file requires of networks, players and decoders so that playback never stalls.
///
/// All of it is exact and follows from the index alone: nothing is simulated.
package struct Requirements: Sendable {
  /// The minimum startup delay on a network, and the minimum buffer with it.
  package struct OnNetwork: Sendable {
    /// The startup delay.
    package let startup: StartupBound
    /// The buffer with that delay; `nil` if no delay is enough.
    package let buffer: BufferBound?
  }

  /// What playback needs by when.
  package let needed: NeededBytes
  /// The requirements on the network given; `nil` without one.
  package let network: OnNetwork?
  /// The minimum constant rate for the startup delay given.
  package let rate: RateBound
  /// The buffer at that rate; `nil` if no rate is enough.
  package let buffer: BufferBound?
  /// The minimum rates of all startup delays.
  package let curve: RateCurve
  /// How the file may be encoded for the network and the startup delay given; `nil` without a
  /// network, or if the file is not in byte order for every player.
  package let encoding: EncodingBound?
  /// The leaky buckets of each track played, in the order of their numbers, then of all together.
  package let buckets: [LeakyBucket]

  /// The requirements of `presentation`, which is of `index`; `nil` unless it is one file.
  ///
  /// - Parameters:
  ///   - index: the index with its samples.
  ///   - presentation: what of it is played.
  ///   - startup: the startup delay that a minimum rate is wanted for, in wall time.
  ///   - latency: the latency with which that and all other rates are found, in wall time.
  ///   - link: the network that a minimum startup delay is wanted for.
  ///   - transport: how that network's rate reaches a request.
  /// - Precondition: `startup` and `latency` are not negative and within `WallTime.bound`.
  package init?(
    _ index: MediaIndex, _ presentation: Presentation, startup: WallTime,
    latency: WallTime = .zero, over link: NetworkLink? = nil, by transport: Transport = .fluid
  ) {
    guard let needed = NeededBytes(presentation) else { return nil }
    self.needed = needed
    network = link.map { link in
      let bound = StartupBound(needed, over: link, by: transport)
      return OnNetwork(
        startup: bound,
        buffer: bound.delay.flatMap { BufferBound(needed, over: link, startup: $0) })
    }
    curve = RateCurve(needed, latency: latency)
    rate = curve.bound(startup: startup)
    buffer = rate.rate.flatMap { rate in
      let interval = BandwidthProfile.Interval(duration: .zero, rate: rate, latency: latency)
      return BufferBound(
        needed, over: NetworkLink(following: .constant(interval, name: rate.text)), startup: startup
      )
    }
    encoding = link.flatMap {
      EncodingBound(presentation, startup: startup, over: $0, by: transport)
    }
    let tracks = presentation.tracks.filter { number in
      index.samples.contains { Int($0.track) == number }
    }
    let mux = LeakyBucket(needed)
    buckets = tracks.map { LeakyBucket(index, track: $0) } + [mux]
  }
}
