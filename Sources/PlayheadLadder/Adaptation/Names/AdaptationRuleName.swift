/// The names by which rules are chosen.
public enum AdaptationRuleName: String, CaseIterable, Hashable, Sendable {
  /// Always the same level.
  case fixed
  /// The textbook rule.
  case throughput
  /// BBA-0.
  case bba0
  /// BOLA.
  case bola
  /// MPC.
  case mpc
  /// RobustMPC.
  case robustMPC = "robust-mpc"
  /// hls.js 1.6.15.
  case hlsJS = "hls.js"
  /// dash.js 5.1.1.
  case dashJS = "dash.js"
  /// Shaka Player 5.2.7.
  case shaka
  /// Media3 1.11.
  case media3
  /// Chromium's own HLS player.
  case chromiumHLS = "chromium-hls"
  /// AVPlayer, as far as it is documented.
  case avPlayer = "avplayer"
  /// Sabre's `throughput`.
  case sabreThroughput = "sabre-throughput"
  /// Sabre's `bola`.
  case sabreBOLA = "sabre-bola"

  /// What the rule decides by, in one line.
  public var summary: String {
    switch self {
    case .fixed: "the level LEVEL throughout, 0 the lowest"
    case .throughput: "highest level within a share of the mean throughput"
    case .bba0: "bit rate as a function of the buffer level"
    case .bola: "logarithmic utility by the buffer level"
    case .mpc: "best plan for the next 5 segments at the mean throughput"
    case .robustMPC: "the same, with the throughput reduced by its largest recent error"
    case .hlsJS: "time to fetch against the buffer, with abandonment"
    case .dashJS: "throughput or BOLA, insufficient buffer, switch history, with abandonment"
    case .shaka: "highest within 0.95 of throughput, a switch every 8 s at most"
    case .media3: "highest within 0.7 of the median throughput, by buffer level"
    case .chromiumHLS: "highest within the lower of two averages that start at zero"
    case .avPlayer: "first variant, then within 0.8 of throughput and the item's limits: assumed"
    case .sabreThroughput: "Sabre's throughput rule, for comparison with Sabre"
    case .sabreBOLA: "Sabre's BOLA, for comparison with Sabre"
    }
  }

  /// Where the rule comes from.
  public var source: String {
    switch self {
    case .fixed, .throughput: "textbook"
    case .bba0: "Huang et al., SIGCOMM 2014"
    case .bola: "Spiteri et al., arXiv 1601.06748"
    case .mpc, .robustMPC: "Yin et al., SIGCOMM 2015; Pensieve 1120bb1"
    case .hlsJS: "hls.js 1.6.15"
    case .dashJS: "dash.js 5.1.1"
    case .shaka: "Shaka Player 5.2.7"
    case .media3: "androidx/media 1.11.0"
    case .chromiumHLS: "Chromium 156"
    case .avPlayer: "Apple's documentation, and assumptions"
    case .sabreThroughput, .sabreBOLA: "Sabre 09b03bb"
    }
  }

  /// The parameters that can follow the name, each in its form; empty for none.
  public var parameters: [String] {
    switch self {
    case .fixed: ["LEVEL"]
    case .throughput: ["FACTOR", "harmonic", "ewma"]
    case .bola: ["basic", "finite", "u", "o"]
    case .media3: ["RATE"]
    case .avPlayer: ["RATE", "WIDTHxHEIGHT"]
    case .sabreThroughput: ["noibr", "noa"]
    case .sabreBOLA: ["basic", "finite", "u", "o", "noa"]
    case .bba0, .mpc, .robustMPC, .hlsJS, .dashJS, .shaka, .chromiumHLS: []
    }
  }
}
