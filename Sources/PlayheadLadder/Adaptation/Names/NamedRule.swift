package import PlayheadModel

/// A rule with its parameters, as it is written: `bola:finite`, `fixed:2`,
/// `sabre-throughput:noibr,noa`.
package enum NamedRule: Hashable, Sendable {
  /// Always the same level.
  case fixed(level: Int)
  /// The textbook rule, with the factor in millionths of the throughput.
  case throughput(factor: Ratio, isExponential: Bool)
  /// BBA-0.
  case bba0
  /// BOLA.
  case bola(BOLARule.Mode, BOLARule.Restraint)
  /// MPC, or RobustMPC.
  case mpc(isRobust: Bool)
  /// hls.js.
  case hlsJS
  /// dash.js.
  case dashJS
  /// Shaka Player, with its initial estimate.
  case shaka(BitRate)
  /// Media3, with its initial estimate.
  case media3(BitRate)
  /// Chromium's own HLS player.
  case chromiumHLS
  /// AVPlayer, with the item's `preferredPeakBitRate` and `preferredMaximumResolution`.
  case avPlayer(BitRate?, Resolution?)
  /// Sabre's `throughput`.
  case sabreThroughput(limitsByBuffer: Bool, abandons: Bool)
  /// Sabre's `bola`.
  case sabreBOLA(BOLARule.Mode, avoidsOscillation: Bool, abandons: Bool)

  /// The rule, ready for a session of any number of lanes.
  package var rule: any AdaptationRule {
    switch self {
    case .fixed(let level): FixedRule(level: level)
    case .throughput(let factor, let isExponential):
      LanewiseRule(
        ThroughputRule(
          factor: Double(factor.millionths) / 1e6,
          average: isExponential
            ? .exponential(FastSlowAverage(fast: 3, slow: 8)) : .harmonic(HarmonicMean(window: 5))))
    case .bba0: LanewiseRule(BBA0Rule())
    case .bola(let mode, let restraint):
      LanewiseRule(BOLARule(mode: mode, restraint: restraint))
    case .mpc(let isRobust): LanewiseRule(MPCRule(isRobust: isRobust))
    case .hlsJS: HLSJSRule()
    case .dashJS: LanewiseRule(DashJSRule())
    case .shaka(let estimate):
      ShakaRule(
        initialEstimate: estimate, variesByPage: estimate == Self.shakaEstimate)
    case .media3(let estimate): Media3Rule(initialEstimate: estimate)
    case .chromiumHLS: ChromiumHLSRule()
    case .avPlayer(let rate, let resolution):
      AVPlayerRule(peakBitRate: rate, maximumResolution: resolution)
    case .sabreThroughput(let limitsByBuffer, let abandons):
      LanewiseRule(SabreThroughputRule(limitsByBuffer: limitsByBuffer, abandons: abandons))
    case .sabreBOLA(let mode, let avoidsOscillation, let abandons):
      LanewiseRule(
        SabreBOLARule(mode: mode, avoidsOscillation: avoidsOscillation, abandons: abandons))
    }
  }

  /// The name of the rule.
  package var name: AdaptationRuleName {
    switch self {
    case .fixed: .fixed
    case .throughput: .throughput
    case .bba0: .bba0
    case .bola: .bola
    case .mpc(let isRobust): isRobust ? .robustMPC : .mpc
    case .hlsJS: .hlsJS
    case .dashJS: .dashJS
    case .shaka: .shaka
    case .media3: .media3
    case .chromiumHLS: .chromiumHLS
    case .avPlayer: .avPlayer
    case .sabreThroughput: .sabreThroughput
    case .sabreBOLA: .sabreBOLA
    }
  }

  /// The rule as it is written, without parameters that are the default.
  package var text: String {
    let parameters: [String] =
      switch self {
      case .fixed(let level): ["\(level)"]
      case .throughput(let factor, let isExponential):
        (factor == Self.defaultFactor
          ? []
          : [decimalText(factor.millionths.magnitude, places: 6, isNegative: false, trimmed: true)])
          + (isExponential ? ["ewma"] : [])
      case .bola(let mode, let restraint):
        (mode == .finite ? [] : [mode.rawValue]) + (restraint == .none ? [] : [restraint.rawValue])
      case .media3(let estimate):
        estimate == Self.defaultEstimate ? [] : ["\(estimate.bitsPerSecond)bit/s"]
      case .shaka(let estimate):
        estimate == Self.shakaEstimate ? [] : ["\(estimate.bitsPerSecond)bit/s"]
      case .avPlayer(let rate, let resolution):
        (rate.map { ["\($0.bitsPerSecond)bit/s"] } ?? [])
          + (resolution.map { ["\($0.width)x\($0.height)"] } ?? [])
      case .sabreThroughput(let limitsByBuffer, let abandons):
        (limitsByBuffer ? [] : ["noibr"]) + (abandons ? [] : ["noa"])
      case .sabreBOLA(let mode, let avoidsOscillation, let abandons):
        (mode == .finite ? [] : [mode.rawValue]) + (avoidsOscillation ? ["o"] : [])
          + (abandons ? [] : ["noa"])
      case .bba0, .mpc, .hlsJS, .dashJS, .chromiumHLS: []
      }
    return name.rawValue + (parameters.isEmpty ? "" : ":" + parameters.joined(separator: ","))
  }

  /// The factor of the textbook rule.
  static let defaultFactor = Ratio(millionths: 900_000)
  /// The initial estimate of Shaka Player in Chromium, whose `navigator.connection.downlink` is
  /// that before it knows the network: the median of what was measured.
  static let shakaEstimate = BitRate(bitsPerSecond: 1_450_000)
  /// The initial estimate of Media3 where the network is unknown.
  static let defaultEstimate = BitRate(bitsPerSecond: 1_000_000)
}
