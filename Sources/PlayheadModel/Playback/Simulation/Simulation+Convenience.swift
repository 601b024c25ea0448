extension Simulation {
  /// The session of the tracks numbered `tracks`, or of the preferred ones, over the network of
  /// `profile`.
  ///
  /// The rate of the profile is reduced by what its packet loss costs.
  ///
  /// - Throws: ``PresentationError`` if a track is missing or cannot be played, or nothing is
  ///   shown.
  /// - Precondition: `repeats` is not negative.
  public init(
    _ index: MediaIndex, tracks: [Int]? = nil, over profile: BandwidthProfile,
    by transport: Transport = .fluid, policy: BufferingPolicy = .basic, actions: [UserAction] = [],
    repeats: Int = 0, options: SessionOptions = SessionOptions()
  ) throws(PresentationError) {
    self.init(
      FileScenario(
        try Presentation(index, tracks: tracks),
        over: NetworkLink(following: profile.payingForLoss()),
        by: transport, policy: policy, actions: actions, repeats: repeats, options: options))
  }
}
