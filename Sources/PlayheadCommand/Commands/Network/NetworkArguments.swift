import PlayheadKit

extension ParsedArguments {
  /// The network of `--network` and the options that shape it, which default to those of `former`.
  func givenNetwork(before former: GivenNetwork? = nil) throws(Failure) -> GivenNetwork {
    guard let text = value(.network) else {
      if let former {
        guard !has(.networkFormat) else {
          throw Failure(
            .usage, "missing option", at: Option.network.spelling,
            why: "\(Option.networkFormat.spelling) needs the network's file",
            hint: "leave out \(Option.networkFormat.spelling)")
        }
        try refuseHold(of: former.profile)
        var network = former
        try shape(&network.shaping)
        return network
      }
      throw Failure(
        .usage, "missing option", at: Option.network.spelling,
        why: "a network is required", hint: "write \(Option.network.spelling)=1.5Mbps")
    }
    let argument = try parse(text[...], .network) { text throws(GrammarError) in
      try NetworkArgument(parsing: text)
    }
    return try givenNetwork(argument, text, before: former)
  }

  /// The network that `argument`, written as `text`, names, shaped by the options.
  func givenNetwork(
    _ argument: NetworkArgument, _ text: String, before former: GivenNetwork? = nil
  ) throws(Failure) -> GivenNetwork {
    var shaping = former?.shaping ?? NetworkShaping()
    try shape(&shaping)
    let format: TraceFormat? = choice(.networkFormat)
    let profile = try NetworkLoading.profile(argument, format: format)
    try refuseHold(of: profile)
    return GivenNetwork(text: text, format: format, profile: profile, shaping: shaping)
  }

  /// Refuses to hold the last interval of a network that does so anyway.
  private func refuseHold(of profile: BandwidthProfile) throws(Failure) {
    guard has(.hold), profile.afterwards == .holdsLast || profile.intervals.count == 1 else {
      return
    }
    let rate = profile.intervals.count == 1 ? "rate is constant" : "last rate is held anyway"
    throw Failure(
      .usage, "unexpected option", at: Option.hold.spelling,
      why: "the \(rate) on \(profile.name)", hint: "leave out \(Option.hold.spelling)")
  }

  /// `network` with its shaping applied.
  func profile(of network: GivenNetwork) throws(Failure) -> BandwidthProfile {
    do {
      return try network.shaped()
    } catch {
      // All values have been checked except scaled rates.
      throw Failure(
        badValue: value(.scale) ?? network.shaping.scale?.text ?? "", of: .scale,
        why: error.description)
    }
  }

  /// The TCP model of `--tcp` and `--tls`, which default to `former`.
  func transport(before former: Transport? = nil) throws(Failure) -> Transport {
    if let former, !has(.tcp) {
      guard has(.tls), former != .fluid else {
        if !has(.tls) { return former }
        return try ownTransport(.none)
      }
      return try ownTransport(.slowStart)
    }
    return try ownTransport(choice(.tcp) ?? .none)
  }

  private func ownTransport(_ choice: TransportChoice) throws(Failure) -> Transport {
    switch choice {
    case .slowStart: return .slowStart(setUpRoundTrips: has(.tls) ? 2 : 1)
    case .none:
      guard !has(.tls) else {
        throw Failure(
          .usage, "missing option", at: Option.tcp.spelling,
          why: "\(Option.tls.spelling) adds to connection setup, which is not modelled",
          hint: "write \(Option.tcp.spelling)=\(TransportChoice.slowStart.rawValue)")
      }
      return .fluid
    }
  }

  /// Applies the options to `shaping`.
  private func shape(_ shaping: inout NetworkShaping) throws(Failure) {
    if has(.hold) { shaping.holdsLast = true }
    if has(.lowData) { shaping.isLowData = true }
    if let offset = try duration(.offset) { shaping.offset = offset }
    if let latency = try duration(.latency, unit: .required) { shaping.latency = latency }
    if let text = value(.scale) {
      shaping.scale = try parse(text[...], .scale) { text throws(GrammarError) in
        try RateScale(parsing: text)
      }
    }
    if let text = value(.loss) {
      shaping.loss = try parse(text[...], .loss) { text throws(GrammarError) in
        try Ratio(parsingPercent: text)
      }
    }
    let seed = try seed()
    if seed != nil, !has(.jitter), !has(.spread), shaping.jitter == nil {
      throw Failure(
        .usage, "missing option", at: Option.jitter.spelling,
        why: "\(Option.seed.spelling) is the seed of jitter",
        hint: "write \(Option.jitter.spelling)=20ms, or leave out \(Option.seed.spelling)")
    }
    if has(.jitter) || has(.seed) {
      shaping.jitter = try jitter(
        magnitude: duration(.jitter, unit: .required) ?? shaping.jitter?.magnitude,
        seed: seed ?? shaping.jitter?.seed ?? 0)
    }
  }

  private func jitter(magnitude: WallTime?, seed: UInt64) throws(Failure) -> LatencyJitter? {
    guard let magnitude else { return nil }
    do {
      return try LatencyJitter(magnitude: magnitude, seed: seed)
    } catch {
      throw Failure(badValue: value(.jitter) ?? "", of: .jitter, why: error.description)
    }
  }

  /// The seed of `--jitter` and `--spread`; `nil` if none is given.
  func seed() throws(Failure) -> UInt64? {
    guard let text = value(.seed) else { return nil }
    guard let seed = UInt64(text), text.first != "+" else {
      throw Failure(
        badValue: text, of: .seed, why: "expected a whole number from 0 to \(UInt64.max)")
    }
    return seed
  }
}
