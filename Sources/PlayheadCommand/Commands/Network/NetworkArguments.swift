import PlayheadKit

extension ParsedArguments {
  /// The network of `--network` and the shaping options.
  func network() throws(Failure) -> BandwidthProfile {
    guard let text = value(.network) else {
      throw Failure(
        .usage, "missing option", at: Option.network.spelling,
        why: "a network is required", hint: "write \(Option.network.spelling)=1.5Mbps")
    }
    let argument = try parse(text[...], .network) { text throws(GrammarError) in
      try NetworkArgument(parsing: text)
    }
    return try shaped(argument)
  }

  /// The network that `argument` names, shaped by the options.
  func shaped(_ argument: NetworkArgument) throws(Failure) -> BandwidthProfile {
    let shaping = try self.shaping()
    let profile = try NetworkLoading.profile(argument, format: choice(.networkFormat))
    do {
      return try shaping.applied(to: profile)
    } catch {
      // All values are checked already, except the scaled rates.
      throw Failure(badValue: value(.scale) ?? "", of: .scale, why: error.description)
    }
  }

  /// The TCP model of `--tcp` and `--tls`.
  func transport() throws(Failure) -> Transport {
    switch choice(.tcp) ?? TransportChoice.none {
    case .slowStart: return .slowStart(setUpRoundTrips: has(.tls) ? 2 : 1)
    case .none:
      guard !has(.tls) else {
        throw Failure(
          .usage, "missing option", at: Option.tcp.spelling, why: "TLS requires TCP",
          hint: "write \(Option.tcp.spelling)=\(TransportChoice.slowStart.rawValue)")
      }
      return .fluid
    }
  }

  private func shaping() throws(Failure) -> NetworkShaping {
    var shaping = NetworkShaping()
    shaping.holdsLast = has(.hold)
    shaping.isLowData = has(.lowData)
    shaping.offset = try duration(.offset) ?? .zero
    shaping.latency = try duration(.latency, unit: .required)
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
    shaping.jitter = try jitter(seed: seed())
    return shaping
  }

  private func jitter(seed: UInt64) throws(Failure) -> LatencyJitter? {
    guard let magnitude = try duration(.jitter, unit: .required) else { return nil }
    do {
      return try LatencyJitter(magnitude: magnitude, seed: seed)
    } catch {
      throw Failure(badValue: value(.jitter) ?? "", of: .jitter, why: error.description)
    }
  }

  private func seed() throws(Failure) -> UInt64 {
    guard let text = value(.seed) else { return 0 }
    guard let seed = UInt64(text), text.first != "+" else {
      throw Failure(
        badValue: text, of: .seed, why: "expected a whole number from 0 to \(UInt64.max)")
    }
    return seed
  }
}
