/// The names by which rules are chosen.
package enum AdaptationRuleName: String, CaseIterable, Hashable, Sendable {
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

  /// The parameters that can follow the name, each in its form; empty for none.
  package var parameters: [String] {
    switch self {
    case .fixed: ["LEVEL"]
    case .throughput: ["FACTOR", "harmonic", "ewma"]
    case .bola: ["basic", "finite", "u", "o"]
    case .media3, .shaka: ["RATE"]
    case .avPlayer: ["RATE", "WIDTHxHEIGHT"]
    case .sabreThroughput: ["noibr", "noa"]
    case .sabreBOLA: ["basic", "finite", "u", "o", "noa"]
    case .bba0, .mpc, .robustMPC, .hlsJS, .dashJS, .chromiumHLS: []
    }
  }
}
