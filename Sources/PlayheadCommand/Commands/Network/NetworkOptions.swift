import PlayheadKit

/// The values of `--tcp`.
enum TransportChoice: String, CaseIterable, Sendable {
  /// Bytes flow at the link's rate at once.
  case none
  /// Connection setup takes round trips, and congestion windows double.
  case slowStart = "slow-start"
}

extension Option {
  static let network = Option(
    "network", "n", .suggestions("TEXT", NetworkPreset.allNames, orFile: true), in: .network,
    help: "The network: a preset such as wpt-3g, or 3g for short ('playhead networks' lists names "
      + "and aliases), a rate such as 4mbit, intervals such as 10s@800k,5s@0,1.2M, or a bandwidth "
      + "profile's file",
    brief: "A preset, a rate such as 4mbit, or a file",
    default: "an overview of a dozen networks")
  static let networkFormat = Option(
    "network-format", nil, .choice(of: TraceFormat.self, placeholder: "NAME"), in: .network,
    help: "Format of the network's file: "
      + TraceFormat.allCases.map(\.rawValue).joined(separator: ", "),
    default: "detected from the contents")
  static let latency = Option(
    "latency", nil, .text("DURATION"), in: .network,
    help: "Time from a request to its first byte, such as 50ms, replacing the network's",
    brief: "Time from a request to its first byte")
  static let scale = Option(
    "scale", nil, .text("FACTOR"), in: .network,
    help: "Multiply rates by FACTOR, such as 50% or 0.5x")
  static let offset = Option(
    "offset", nil, .text("DURATION"), in: .network, help: "Offset into the trace")
  static let hold = Option(
    "hold", in: .network, help: "Hold the last interval instead of repeating the trace")
  static let jitter = Option(
    "jitter", nil, .text("DURATION"), in: .network,
    help: "Vary latency by up to DURATION either way, every 100 ms", default: "0")
  static let loss = Option(
    "loss", nil, .text("PERCENT"), in: .network,
    help: "Packet loss, in percent: caps rates by the Mathis formula for one TCP flow",
    default: "the network's own")
  static let lowData = Option(
    "low-data", in: .network, help: "Mark the path constrained, as in Low Data Mode")
  static let tcp = Option(
    "tcp", nil, .choice(of: TransportChoice.self), in: .network,
    help: "TCP model: none, or connection setup and slow start", default: "none")
  static let tls = Option(
    "tls", in: .network, help: "Set up TLS 1.3 too, one more round trip; needs --tcp=slow-start")
  static let seed = Option(
    "seed", nil, .text("NUMBER"), in: .network, help: "Random seed of --jitter and --spread",
    default: "0; of --spread 1")

  /// The options that shape any network.
  static let shaping: [Option] = [
    .latency, .scale, .offset, .hold, .jitter, .loss, .seed, .lowData,
  ]
}
